"""Many games between bots, measurements, and bots in separate processes.

Games are played like this::

    from ichiba.arena import Plan, report, run

    plan = Plan("tsukiji", ("strong", "random"), games=400, seed=1, options={})
    for played in run(plan, jobs=2):
        print(played.number, played.outcome.scores)
"""

from ichiba.arena.plan import Plan, Played, contest, record_of
from ichiba.arena.pool import LOCAL, RAY, RunError
from ichiba.arena.report import Report, report
from ichiba.arena.running import play_all, run, simulate

__all__ = [
    "LOCAL",
    "RAY",
    "Plan",
    "Played",
    "Report",
    "RunError",
    "contest",
    "play_all",
    "record_of",
    "report",
    "run",
    "simulate",
]
