"""Numbers in the sentences of all games: none, one and more are said as people say them."""

import re

import pytest

from kit import Case, every_case, walk
from potluck import ALL, CHANCE, Dice
from potluck.core.english import counted, in_a_row
from potluck.games.magic_potion.words import dice_text

NOUNS = (
    "battles categories characters dice items marbles moves movements pieces points potions rounds slots spaces "
    "squares tokens turns"
)
# "1 moves", "1 more marbles", "0 → 1 dice"; "0 dice" for none; what was left empty in a sentence
WRONG = re.compile(
    rf"(?<![\w.,:/–-])1 (free |more |skill |quiet |tied )*({NOUNS.replace(' ', '|')})\b"
    r"|\b0 (of|dice|movements?|potions?|marbles?)\b|up to no\b|  | [.,:;]|\{\}"
)


def test_what_is_wrong_is_noticed() -> None:
    for said in ("You have 1 more marbles.", "Gave 0 dice.", "It adds .", "0 → 1 dice", "up to no dice", "1 turns"):
        assert WRONG.search(said)
    for said in ("You have 1 more marble.", "11 moves", "c1 moves", "Stack 1 shows it.", "0 points", "no dice"):
        assert not WRONG.search(said)


@every_case
def test_no_sentence_of_a_match_counts_wrong(case: Case) -> None:
    """Log, prompts, asides, buttons and what the coach says."""
    game = case.load()
    for state, move in walk(game, game.new(case.seats), Dice(3), 600):
        lines = game.tell(state, move, ALL)
        if state.to_move != CHANCE:
            seat = int(state.to_move)
            lines += [game.prompt(state, seat), game.aside(state, seat), game.coach(game.view(state, seat), seat)]
            lines.append(game.label(state, move).replace(" 0 ", " no "))  # a button of a number says that number
        assert [line for line in lines if WRONG.search(line)] == []


@pytest.mark.parametrize(
    ("number", "dice", "marbles", "row"),
    [
        (0, "no dice", "0 marbles", ""),
        (1, "1 die", "1 marble", "A turn"),
        (2, "2 dice", "2 marbles", "2 turns in a row"),
    ],
)
def test_none_one_and_more(number: int, dice: str, marbles: str, row: str) -> None:
    assert dice_text(number) == dice
    assert counted(number, "marble") == marbles
    assert not number or in_a_row(number, "turn") == row
