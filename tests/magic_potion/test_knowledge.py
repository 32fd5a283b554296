"""What everybody can conclude about face-down items of Magic Potion, checked against all worlds of a course."""

from itertools import permutations

import pytest

import potluck
from kit import MATCHES, seen
from magic_potion.field import GAME, drawn, items, legal, play
from magic_potion.fight import Fight
from potluck import OVER, SPECTATOR, Dice, Game
from potluck.core.errors import BadNotation
from potluck.games.magic_potion.items import CARDS
from potluck.games.magic_potion.position import BLANK_FACE, CLEARED_FACE, COUPLED_FACE, FACE
from potluck.games.magic_potion.rules import MagicPotionState

ONE = potluck.load("magic_potion", one_carrier=True)
ROW = "...T..b\n...p..."


def drawing(facts: str, game: Game = GAME) -> MagicPotionState:
    """Let the thief stand next to the surprise slot d4, about to move."""
    return drawn("....T..\n.......\np.....b\n.......", facts, "phase=move actor=thief", game)


# The sources of knowledge, one by one


def test_mp39_an_item_drawn_without_winning_is_not_recipe_iii_and_stays_so() -> None:
    state = drawing("thief=red,18,0,I*,II! priest=blue,18,0 merchant=blue,18,1")
    play(state, "go-d4", "+2")
    assert [items(state, "thief", viewer) for viewer in (0, 1, SPECTATOR)] == [
        *(["I*", "II!", "+2~"], ["II!", "?*", "?~"], ["II!", "?*", "?~"]),
    ]
    facts = "thief=red,18,0,+2~,none* merchant=blue,18,1,I! priest=blue,18,0,II*"  # I has been stolen since then
    later = drawn(ROW, facts, "phase=act actor=thief")
    dice = Dice(1)
    for _ in range(100):
        later.determinize(1, dice)
        assert items(later, "thief") in (["none*", f"{name}~"] for name in ("none", "+1", "+2", "+3"))
    fresh = drawn(ROW, facts.replace("~", ""), "phase=act actor=thief")
    assert fresh.key() != later.key()
    held = set()
    for _ in range(100):
        fresh.determinize(1, dice)
        held |= set(items(fresh, "thief"))
    assert "III" in held


def test_mp39_stealing_or_taking_the_second_piece_clears_what_was_drawn_before() -> None:
    facts = "thief=red,18,1,I*,+1 hunter=red,9,0,none priest=blue,18,0,II* merchant=blue,9,0"
    state = drawn("...T..b\n...p..H", facts, "phase=act actor=thief")
    play(state, "attack-priest", "roll-0", "6", "steal-item", "II*")
    assert (items(state, "thief"), items(state, "hunter")) == (["I*", "II!", "+1~"], ["none~"])
    facts = "merchant=red,18,1,I*,+1 priest=blue,18,0,II*,+2 thief=blue,9,0"
    state = drawn("...B..t\n...p...", facts, "phase=act actor=merchant")
    play(state, "bribe-priest")
    assert items(state, "merchant") == ["I*", "+1"]
    play(state, "take-II")
    assert items(state, "merchant") == ["I*", "II!", "+1~"]
    state = drawing("thief=red,18,0,I*,+1 priest=blue,18,0 merchant=blue,18,0 e5=II")
    play(state, "go-e5")
    assert items(state, "thief") == ["I*", "II!", "+1~"]


def test_mp39_a_cleared_item_is_shown_or_stolen_as_that_item() -> None:
    facts = "thief=red,18,0,+2~,+2,none* priest=blue,18,0,II*,I! merchant=blue,18,1"
    state = drawn(ROW, facts, "phase=act actor=thief")
    assert legal(state) == {"show-none*", "show-+2", "show-+2~", "done"}
    labels = {choice.text: choice.label for choice in GAME.choices(state)}
    assert (labels["show-+2"], labels["show-+2~"]) == ("Show +2 Energy", "Show +2 Energy (cleared)")
    play(state, "show-+2~")
    assert items(state, "thief", 1) == ["?", "?*"]
    only = drawn(ROW, facts.replace("+2,", ""), "phase=act actor=thief")
    assert GAME.write(only, GAME.read(only, "show-+2")) == "show-+2~"  # nothing else can be meant


def test_mp39_nothing_is_kept_of_it_when_recipe_iii_is_open() -> None:
    facts = "thief=red,18,0,I!,+1~ priest=blue,18,0,II!,III merchant=blue,18,1"
    state = drawn(ROW, facts, "phase=act actor=priest")
    play(state, "show-III")
    assert items(state, "thief") == ["I!", "+1"]
    facts = "thief=red,18,0,none*,II!,+1^ hunter=red,9,0,I*,III priest=blue,18,0,none* merchant=blue,9,0"
    state = drawn("...T..b\n...p..H", facts, "phase=act actor=hunter", ONE)
    play(state, "show-III", game=ONE)
    assert items(state, "thief", 1) == ["II!", "?", "?*"]


def test_mp39_who_wins_by_the_recipe_shows_it() -> None:
    state = drawing("thief=red,18,0,I*,II!,+1~ priest=blue,18,0 merchant=blue,18,1")
    play(state, "go-d4", "III")
    assert state.to_move == OVER
    assert items(state, "thief", 1) == ["I!", "II!", "III!", "?"]
    old = GAME.write_position(state).replace("I!,II!,III!", "I*,II!,III")
    assert GAME.read_position(old).key() == state.key()


def test_mp39_with_one_carrier_the_dealt_and_the_drawn_item_exclude_each_other() -> None:
    facts = "thief=red,18,0,none*,II!,III hunter=red,9,0,I* priest=blue,18,0,none* merchant=blue,9,0"
    state = drawn("...T..b\n...p..H", facts, "phase=act actor=thief", ONE)
    assert items(state, "thief", 1) == ["II!", "?*", "?^"]
    dice = Dice(2)
    worlds = set()
    for _ in range(200):
        twin = state.copy()
        twin.determinize(1, dice)
        worlds.add(("I*" in items(twin, "thief"), "III^" in items(twin, "thief")))
    assert worlds == {(False, False), (False, True), (True, False)}
    blank, piece = state.copy(), state.copy()
    play(blank, "show-none*", game=ONE)
    assert items(blank, "thief", 1) == ["II!", "none!", "?"]  # I is with the hunter, so nothing is known of III
    play(piece, "show-III^", game=ONE)
    assert items(piece, "thief", 1) == ["II!", "III!", "?~*"]
    assert items(piece, "hunter", 1) == ["?*"]
    with pytest.raises(BadNotation, match="mark excludes"):
        ONE.read_position(
            ONE.write_position(state).replace("II!,III^,none*", "I*,II!,III^").replace("9,0,I*", "9,0,none*")
        )


def test_mp39_with_one_carrier_the_dealt_piece_clears_what_its_carrier_drew() -> None:
    facts = "thief=red,18,0,I*,II!,+1 hunter=red,9,0,none* priest=blue,18,0,none* merchant=blue,9,0"
    state = drawn("...T..b\n...p..H", facts, "phase=act actor=thief", ONE)
    assert items(state, "thief", 1) == ["II!", "?*", "?^"]
    shown = state.copy()
    play(shown, "show-I*", game=ONE)
    assert items(shown, "thief", 1) == ["I!", "II!", "?~"]
    facts = facts.replace("hunter=red,9,0,none*", "hunter=red,9,0,none!")
    certain = drawn("...T..b\n...p..H", facts, "phase=act actor=thief", ONE)  # nobody else can have I
    assert items(certain, "thief", 1) == ["II!", "?*", "?~"]
    facts = "thief=red,18,0,none~*,II!,III! hunter=red,9,0,I* assassin=red,9,0,none* priest=blue,18,1,none*"
    state = drawn("...T..A\n...p..H", facts, "phase=move actor=hunter", ONE)
    assert items(state, "thief", 1) == ["II!", "III!", "?~*"]
    play(state, "stay", "hound-home", "show-I*", game=ONE)
    assert items(state, "thief", 1) == ["II!", "III!", "?*"]  # everybody knows anyway


def test_mp39_with_one_carrier_the_open_piece_settles_what_all_of_its_side_drew() -> None:
    facts = "thief=red,18,0,none*,II!,III^ hunter=red,9,0,I*,none^ priest=blue,18,0,none* merchant=blue,9,0"
    state = drawn("...T..b\n...p..H", facts, "phase=act actor=hunter", ONE)
    assert (items(state, "thief", 1), items(state, "hunter", 1)) == (["II!", "?*", "?^"], ["?*", "?^"])
    play(state, "show-I*", game=ONE)
    assert items(state, "hunter", 1) == ["I!", "?~"]  # it did not win while it had all that is needed but III
    assert items(state, "thief", 1) == ["II!", "?", "?*"]  # it never had I


def test_mp39_with_one_carrier_who_finds_recipe_iii_and_does_not_win_has_not_the_dealt_piece() -> None:
    facts = "thief=red,18,0,none*,II! hunter=red,9,0,I* priest=blue,18,0,none* merchant=blue,9,0 e5=III"
    state = drawn("....T..\n.......\np.....b\n.....H.", facts, "phase=move actor=thief", ONE)
    play(state, "go-e5", game=ONE)
    assert (items(state, "thief", 1), items(state, "hunter", 1)) == (["II!", "III!", "?~*"], ["?*"])


def test_mp14_each_kind_of_item_can_be_shown_beside_each_other() -> None:
    """A move is found for II and for +2 Energy beside it: their codes are 32 apart."""
    facts = "thief=red,18,0,I!,none* hunter=red,9,0,none* magician=blue,9,0,II*,+2^ priest=blue,18,0,none*"
    facts = facts.replace("thief=red,18,0,I!,none*", "thief=red,18,0,none*").replace("II*,+2^", "I!,II*,+2^")
    state = drawn("...T..m\n...p..H", facts, "phase=act actor=magician", ONE)
    assert {ONE.write(state, move) for move in state.moves()} >= {"show-II*", "show-+2^"}


# All worlds that the course leaves, found without looking at faces


WALKS = max(10, MATCHES // 2)


@pytest.mark.parametrize("game", [GAME, ONE], ids=["any", "one_carrier"])
@pytest.mark.parametrize("viewer", [0, 1])
def test_determinize_draws_exactly_the_worlds_that_the_course_leaves(game: Game, viewer: int) -> None:
    dice = Dice(60 + viewer)
    marks = dict.fromkeys((CLEARED_FACE, COUPLED_FACE, BLANK_FACE), 0)
    for _ in range(WALKS):
        fight = Fight(game, dice, viewer)
        while fight.moves < 80 and fight.state.to_move != OVER:
            for _ in range(20):
                fight.step()
                faces = [fight.state.data[FACE + card] for card in range(CARDS)]
                for mark in marks:
                    marks[mark] += mark in faces
            assert fight.state.key() in fight.worlds
            assert fight.redrawn() == set(fight.worlds), game.write_position(fight.state)
            shown = seen(game, fight.state, viewer)
            assert all(seen(game, world, viewer) == shown for world in fight.worlds.values())
    assert marks[COUPLED_FACE if game is ONE else CLEARED_FACE] > 0


# Small positions whose worlds can be listed

USED = "used=+1,+1,+1,+2,+2,+2,+2,+3"  # III, two of none and one +1 are left of the pile's cards


def worlds(state: MagicPotionState, viewer: int, names: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Redraw often; list what two characters carry face down, dealt items first."""
    found, dice = set[tuple[str, ...]](), Dice(8)
    for _ in range(150):
        twin = state.copy()
        twin.determinize(viewer, dice)
        hidden = [[item for item in items(twin, name) if not item.endswith("!")] for name in names]
        found.add(tuple(item for held in hidden for item in sorted(held, key=lambda item: "*" not in item)))
    assert GAME.write_position(twin, viewer) == GAME.write_position(state, viewer)
    return found


@pytest.mark.parametrize("side", [0, 1])
def test_mp39_the_worlds_of_a_small_position_are_just_these(side: int) -> None:
    drawn_pairs = set(permutations(["III", "none", "none", "+1"], 2))
    own, other = ("I", "II") if side == 0 else ("II", "I")
    red, blue = ("red", "blue") if side == 0 else ("blue", "red")
    row = "...T..b\n...p..H" if side == 0 else "...t..B\n...P..h"
    rest = f"priest={blue},18,0,none* merchant={blue},9,0 {USED}"
    coupled = f"thief={red},18,0,none*,{other}!,III hunter={red},9,0,{own}*,+1 {rest}"
    state = drawn(row, coupled, "phase=act actor=thief", ONE)
    assert worlds(state, 1 - side, ("thief", "hunter")) == {
        (f"{first}*", f"{one}^", f"{second}*", another)
        for first, second in ((own, "none"), ("none", own))
        for one, another in drawn_pairs
        if not (first == own and one == "III")
    }
    assert worlds(state, side, ("thief", "hunter")) == {("none*", "III^", f"{own}*", "+1")}
    cleared = f"thief={red},18,0,none*,{other}!,+1~ hunter={red},9,0,{own}*,none {rest}"
    state = drawn(row, cleared, "phase=act actor=thief", ONE)
    assert worlds(state, 1 - side, ("thief", "hunter")) == {
        (f"{first}*", f"{one}~", f"{second}*", another)
        for first, second in ((own, "none"), ("none", own))
        for one, another in drawn_pairs
        if one != "III"
    }
    blank = f"thief={red},18,0,none~*,+1 hunter={red},9,0,{own}*,III {rest}"
    state = drawn(row, blank + f" a6={other}", "phase=act actor=thief", ONE)
    assert worlds(state, 1 - side, ("thief", "hunter")) == {
        ("none~*", one, f"{own}*", another) for one, another in drawn_pairs
    }
