"""On a Ray cluster, games are the same as here, even if a machine is lost half-way."""

from collections.abc import Iterator
from typing import Any

import pytest

from envs.setups import need
from ichiba.arena import Plan, run
from ports import free_port

need("ray", "ray")

pytestmark = pytest.mark.long

PLAN = Plan("tsukiji", ("gentle", "random"), 90, 1, {"special_points": False})
# A busy machine needs longer to start Ray than Ray expects.
PATIENT = {"RAY_raylet_start_wait_time_s": "240", "RAY_agent_register_timeout_ms": "240000"}
# If it chooses these ports itself, a machine waits only 30 seconds for the processes that do.
PORTS = (
    "metrics_agent_port", "metrics_export_port", "dashboard_agent_listen_port",
    "runtime_env_agent_port",
)  # fmt: skip


def machine() -> dict[str, int]:
    ports = {name: free_port() for name in PORTS}
    return {"num_cpus": 1, "object_store_memory": 100 * 2**20, **ports}


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Two machines with one core each, as far as Ray can tell."""
    for name, value in PATIENT.items():
        monkeypatch.setenv(name, value)
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args=machine())
    try:
        made.add_node(**machine())
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
