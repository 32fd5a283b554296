"""A whole match of each game in a real browser, by clicking only and by keyboard only."""

import random

import pytest

from web.browsing import SHORT, Guest


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_match_by_clicking(guest: Guest, game: str) -> None:
    """Click what is lit until the match is over."""
    guest.begin(game)
    guest.play_by_click(random.Random(1))
    guest.must_be_over()


@pytest.mark.parametrize("game", SHORT)
def test_a_whole_match_by_keyboard(guest: Guest, game: str) -> None:
    """Go from thing to thing and press Enter until the match is over."""
    guest.begin(game)
    guest.play_by_keys(random.Random(2))
    guest.must_be_over()
