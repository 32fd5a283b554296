"""Rules of one's own that were kept with a match (ST23)."""

import hashlib
from pathlib import Path

import pytest

import potluck
from potluck.core.options import Code
from potluck.games.struggle.custom import restore
from potluck.games.struggle.options import own_rules

SOURCE = (Path(__file__).parents[2] / "examples" / "retreat.py").read_text(encoding="utf-8")


def test_st23_rules_that_were_kept_can_be_played_again() -> None:
    source = SOURCE + "\n# as it was\n"
    digest = hashlib.sha256(source.encode()).hexdigest()
    kept = Code("retreat", digest, "retreat.py", source)
    for _ in range(2):  # once they are there, nothing is run again
        restore([kept])
    match = potluck.Match("struggle", powers="random", extra=f"retreat@{digest}", seed=1)
    assert not match.is_over


def test_st23_a_match_has_one_version_of_a_rule() -> None:
    assert own_rules("retreat@12ab+torus") == ["retreat@12ab"]
    with pytest.raises(potluck.BadOptions, match="one version of each"):
        own_rules("retreat@12ab+retreat@34cd")
