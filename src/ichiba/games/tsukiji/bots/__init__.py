"""The bots of Tsukiji."""

from ichiba.bots.title import Bots
from ichiba.games.tsukiji.bots.adviser import Adviser
from ichiba.games.tsukiji.bots.greedy import Greedy
from ichiba.games.tsukiji.bots.levels import LEVELS, RATINGS
from ichiba.games.tsukiji.bots.master import ROLLOUTS, Master
from ichiba.games.tsukiji.bots.policy import Quick

BOTS = Bots(
    greedy=Greedy,
    master=Master,
    rollouts=ROLLOUTS,
    quick=Quick,
    adviser=Adviser,
    levels=LEVELS,
    ratings=RATINGS,
)
