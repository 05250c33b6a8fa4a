"""Tokyo Tsukiji Market, by Jordan Draper: a fishing economy with thirty markets."""

from ichiba.games.tokyo_tsukiji_market.game import TokyoTsukijiMarket

GAME = TokyoTsukijiMarket()
