"""The release machinery: what can be checked without the services that run it."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import potluck
from kit import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
YAML = [*sorted((ROOT / ".github").rglob("*.yml")), *(ROOT / name for name in ("compose.yaml", "render.yaml"))]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def load(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def steps(workflow: Any) -> list[dict[str, Any]]:
    return [step for job in workflow["jobs"].values() for step in job["steps"]]


def test_every_file_is_yaml() -> None:
    assert {path.name for path in YAML} >= {"test.yml", "wheels.yml", "docs.yml", "bug.yml", "rules.yml"}
    for path in [*YAML, ROOT / "CITATION.cff"]:
        assert isinstance(load(path), dict), path


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_by_their_hash_and_named_by_their_version(path: Path) -> None:
    used = re.findall(r"uses: *(.*)", path.read_text(encoding="utf-8"))
    assert used
    for use in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", use), use


def test_an_action_has_the_same_hash_everywhere() -> None:
    used = {use for path in WORKFLOWS for use in re.findall(r"uses: *(.*)", path.read_text(encoding="utf-8"))}
    assert len(used) == len({use.partition("@")[0] for use in used})


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_job_may_do_no_more_than_it_needs(path: Path) -> None:
    workflow = load(path)
    assert workflow["permissions"] == {}
    may_write = {name for name, job in workflow["jobs"].items() if "write" in job["permissions"].values()}
    assert may_write <= {"publish", "deploy"}
    assert all("timeout-minutes" in job for job in workflow["jobs"].values())
    for step in steps(workflow):
        if step.get("uses", "").startswith("actions/checkout"):
            assert step["with"]["persist-credentials"] is False


def test_publishing_knows_no_password() -> None:
    text = (ROOT / ".github" / "workflows" / "wheels.yml").read_text(encoding="utf-8")
    assert "secrets." not in text
    publish = yaml.safe_load(text)["jobs"]["publish"]
    assert publish["permissions"] == {"id-token": "write"}
    assert publish["needs"] == "wheels"


def test_every_wheel_is_tried_before_it_is_kept() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    opened, tested = project["tool"]["cibuildwheel"]["test-command"]
    assert opened == "python {project}/tests/installed.py compiled"
    for place in re.findall(r"{project}/(\S+)", tested):
        assert (ROOT / place).exists(), place


def test_the_version_stands_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "potluck.__version__"}
    assert load(ROOT / "CITATION.cff")["version"] == potluck.__version__  # a citation needs its own


def test_the_container_is_built_in_two_stages_and_run_by_nobody_special() -> None:
    _, built, kept = DOCKERFILE.split("\nFROM ")
    assert "gcc" in built
    assert "gcc" not in kept
    assert "python tests/installed.py compiled" in built
    assert kept.index("USER 1000") < kept.index("\nCMD")
    assert "HEALTHCHECK" in kept
    assert "/healthz" in kept
    assert "THIRD-PARTY.txt" in kept


def test_the_forms_of_issues_know_the_games() -> None:
    form = load(ROOT / ".github" / "ISSUE_TEMPLATE" / "rules.yml")
    options = next(part["attributes"]["options"] for part in form["body"] if part.get("id") == "game")
    assert sorted(options) == sorted(potluck.load(name).title for name in potluck.names())


def test_the_hosts_ask_the_same_health_of_the_same_disk() -> None:
    (service,) = load(ROOT / "render.yaml")["services"]
    fly = tomllib.loads((ROOT / "fly.toml").read_text(encoding="utf-8"))
    assert service["healthCheckPath"] == fly["http_service"]["checks"][0]["path"] == "/healthz"
    assert service["disk"]["mountPath"] == fly["mounts"]["destination"] == "/data"
