"""The bots of Tokyo Tsukiji Market."""

from ichiba.bots.title import Bots
from ichiba.games.tokyo_tsukiji_market.bots.adviser import Adviser
from ichiba.games.tokyo_tsukiji_market.bots.greedy import Greedy
from ichiba.games.tokyo_tsukiji_market.bots.levels import ABSURD, LEVELS, RATINGS
from ichiba.games.tokyo_tsukiji_market.bots.master import ROLLOUTS, Master
from ichiba.games.tokyo_tsukiji_market.bots.quick.policy import Quick

BOTS = Bots(
    greedy=Greedy,
    master=Master,
    rollouts=ROLLOUTS,
    quick=Quick,
    adviser=Adviser,
    levels=LEVELS,
    absurd=ABSURD,
    ratings=RATINGS,
)
