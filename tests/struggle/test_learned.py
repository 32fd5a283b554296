"""What the net of Struggle sees: each fact of a position as one input, from the side to move."""

from collections import Counter

from kit import walk
from potluck import Dice, load
from potluck.core.net import MOST
from potluck.games.struggle.board import CELLS, WALL
from potluck.games.struggle.learned import BYTES_KEPT, CARRIED, FLAGS, INPUTS, KEPT, MOVING, SPACES_KEPT, inputs_of
from potluck.games.struggle.position import CARRIER, JOLTED, MEMORY, PIECES, PLACES, RULE, RULES, STEPPED, TEAM
from potluck.games.struggle.power import MEMORY_BYTES
from potluck.games.struggle.powers import nine_powers
from potluck.games.struggle.rules import StruggleState
from potluck.players.nets import judge


def cell_from(cell: int, view: int) -> int:
    """Number a space as a seat sees it."""
    return cell if view == 0 or cell == WALL else CELLS - 1 - cell


def pieces_of(state: StruggleState, view: int) -> list[int]:
    """List the inputs of the pieces, the plain way."""
    found = []
    for slot in range(PIECES):
        if state.is_alive(slot):
            kind = (slot // TEAM != view) + 2 * (slot % TEAM != 0)
            found.append(kind * CELLS + cell_from(int(state.cell_of(slot)), view))
    return found


def rules_of(state: StruggleState, view: int) -> list[int]:
    """List the inputs of the special rules, the plain way."""
    found = []
    for place in range(PLACES):
        number = int(state.data[RULE + place])
        if number:
            rule = number + 10 * (place // RULES != view)
            slot = int(state.data[CARRIER + place]) - 1
            found.append(CARRIED + rule * 48 + (cell_from(int(state.cell_of(slot)), view) if slot >= 0 else WALL))
            found += kept_by(state, place, number, rule, view)
    return found


def kept_by(state: StruggleState, place: int, number: int, rule: int, view: int) -> list[int]:
    """List the inputs of what a rule remembers, the plain way."""
    found = []
    for byte in range(MEMORY_BYTES):
        kept = int(state.data[MEMORY + place * MEMORY_BYTES + byte])
        if kept:
            assert byte < BYTES_KEPT[number]
            kept = cell_from(kept - 1, view) + 1 if byte < SPACES_KEPT[number] else kept
            found.append(KEPT + (rule * MEMORY_BYTES + byte) * 48 + min(kept, 47))
    return found


def turn_of(state: StruggleState, view: int) -> list[int]:
    """List the inputs of the turn, the plain way."""
    found = [FLAGS + int(state.phase)]
    found += [MOVING + cell_from(int(state.cell_of(state.active)), view)] if state.active >= 0 else []
    found += [FLAGS + 5] if state.data[JOLTED] else []
    return found + ([FLAGS + 6] if state.data[STEPPED] else [])


def test_every_fact_of_a_position_is_an_input() -> None:
    game, seen = load("struggle", powers="random"), Counter[str]()
    for seed in range(12):
        for state, _ in walk(game, game.new(), Dice(seed), 150):
            assert isinstance(state, StruggleState)
            if state.to_move < 0:
                continue
            view = int(state.to_move)
            inputs = inputs_of(state)
            expected = pieces_of(state, view) + rules_of(state, view) + turn_of(state, view)
            assert sorted(inputs) == sorted(expected)
            assert len(inputs) <= MOST
            assert max(inputs) < INPUTS
            seen.update({f"rule {state.data[RULE + place]}" for place in range(PLACES)})
            seen.update({"jolted": int(state.data[JOLTED]), "stepped": int(state.data[STEPPED]), f"view {view}": 1})
            seen["memory"] += any(KEPT <= number < MOVING for number in inputs)
    assert {*(f"rule {number}" for number in range(1, 10)), "jolted", "stepped", "memory", "view 0", "view 1"} <= set(
        +seen
    )


def test_what_one_seat_hopes_the_other_fears() -> None:
    game = load("struggle", powers="builders/classic")
    judgement = judge(game)
    assert judgement.trouble == ""
    guess = judgement.evaluator
    for seed in range(4):
        for state, _ in walk(game, game.new(), Dice(seed), 40):
            assert guess.guess(state, 0) == -guess.guess(state, 1)
            assert abs(guess.guess(state, 0)) < 1


def test_the_net_says_which_matches_it_has_not_seen() -> None:
    assert judge(load("struggle", powers="secret")).trouble == "it has not seen secret set-ups"


def test_the_bytes_that_rules_keep_are_those_that_the_net_looks_at() -> None:
    assert [len(power.memory) for power in nine_powers()] == [int(count) for count in BYTES_KEPT][1:]
    spaces = [sum(name.endswith("_at") for name in power.memory) for power in nine_powers()]
    assert spaces == [int(count) for count in SPACES_KEPT][1:]
