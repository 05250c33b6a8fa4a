"""Metrics for Prometheus."""

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

disable_created_metrics()  # nobody needs the creation times of counters
# The environment variable with the folder where several processes share their metrics.
SHARED = "PROMETHEUS_MULTIPROC_DIR"
REGISTRY = CollectorRegistry()

MOVES = Counter("ichiba_moves", "Moves made, including undo", ["game"], registry=REGISTRY)
BOT_SECONDS = Histogram(
    "ichiba_bot_seconds",
    "Seconds that bots take for a move",
    ["game"],
    registry=REGISTRY,
    buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10),
)
REQUESTS = Counter("ichiba_requests", "Requests handled", ["method", "status"], registry=REGISTRY)
REQUEST_SECONDS = Histogram(
    "ichiba_request_seconds",
    "Seconds until a response is sent, or until a stream starts",
    registry=REGISTRY,
    buckets=(0.01, 0.03, 0.1, 0.3, 1, 3, 10),
)
STREAMS_OPEN = Gauge(
    "ichiba_streams_open",
    "Open event streams",
    registry=REGISTRY,
    multiprocess_mode="livesum",
)
STREAMS_REFUSED = Counter(
    "ichiba_streams_refused", "Event streams refused because of a limit", registry=REGISTRY
)
ERRANDS = Counter(
    "ichiba_errands", "Errands tried, by kind and outcome", ["kind", "outcome"], registry=REGISTRY
)
ERRAND_SECONDS = Histogram(
    "ichiba_errand_seconds",
    "Seconds from the time when an errand is due until it is done",
    ["kind"],
    registry=REGISTRY,
    buckets=(0.1, 0.3, 1, 3, 5, 10, 60, 3600),
)
# All processes count the same rows.
ERRANDS_WAITING = Gauge(
    "ichiba_errands_waiting", "Errands that are due", registry=REGISTRY, multiprocess_mode="livemax"
)
ERRANDS_GIVEN_UP = Gauge(
    "ichiba_errands_given_up",
    "Errands that failed too often",
    registry=REGISTRY,
    multiprocess_mode="livemax",
)
ERRORS = Counter("ichiba_errors", "Errors logged, by logger", ["logger"], registry=REGISTRY)


class ErrorCounter(logging.Handler):
    """Counts logged errors."""

    def emit(self, record: logging.LogRecord) -> None:
        """Count one error, unless another handler's filter has found that it is none."""
        if record.levelno >= logging.ERROR:
            ERRORS.labels(record.name).inc()


def end() -> None:
    """Remove this process's gauges when it ends."""
    if SHARED in os.environ:
        multiprocess.mark_process_dead(os.getpid())


def text() -> bytes:
    """Return all metrics, of all processes if there are several."""
    if SHARED in os.environ:
        together = CollectorRegistry()
        multiprocess.MultiProcessCollector(together)
        return generate_latest(together)
    return generate_latest(REGISTRY)
