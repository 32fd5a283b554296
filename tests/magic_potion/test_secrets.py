"""What each seat of Magic Potion knows, and that nothing else reaches it."""

from collections import Counter

import pytest

import potluck
from kit import MATCHES, Case, case_id, seen
from magic_potion.facts import VARIANTS
from magic_potion.field import GAME, drawn, items, play
from potluck import ALL, CHANCE, OVER, SPECTATOR, Dice, Game, State
from potluck.core.errors import BadNotation
from potluck.games.magic_potion.items import CARDS, ITEM_NAMES
from potluck.games.magic_potion.position import FACE, GIVE, OPEN_FACE, PLACE, PLACING
from potluck.games.magic_potion.rules import MagicPotionState

CASES = [Case("magic_potion", options, seats) for options, seats in VARIANTS]
TURN = "phase=act actor=thief"
WALKS = max(1, MATCHES // 200)


def test_mp24_a_drawn_item_is_seen_by_its_side_only() -> None:
    facts = "thief=red,18,2,I* priest=blue,18,1,II*"
    state = drawn("....T..\n.......\np......\n.......", facts, "phase=move actor=thief")
    play(state, "go-d4")
    move = GAME.read(state, "+2")
    assert [GAME.write(state, move, viewer) for viewer in (0, 1, SPECTATOR, ALL)] == ["+2", "?", "?", "+2"]
    assert GAME.tell(state, move, 0) == ["{0}'s Thief drew +2 Energy."]
    assert GAME.tell(state, move, 1) == GAME.tell(state, move, SPECTATOR) == ["{0}'s Thief drew an item."]
    state.play(move)
    assert [items(state, "thief", viewer) for viewer in (0, 1)] == [["I*", "+2"], ["?", "?*"]]
    assert "thief=red,18,2,?,?*" in GAME.write_position(state, 1)


def test_mp24_what_was_seen_stays_known() -> None:
    facts = "merchant=red,18,1,I* priest=blue,18,0,II*,+2,+1 thief=blue,9,0"
    state = drawn("...B..t\n...p...", facts, "phase=act actor=merchant")
    play(state, "bribe-priest", "take-II")
    dice = Dice(1)
    for _ in range(20):
        state.determinize(0, dice)
        assert items(state, "priest", 0) == ["+1!", "+2!"]


def test_mp33_what_both_sides_have_seen_is_open_to_everybody() -> None:
    facts = "thief=red,18,1,I* priest=blue,18,3,II*,+1 merchant=blue,9,0"
    state = drawn("...T..b\n...p...", facts, "phase=act actor=thief")
    play(state, "attack-priest", "roll-0", "6", "steal-item")
    move = GAME.read(state, "+1")
    assert [GAME.write(state, move, viewer) for viewer in (0, 1, SPECTATOR)] == ["+1", "+1", "+1"]
    state.play(move)
    assert items(state, "thief", SPECTATOR) == ["+1!", "?*"]
    assert items(state, "priest", SPECTATOR) == ["?*"]


def test_the_place_of_the_recipe_is_told_to_nobody_else() -> None:
    state = GAME.new()
    play(state, "pick-thief", "pick-priest", "pick-hunter", "pick-magician", "pick-assassin", "pick-merchant")
    play(state, "give-1", "give-2", "give-0", "give-5")
    play(state, "place-c1", "place-c7", "place-d1", "place-d7", "place-e1", "place-e7")
    move = GAME.read(state, "recipe-thief")
    assert [GAME.write(state, move, viewer) for viewer in (0, 1, SPECTATOR)] == ["recipe-thief", "recipe-?", "recipe-?"]
    assert GAME.tell(state, move, 0) == ["{0} hid Recipe I on the Thief."]
    assert GAME.tell(state, move, 1) == ["{0} placed the items face down."]


def test_a_determinized_state_keeps_what_the_counts_say() -> None:
    facts = "thief=red,18,1,I*,+1,none hunter=red,9,0,none* priest=blue,18,3,II*,+2,+2 merchant=blue,9,0,none*,III"
    used = " used=+1,+1,+2,+3"
    state = drawn("...T..b\n...p..H", facts + used, "phase=act actor=thief")
    dice = Dice(7)
    places = Counter[str]()
    for _ in range(400):
        twin = state.copy()
        twin.determinize(0, dice)
        assert items(twin, "thief") == ["I*", "none", "+1"]
        hidden = items(twin, "priest") + items(twin, "merchant")
        assert sorted(name for name in hidden if name.endswith("*")) == ["II*", "none*"]
        drawn_cards = Counter(name for name in hidden if not name.endswith("*"))
        assert not drawn_cards - Counter({"III": 1, "none": 1, "+1": 1, "+2": 3})
        places["priest" if "II*" in items(twin, "priest") else "merchant"] += 1
        places["III"] += drawn_cards["III"]
    assert 160 < places["priest"] < 240
    assert 150 < places["III"] < 250  # three of the six unseen drawn cards are with Blue


def test_a_piece_that_would_have_ended_the_match_is_not_imagined() -> None:
    facts = "thief=red,18,1,I!,II!,+1,+2 priest=blue,18,3 merchant=blue,9,0"
    state = drawn("...T..b\n...p...", facts, "phase=act actor=thief")
    dice = Dice(3)
    for _ in range(200):
        state.determinize(1, dice)
        assert "III" not in items(state, "thief")
    text = GAME.write_position(state, 1)
    for _ in range(50):
        filled = GAME.read_position(text, dice)
        assert isinstance(filled, MagicPotionState)
        assert not filled.has_recipe(0)
    used = "used=+1,+1,+1,+1,+2,+2,+2,+2,+3 a7=none,none,none,none,none,none"
    certain = GAME.write_position(
        drawn("...T..b\n...p...", "thief=red,18,1,I!,II! priest=blue,18,3 merchant=blue,9,0 " + used, TURN)
    )
    with pytest.raises(BadNotation, match="whole recipe"):
        GAME.read_position(certain.replace("I!,II!", "I!,II!,?"), dice)


def test_a_hidden_position_needs_dice() -> None:
    state = drawn("...T...\n...p...", "thief=red,18,2,I* priest=blue,18,1,II*", "phase=act actor=thief")
    with pytest.raises(BadNotation, match="expected dice"):
        GAME.read_position(GAME.write_position(state, 0))
    assert (
        GAME.read_position(GAME.write_position(state, SPECTATOR), Dice(1)).key() == state.key()
    )  # only one place for each piece


@pytest.mark.parametrize("seat", [0, 1])
def test_what_a_move_opens_is_exchanged_for_all_that_it_can_be(seat: int) -> None:
    near, far, own, other = ("red", "blue", "I", "II") if seat == 0 else ("blue", "red", "II", "I")
    rows = "...B..t\n...p..." if seat == 0 else "...b..T\n...P..."
    facts = f"merchant={near},18,1,{own}*,{other}! priest={far},18,0,none*,+2 thief={far},9,0,none*"
    state = drawn(rows, facts, "phase=act actor=merchant")
    found = state.witnesses(seat, GAME.read(state, "bribe-priest"))
    worlds = [drawn(rows, facts.replace("+2", name), "phase=act actor=merchant") for name in ITEM_NAMES[2:]]
    assert sorted(twin.key() for twin in found) == sorted(world.key() for world in worlds)
    assert len(state.witnesses(seat, GAME.read(state, "done"))) == 1
    dealt = f"merchant={near},18,1,{own}* priest={far},18,0,{other}* thief={far},9,0,none*"
    swapped = f"merchant={near},18,1,{own}* priest={far},18,0,none* thief={far},9,0,{other}*"
    states = [drawn(rows, given, "phase=act actor=merchant") for given in (dealt, swapped)]
    for state in states:
        found = state.witnesses(seat, GAME.read(state, "bribe-priest"))
        assert sorted(twin.key() for twin in found) == sorted(one.key() for one in states)


def test_mp7_nothing_is_certain_of_what_a_secret_set_up_hides() -> None:
    secret = potluck.load("magic_potion", secret_setup=True)
    hidden = secret.new()
    play(
        hidden,
        *(f"pick-{name}" for name in ("thief", "priest", "hunter", "magician", "assassin", "merchant")),
        game=secret,
    )
    play(hidden, "give-1", "give-2", game=secret)
    assert len(hidden.witnesses(1, secret.read(hidden, "give-0"))) == 1
    play(hidden, "give-0", game=secret)
    assert hidden.witnesses(1, secret.read(hidden, "give-5")) == []  # it shows the dice of the other side


# Non-interference: two states that a seat cannot tell apart stay so, whatever happens in public


def twin_of(game: Game, state: State, seat: int, dice: Dice) -> State:
    twin = state.copy()
    twin.determinize(seat, dice)
    return twin


def same_move(game: Game, state: State, twin: State, move: int, seat: int, dice: Dice) -> int | None:
    """Find a move of the twin that looks the same to the seat and does not end the match, if there is any."""
    text = game.write(state, move, seat)
    same = [other for other in twin.moves() if game.write(twin, other, seat) == text]
    told = game.tell(state, move, seat)
    same = [other for other in same if game.tell(twin, other, seat) == told]
    return same[dice.below(len(same))] if same else None


@pytest.mark.parametrize("case", CASES, ids=case_id)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_is_shown_nothing_that_it_cannot_know(case: Case, seat: int) -> None:
    game = case.load()
    dice = Dice(40 + seat)
    compared = 0
    for _ in range(WALKS):
        state = game.new()
        twin = twin_of(game, state, seat, dice)
        while state.to_move != OVER:
            assert seen(game, twin, seat) == seen(game, state, seat)
            moves = state.moves()
            move = dice.sample(state) if state.to_move == CHANCE else moves[dice.below(len(moves))]
            other = same_move(game, state, twin, move, seat, dice)
            if other is None:  # something was revealed that the twin does not have
                assert reveals(game, state, move, seat)
                state.play(move)
                twin = twin_of(game, state, seat, dice)
                continue
            phase = phase_of(state)
            state.play(move)
            twin.play(other)
            compared += 1
            if compared % 9 == 0 or (phase in (GIVE, PLACING) and phase_of(state) != phase):  # the set-up is shown
                twin = twin_of(game, state, seat, dice)
    assert compared > 50 * WALKS


def phase_of(state: State) -> int:
    assert isinstance(state, MagicPotionState)
    return int(state.phase())


def reveals(game: Game, state: State, move: int, seat: int) -> bool:
    """Tell whether a move shows the seat a card, or ends the match."""
    assert isinstance(state, MagicPotionState)
    after = state.copy()
    after.play(move)
    assert isinstance(after, MagicPotionState)
    known = [known_to(position, seat) for position in (state, after)]
    return after.to_move == OVER or known[0] != known[1]


def known_to(state: MagicPotionState, seat: int) -> list[int]:
    """List the cards that a seat has seen."""
    data = state.data
    own = [place for place in range(8) if state.side(place) == seat]
    return [card for card in range(CARDS) if data[FACE + card] == OPEN_FACE or data[PLACE + card] in own]


def test_spectators_know_what_both_seats_know() -> None:
    game = potluck.load("magic_potion")
    state = game.new()
    dice = Dice(5)
    while state.to_move != OVER:
        shown = game.write_position(state, SPECTATOR)
        hidden = [
            word for viewer in (0, 1) for word in game.write_position(state, viewer).split(",") if word.startswith("?")
        ]
        assert shown.count("?") == len(hidden)
        state.play(dice.sample(state) if state.to_move == CHANCE else state.moves()[dice.below(len(state.moves()))])
