"""Tokyo Tsukiji Market, by Jordan Draper: a fishing economy with thirty markets.

To read the rules, begin with `setup` and `turn`, which names the module of each step.
"""

from ichiba.games.tokyo_tsukiji_market.game import TokyoTsukijiMarket

GAME = TokyoTsukijiMarket()
