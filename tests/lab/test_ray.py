"""A study on a real Ray cluster of three nodes, of which one is killed in the middle."""

import os
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import potluck
from potluck.lab import executors
from potluck.lab import plan as plans
from potluck.lab.executors import Inline, Ray
from potluck.lab.plan import Plan, Row
from potluck.lab.study import Study

HEAD = {"num_cpus": 1, "include_dashboard": False}  # which would take longer to start than all the rest
PLAN = Plan(game="potential", options="removal_target=1", players=("uniform",), groups=40)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Start three nodes with a processor each."""
    ray: Any = import_module("ray")
    found = import_module("ray.cluster_utils").Cluster(initialize_head=True, head_node_args=HEAD)
    nodes = [found.add_node(num_cpus=1) for _ in range(2)]
    found.wait_for_nodes()
    yield found, nodes
    ray.shutdown()
    found.shutdown()


def compared(groups: Sequence[Sequence[Row]]) -> list[Row]:
    """List what must be the same however a study was run."""
    return [plans.compared(row) for group in groups for row in group]


def test_a_node_that_dies_changes_nothing(cluster: Any, tmp_path: Path) -> None:
    found, nodes = cluster
    executor = Ray(found.address)
    assert executor.workers == 3
    killed: list[int] = []

    def progress(done: int, of: int) -> None:
        if done and not killed:
            killed.append(done)
            found.remove_node(nodes[0])

    study = Study(tmp_path / "ray.study", PLAN)
    groups = study.run(executor, progress=progress)
    assert 0 < killed[0] < 80
    assert compared(groups) == compared(Study(tmp_path / "one.study", PLAN).run(Inline()))


def test_work_that_kills_its_workers_is_given_up(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "RETRIES", 1)

    def die(plan: Plan, numbers: Sequence[int]) -> list[Row]:
        os._exit(9)

    found, _ = cluster
    with pytest.raises(potluck.PotluckError, match="a worker of the cluster died 2 times at the same work"):
        list(Ray(found.address).run(PLAN, [[0]], die))


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(potluck.PotluckError, match="potluck\\[cluster\\]"):
        Ray()
