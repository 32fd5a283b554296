"""Each ruling has a test, and each id cited in code or tests is a ruling."""

import re
from pathlib import Path

import potluck
from kit import ROOT, TESTS, every_game

PREFIX = {"potential": "PT", "struggle": "ST", "potion_explosion": "PX", "potus": "PO", "magic_potion": "MP"}


def cited(name: str, files: list[Path]) -> dict[str, Path]:
    """Find the rulings of a game that files cite."""
    found: dict[str, Path] = {}
    for file in files:
        for ruling in re.findall(rf"\b{PREFIX[name]}\d+\b", file.read_text(encoding="utf-8")):
            found[ruling] = file
    return found


@every_game
def test_every_ruling_has_a_test(name: str) -> None:
    source = "\n".join(file.read_text(encoding="utf-8") for file in sorted((TESTS / name).glob("test_*.py")))
    tested = {f"{PREFIX[name]}{number}" for number in re.findall(rf"def test_{PREFIX[name].lower()}(\d+)_", source)}
    assert set(potluck.rulings(name)) == tested


@every_game
def test_every_cited_ruling_exists(name: str) -> None:
    folder = ROOT / "src" / "potluck" / "games" / name
    files = [*folder.glob("*.py"), *(TESTS / name).glob("*.py"), ROOT / "docs" / "games" / f"{name}.md"]
    known = set(potluck.rulings(name))
    assert known
    assert {ruling: str(file) for ruling, file in cited(name, files).items() if ruling not in known} == {}


@every_game
def test_rulings_are_numbered_and_have_a_status(name: str) -> None:
    rulings = list(potluck.rulings(name).values())
    assert [ruling.id for ruling in rulings] == [f"{PREFIX[name]}{number}" for number in range(1, len(rulings) + 1)]
    options = {option.name for option in potluck.load(name).options}
    for ruling in rulings:
        assert ruling.status in ("stated", "found", "inferred", "assumed"), ruling
        assert set(filter(None, re.split(r", ", ruling.option))) <= options, ruling
