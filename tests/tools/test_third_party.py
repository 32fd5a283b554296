"""What comes with Potluck is named with its licence, and none of it is under a licence that would bind Potluck."""

import re

import third_party

# Not the lesser licence, which binds nobody who only uses a library.
COPYLEFT = re.compile(r"(?i)(?<!L)\bA?GPL|(?<!lesser )general public")


def test_nothing_at_run_time_is_gpl_or_agpl() -> None:
    parts = {part.metadata["Name"]: third_party.licence(part) for part in third_party.run_time()}
    assert len(parts) > 20
    assert {name: licence for name, licence in parts.items() if COPYLEFT.search(licence)} == {}
    assert "unknown" not in parts.values()


def test_the_search_for_copyleft_finds_it() -> None:
    for licence in ("GPL-3.0-or-later", "AGPL-3.0", "GNU General Public License v3 (GPLv3)"):
        assert COPYLEFT.search(licence), licence
    assert not COPYLEFT.search("LGPL-3.0-only")


def test_all_that_is_installed_is_named_with_its_licence() -> None:
    text = third_party.FILE.read_text(encoding="utf-8")
    for part in third_party.run_time():
        assert f"\n{part.metadata['Name']}: {third_party.licence(part)}\n" in text


def test_what_the_package_carries_is_named_with_its_text() -> None:
    text = third_party.FILE.read_text(encoding="utf-8")
    for name in ("mypyc's run-time library (mypy)", "svelte", "uqr"):
        assert re.search(rf"\n== {re.escape(name)}: MIT\n\n(?:.*\n)*?.*Permission is hereby granted", text), name
