"""What `observe` writes, part by part, beside what the seat is shown."""

import pytest

from kit import observed, walk
from magic_potion.field import drawn, play
from potluck import Dice, Game, State, load
from potluck.core.grids import square_names
from potluck.core.options import Value
from potluck.games.magic_potion.characters import WHO
from potluck.games.magic_potion.checks import PHASE_NAMES
from potluck.games.magic_potion.items import ITEM_NAMES
from potluck.games.magic_potion.position_text import MODE_NAMES
from potluck.games.magic_potion.view import LIVES, Figure, MagicPotionView
from potluck.games.magic_potion.words import bare

Parts = dict[str, list[int]]


def number_of(view: MagicPotionView, name: str | None) -> int:
    """Number a character in turn order from 1; 0 for nobody."""
    return 0 if name is None else [figure.name for figure in view.figures].index(name) + 1


def kinds(names: list[str]) -> list[int]:
    """Count the items by kind, as far as they are named."""
    known = [bare(name) for name in names]
    return [known.count(item) for item in ITEM_NAMES]


def expected_planes(game: Game, view: MagicPotionView, seat: int) -> Parts:
    """Draw the field from what the seat is shown."""
    size = game.observation[0].shape[1]
    cells = size * size
    planes: Parts = {"own": [0] * cells, "theirs": [0] * cells, "hound": [0] * cells}
    lying = [[0] * cells for _ in ITEM_NAMES]
    for number, figure in enumerate(view.figures, 1):
        if figure.cell is not None:
            planes["own" if figure.seat == seat else "theirs"][place_of(figure.cell, size)] = number
    if view.hound is not None:
        planes["hound"][place_of(view.hound, size)] = 1
    for heap in view.lying:
        for plane, count in zip(lying, kinds(heap.items), strict=True):
            plane[place_of(heap.cell, size)] = count
    return {**planes, "lying": [count for plane in lying for count in plane]}


def place_of(cell: str, size: int) -> int:
    """Number a slot by rows."""
    return (int(cell[1:]) - 1) * size + ord(cell[0]) - ord("a")


def expected_cast(view: MagicPotionView, seat: int) -> Parts:
    """Write the characters from what the seat is shown."""
    cast, known = list[int](), list[int]()
    for figure in view.figures:
        cast += [0, 0, 0, 0] if figure.seat is None else facts(figure, seat)
        known += kinds(figure.items)
    return {"cast": cast, "known": known}


def facts(figure: Figure, seat: int) -> list[int]:
    """Write whose a character is, its life, health and dice."""
    return [1 if figure.seat == seat else 2, LIVES.index(figure.life), figure.health, figure.dice or 0]


def expected_turn(view: MagicPotionView, state: State, seat: int) -> Parts:
    """Write how far the turn is from what the seat is shown."""
    bitten = next((number for number, figure in enumerate(view.figures, 1) if figure.bitten), 0)
    people = [number_of(view, view.actor), number_of(view, view.target), bitten, number_of(view, view.grudge)]
    fight = [MODE_NAMES.index(view.mode), view.left or 0, view.answer, min(view.attack, 255), min(view.defence, 255)]
    return {
        "used": kinds(view.used),
        "pile": [view.pile],
        "phase": [int(name == view.phase) for name in PHASE_NAMES],
        "turn": [*people, *fight, min(view.round, 255), int(state.to_move == seat)],
    }


@pytest.mark.parametrize("options", [{}, {"secret_setup": True}], ids=str)
def test_an_observation_holds_what_the_seat_is_shown(options: dict[str, Value]) -> None:
    game, seen = load("magic_potion", **options), set[str]()
    for seed in (1, 2):
        for state, _ in walk(game, game.new(), Dice(seed), 400):
            for seat in (0, 1):
                view = game.view(state, seat)
                assert isinstance(view, MagicPotionView)
                parts = observed(game, state, seat)
                expected = {
                    **expected_planes(game, view, seat),
                    **expected_cast(view, seat),
                    **expected_turn(view, state, seat),
                }
                assert {name: parts[name] for name in expected} == expected
                check_faces(view, parts, seat)
                seen |= {name for name, part in parts.items() if any(part)}
    assert seen == {part.name for part in game.observation}


def check_faces(view: MagicPotionView, parts: Parts, seat: int) -> None:
    """Check that each character carries as many items as it is shown with, and what the other seat has not seen."""
    each, sorts = len(parts["faces"]) // len(view.figures), len(ITEM_NAMES)
    for number, figure in enumerate(view.figures):
        faces = parts["faces"][number * each : (number + 1) * each]
        unseen = parts["unseen"][number * sorts : (number + 1) * sorts]
        is_open = [name.endswith("!") for name in figure.items]
        assert sum(faces) == len(figure.items)
        assert faces[2] == sum(is_open)
        assert sum(unseen) == (is_open.count(False) if figure.seat == seat else 0)


# Byte by byte, of positions made by hand


def spots(parts: Parts, name: str) -> dict[str, int]:
    """Name the slots of a plane whose bytes are not 0."""
    return {square_names(7, 7)[place]: byte for place, byte in enumerate(parts[name]) if byte}


def carried(parts: Parts, name: str) -> dict[str, list[str]]:
    """Name the items of each character that a part counts."""
    rows = [parts[name][start : start + 7] for start in range(0, 56, 7)]
    named = [[item for item, count in zip(ITEM_NAMES, row, strict=True) for _ in range(count)] for row in rows]
    return {WHO[who]: items for who, items in enumerate(named) if items}


def test_an_observation_names_every_slot_character_and_item() -> None:
    game = load("magic_potion", one_carrier=True, round_limit=0)
    facts = (
        "thief=red,11,63,none*,II!,III^,+2^ necromancer=red,15,0,I*,none merchant=red,undead,3,0 used=+2,+3 "
        "assassin=blue,4,199,none*,+2 hunter=blue,7,2,none*,+1 swordsman=blue,15,4,none! d5=+1,+1,none "
        "hound=c2 bitten=thief grudge=thief"
    )
    state = drawn("..B..s.\nh.T..N.\n..a....", facts, "phase=act actor=thief round=300", game)
    play(state, "attack-assassin", "roll-61", "roll-44", *["6"] * 10, game=game)
    near, far = observed(game, state, 0), observed(game, state, 1)
    red, blue = {"c2": 3, "f2": 7, "c3": 8}, {"c1": 1, "a2": 2, "f3": 4}
    assert [spots(near, "own"), spots(near, "theirs")] == [spots(far, "theirs"), spots(far, "own")] == [red, blue]
    assert spots(near, "hound") == {"c2": 1}
    lying = [0] * 7 * 49
    lying[3 * 49 + 31], lying[4 * 49 + 31] = 1, 2  # none and +1 on d5
    assert near["lying"] == lying
    assert near["cast"] == [
        *(2, 1, 4, 155, 2, 1, 7, 2, 1, 1, 11, 2, 2, 1, 15, 4),
        *(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 15, 0, 1, 2, 3, 0),
    ]
    ours = {"thief": ["II", "III", "none", "+2"], "necromancer": ["I", "none"]}
    assert carried(near, "known") == {"swordsman": ["none"], **ours}
    assert carried(near, "unseen") == {**ours, "thief": ["III", "none", "+2"]}
    assert carried(far, "known") == {
        "assassin": ["none", "+2"], "hunter": ["none", "+1"], "swordsman": ["none"], "thief": ["II"]
    }  # fmt: skip
    assert carried(far, "unseen") == {"assassin": ["none", "+2"], "hunter": ["none", "+1"]}
    dealt_and_drawn, coupled, shown = [1, 1, 0, 0, 0, 0], [1, 0, 1, 0, 2, 0], [0, 0, 1, 0, 0, 0]
    assert near["faces"] == [*dealt_and_drawn * 2, *coupled, *shown, *[0] * 12, *dealt_and_drawn, *[0] * 6]
    assert (near["used"], near["pile"]) == ([0, 0, 0, 0, 0, 1, 1], [2])
    assert near["phase"] == [int(name == "roll") for name in PHASE_NAMES]
    assert near["turn"] == [3, 1, 3, 3, 0, 51, 44, 2 + 60, 1, 255, 0]
    assert {name for name in near if near[name] != far[name]} == {"own", "theirs", "cast", "known", "unseen"}
    play(state, *["6"] * (51 + 43), game=game)
    assert observed(game, state, 0)["turn"] == [3, 1, 3, 3, 0, 0, 1, 255, 255, 255, 0]  # no sum is greater


def test_mp7_an_observation_hides_a_secret_set_up() -> None:
    game = load("magic_potion", secret_setup=True)
    state = game.new()
    names = ("thief", "priest", "hunter", "magician", "assassin", "merchant")
    play(state, *(f"pick-{name}" for name in names), "give-1", game=game)
    dice = [observed(game, state, seat)["cast"][3::4] for seat in (0, 1)]
    assert dice == [[1, 0, 0, 0, 0, 0, 0, 0], [0] * 8]
    assert [observed(game, state, seat)["turn"] for seat in (0, 1)] == [
        [2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 1],
        [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ]
    play(state, "give-2", "give-0", "give-5", game=game)
    dice = [observed(game, state, seat)["cast"][3::4] for seat in (0, 1)]
    assert dice == [[1, 2, 2, 0, 0, 5, 0, 0]] * 2
    play(state, "place-c1", game=game)
    cells = [
        (spots(parts, "own"), spots(parts, "theirs")) for parts in (observed(game, state, 0), observed(game, state, 1))
    ]
    assert cells == [({"c1": 1}, {}), ({}, {})]
