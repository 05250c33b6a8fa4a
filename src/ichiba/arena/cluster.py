"""Shares work among the machines of a Ray cluster. Needs the extra `ichiba[ray]`."""

from collections.abc import Callable
from time import monotonic
from typing import Any, Generic, TypeVar

from ichiba.arena.pool import Done, Part, RunError, work

Result = TypeVar("Result")

# Parts for each core: one more than is worked on, so that no core waits for the next one.
_AHEAD = 2
# Machines come and go; how often they are counted, in seconds.
_COUNT = 2.0


class Tasks(Generic[Result]):
    """Tasks on a cluster. A cluster that was started here ends with them."""

    def __init__(
        self,
        play: Callable[[int], Result],
        jobs: int | None,
        address: str | None,
        *,
        apart: bool = False,
    ) -> None:
        self._ray = _ray()
        self._play = play
        self._jobs = jobs
        self._own = not self._ray.is_initialized()
        if self._own:
            _connect(self._ray, address, jobs)
        # Lost parts are given out again by whoever has them all, so Ray need not.
        # With `apart`, a process ends after its part.
        calls = int(apart)
        self._task = self._ray.remote(max_retries=0, num_cpus=1, max_calls=calls)(work)
        self._given: dict[Any, Part] = {}
        self._counted = -_COUNT
        self._cores = 1

    def free(self) -> int:
        """How many parts the cluster could take now."""
        if monotonic() - self._counted > _COUNT:
            cores = int(self._ray.cluster_resources().get("CPU", 1))
            self._cores = min(cores, self._jobs or cores)
            self._counted = monotonic()
        return self._cores * _AHEAD - len(self._given)

    def busy(self) -> bool:
        """Whether any part is being worked on."""
        return bool(self._given)

    def give(self, part: Part) -> None:
        """Let the cluster work on a part."""
        self._given[self._task.remote(self._play, part.numbers)] = part

    def take(self, seconds: float) -> list[Done[Result]]:
        """The parts that are done or lost."""
        ready, _ = self._ray.wait([*self._given], num_returns=1, timeout=seconds)
        return [self._done(one) for one in ready]

    def _done(self, reference: Any) -> Done[Result]:
        errors = self._ray.exceptions
        part = self._given.pop(reference)
        try:
            results, seconds = self._ray.get(reference)
        except errors.RayTaskError as error:
            raise error.cause from error
        except (
            errors.WorkerCrashedError, errors.NodeDiedError, errors.ObjectLostError,
            errors.OutOfMemoryError,
        ):  # fmt: skip
            return Done(part, None)
        return Done(part, results, seconds)

    def close(self) -> None:
        """Stop all tasks."""
        for reference in self._given:
            self._ray.cancel(reference, force=True)
        if self._own:
            self._ray.shutdown()


def _ray() -> Any:
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise RunError('Ray is not installed. Run: pip install "ichiba[ray]"') from None
    return ray


def _connect(ray: Any, address: str | None, jobs: int | None) -> None:
    """Join a cluster, or start one on this machine."""
    cores = {} if address else {"num_cpus": jobs, "include_dashboard": False}
    try:
        ray.init(address=address or "local", log_to_driver=False, logging_level="error", **cores)
    except Exception as error:  # Ray raises many kinds
        where = f"There is no Ray cluster at {address}" if address else "Ray did not start"
        raise RunError(f"{where}: {str(error).strip().splitlines()[0]}") from None
