"""Numbers about this server, for Prometheus."""

import logging
import os

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
    multiprocess,
)

disable_created_metrics()  # nobody asks when a counter began
# The folder in which several processes put their numbers together.
SHARED = "PROMETHEUS_MULTIPROC_DIR"
REGISTRY = CollectorRegistry()

MOVES = Counter("ichiba_moves", "Moves made, undo included", ["game"], registry=REGISTRY)
BOT_SECONDS = Histogram(
    "ichiba_bot_seconds",
    "How long bots think about a move",
    ["game"],
    registry=REGISTRY,
    buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10),
)
REQUESTS = Counter("ichiba_requests", "Requests answered", ["method", "status"], registry=REGISTRY)
REQUEST_SECONDS = Histogram(
    "ichiba_request_seconds",
    "How long answers take; of a stream, until it begins",
    registry=REGISTRY,
    buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10),
)
STREAMS_OPEN = Gauge(
    "ichiba_streams_open",
    "Streams that are open now",
    registry=REGISTRY,
    multiprocess_mode="livesum",
)
STREAMS_REFUSED = Counter(
    "ichiba_streams_refused", "Streams for which there was no room", registry=REGISTRY
)
ERRORS = Counter("ichiba_errors", "Errors logged, by logger", ["logger"], registry=REGISTRY)


class ErrorCounter(logging.Handler):
    """Counts what is logged as an error."""

    def emit(self, record: logging.LogRecord) -> None:
        """One more."""
        ERRORS.labels(record.name).inc()


def end() -> None:
    """This process ends: what is open in it counts no more."""
    if SHARED in os.environ:
        multiprocess.mark_process_dead(os.getpid())


def text() -> bytes:
    """All numbers, of all processes if there are several."""
    if SHARED in os.environ:
        together = CollectorRegistry()
        multiprocess.MultiProcessCollector(together)
        return generate_latest(together)
    return generate_latest(REGISTRY)
