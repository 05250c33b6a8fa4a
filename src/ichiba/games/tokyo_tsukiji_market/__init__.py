"""Tokyo Tsukiji Market, by Jordan Draper: a fishing economy with thirty markets.

To read the rules, begin with `setup` and `turn`, which names the module of each step.
"""

from ichiba.core.title import Title
from ichiba.games.tokyo_tsukiji_market.game import TokyoTsukijiMarket

TITLE = Title(TokyoTsukijiMarket(), board=f"{__name__}.board.web", bots=f"{__name__}.bots")
