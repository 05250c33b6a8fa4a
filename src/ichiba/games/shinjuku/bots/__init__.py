"""The bots of Shinjuku."""

from ichiba.bots.title import Bots
from ichiba.games.shinjuku.bots.adviser import Adviser
from ichiba.games.shinjuku.bots.greedy import Greedy
from ichiba.games.shinjuku.bots.levels import LEVELS, RATINGS
from ichiba.games.shinjuku.bots.master import ROLLOUTS, Master
from ichiba.games.shinjuku.bots.quick.policy import Quick

BOTS = Bots(
    greedy=Greedy,
    master=Master,
    rollouts=ROLLOUTS,
    quick=Quick,
    adviser=Adviser,
    levels=LEVELS,
    ratings=RATINGS,
)
