"""What others' programs are taken from: every version is named, and no registry."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_npm_ci_finds_every_package_in_the_lock() -> None:
    packages = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    asked = {name for package in packages.values() for name in package.get("optionalDependencies", {})}
    found = {path.rpartition("node_modules/")[2] for path in packages}
    assert asked <= found
    assert not any("resolved" in package for package in packages.values())


def test_the_lock_has_a_hash_for_everything_and_the_tested_versions() -> None:
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    locked = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.M))
    tested = re.findall(r"^([\w.-]+)==(\S+)", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.M)
    versions = {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in tested}
    assert {"uvicorn", "starlette", "msgspec", "psycopg"} <= set(locked)
    assert {name: versions[name] for name in locked} == locked
    entries = re.split(r"\n(?=\S)", text)
    assert all("--hash=sha256:" in entry for entry in entries if re.match(r"[a-z0-9-]+==", entry))
    assert "://" not in text
