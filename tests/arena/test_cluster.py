"""On a Ray cluster, games are the same as here, even if a machine is lost half-way."""

from collections.abc import Iterator
from typing import Any

import pytest

from envs.setups import need
from ichiba.arena import Plan, run

need("ray", "ray")

pytestmark = pytest.mark.long

PLAN = Plan("tsukiji", ("gentle", "random"), 120, 1, {"special_points": False})
# A busy machine needs longer to start Ray than Ray expects.
PATIENT = {"RAY_raylet_start_wait_time_s": "240", "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0"}


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Two machines with one core each, as far as Ray can tell."""
    for name, value in PATIENT.items():
        monkeypatch.setenv(name, value)
    from ray.cluster_utils import Cluster

    memory = {"object_store_memory": 100 * 2**20}
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, **memory})
    try:
        made.add_node(num_cpus=1, **memory)
        yield made
    finally:
        made.shutdown()


def test_a_lost_machine_costs_only_its_parts(cluster: Any) -> None:
    [_, second] = cluster.list_all_nodes()
    found = []
    for one in run(PLAN, on="ray", address=cluster.address):
        found.append(one)
        if len(found) == PLAN.games // 3:
            cluster.remove_node(second, allow_graceful=False)
    assert found == [*run(PLAN)]
