"""The games, one folder each. To add a game, add its folder and a line here."""

from ichiba.core.registry import register

register("tsukiji", "ichiba.games.tsukiji")
register("shinjuku", "ichiba.games.shinjuku")
register("tokyo-tsukiji-market", "ichiba.games.tokyo_tsukiji_market")
