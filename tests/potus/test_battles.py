"""The President cards: piles, battles, who moves first (PO1 to PO3, PO16, PO17)."""

import hashlib
from itertools import product

import pytest

import potluck
from potluck import CHANCE, Dice
from potluck.games.potus.position import (
    BATTLE,
    CARD,
    EXTRA,
    FAVOURED,
    FOUGHT,
    FRESH,
    LEFT,
    MOVING,
    OWED,
    PILE,
    RECOUNTING,
    TURNED,
    UNSEEN,
    VETOED,
    WAITING,
    Options,
)
from potluck.games.potus.presidents import CARDS, PRESIDENTS, Deck, Row
from potluck.games.potus.rules import PotusState
from potus.play import drawn, load, played, refused

GAME = load()
ROWS = ".o.o.o.c .a...... ....*.a. .*U....* *.....*. .A.*..u. ......A. C.o.o.o."
FIGHT = f"{ROWS} phase=battle"


def turn_cards(state: PotusState, pairs: int, dice: Dice) -> list[tuple[int, int]]:
    """Play at random until as many pairs of cards have been turned; list them."""
    seen: list[tuple[int, int]] = []
    while len(seen) < pairs:
        turning = state.phase() in (BATTLE, RECOUNTING)
        moves = state.moves()
        move = dice.sample(state) if state.to_move == CHANCE else moves[dice.below(len(moves))]
        if turning and state.face(0) >= 0:
            seen.append((int(state.face(0)), int(move)))
            state.data[FOUGHT] = 0
        state.play(move)
    return seen


def test_po1_each_player_turns_over_their_own_pile_and_then_shuffles_it() -> None:
    state = drawn(GAME, FIGHT)
    assert (state.data[PILE], state.data[PILE + 1]) == (22, 21)
    assert len(state.moves()) == CARDS  # nobody knows what a pile holds
    after = played(GAME, state, "Reagan")
    assert len(after.moves()) == CARDS - 1
    assert refused(GAME, after, "Reagan") == ""  # chance has turned it already
    last = "n" * 20 + "f" * 20 + "..."
    late = drawn(GAME, f"{FIGHT} cards={last}")
    assert len(late.moves()) == 3
    turned = played(GAME, late, "Clinton", "Obama")
    far = [int(turned.data[CARD + card]) for card in range(CARDS)]
    assert far.count(WAITING + 1) == 21  # the far pile is known now, and shuffled
    assert far.count(UNSEEN) == 1
    assert turned.data[FRESH] == 1
    assert turned.data[FRESH + 1] == 0


def test_po1_a_pile_turned_once_is_a_known_set() -> None:
    state = GAME.new()
    assert isinstance(state, PotusState)
    dice = Dice(4)
    while state.phase() != BATTLE:
        state.play(state.moves()[0])
    first = turn_cards(state, 22, dice)
    second = turn_cards(state, 22, dice)
    assert {near for near, _ in first} == {near for near, _ in second}
    assert {far for _, far in first[:21]} == {far for _, far in second[:20]} | {first[21][1]}
    assert len({near for near, _ in first} | {far for _, far in first}) == CARDS


def test_po1_burn_one_leaves_21_each_and_one_unseen() -> None:
    game = load(burn_one=True)
    state = drawn(game, FIGHT)
    assert (state.data[PILE], state.data[PILE + 1]) == (21, 21)
    late = drawn(game, f"{FIGHT} cards={'n' * 20 + 'f' * 20}...")
    after = played(game, late, "Clinton", "Obama")
    assert [int(after.data[CARD + card]) for card in range(CARDS)].count(UNSEEN) == 1
    assert after.data[FRESH] == after.data[FRESH + 1] == 0


def test_po1_redeal_shuffles_all_cards_for_both() -> None:
    game = load(redeal=True)
    late = drawn(game, f"{FIGHT} cards={'n' * 20 + 'f' * 20}...")
    after = played(game, late, "Clinton", "Obama")
    assert all(after.data[CARD + card] == UNSEEN for card in range(CARDS))
    assert (after.data[PILE], after.data[PILE + 1]) == (22, 21)


def test_po2_each_category_won_is_a_movement_and_ties_are_null() -> None:
    after = played(GAME, drawn(GAME, FIGHT), "Reagan", "Adams")
    assert after.owner() == 1
    assert after.data[LEFT] == 2
    assert after.data[OWED] == 1
    then = played(GAME, after, "A b7-b6", "A b6-b5", "Donation")
    assert (then.owner(), then.data[LEFT]) == (0, 1)
    assert refused(GAME, drawn(GAME, FIGHT), "C a1-b2") == ""


def test_po2_a_battle_without_movements_is_followed_by_the_next_cards() -> None:
    state = drawn(GAME, FIGHT)
    after = played(GAME, state, "Washington", "Jefferson")
    assert after.phase() == BATTLE
    assert after.data[FOUGHT] == 1
    assert after.turn == state.turn + 1


@pytest.mark.parametrize(
    ("near", "far", "first"),
    [
        ("Washington", "Adams", 0),  # more movements
        ("Adams", "Wilson", 1),  # 2-2, sums 27 and 28
        ("Adams", "Monroe", 1),  # 1-1, sums 27 and 29
        ("Adams", "Jackson", 0),  # 2-2, equal sums, Popularity 8 and 5
        ("Wilson", "Clinton", 0),  # 1-1, equal sums, Popularity 7 and 5
        ("Fillmore", "Pierce", 1),  # 1-1, equal sums and Popularity, Leadership 4 and 5
        ("Reagan", "Wilson", 0),  # 1-1, equal sums and Popularity, Leadership 9 and 7
    ],
)
def test_po3_who_moves_first_with_the_shipped_cards(near: str, far: str, first: int) -> None:
    assert played(GAME, drawn(GAME, FIGHT), near, far).owner() == first
    assert played(GAME, drawn(GAME, FIGHT), far, near).owner() == 1 - first


def made_up(*ratings: tuple[int, int, int, int]) -> tuple[Row, ...]:
    """Make cards with the given ratings, the older president first."""
    return tuple((str(n), "x", "x", "x", "x", f"18{n:02}-01-01", *four) for n, four in enumerate(ratings))


def test_po3_foreign_decides_with_made_up_cards() -> None:
    deck = Deck(made_up((5, 6, 7, 8), (6, 5, 7, 8)))
    assert deck.count_won(0, 1) == deck.count_won(1, 0) == 1
    assert deck.find_first(0, 1, 1, 1) == 0
    assert deck.find_first(1, 0, 1, 1) == 1


def test_po3_the_rules_play_with_other_cards_too() -> None:
    rows = tuple((*row[:6], 6, 5, 7, 8) if row[1] == "Adams" else (*row[:6], 5, 6, 7, 8) for row in PRESIDENTS)
    board = GAME.rules.board
    options = Options(board, Deck(rows), 5, 1, False, False, False, False, False, False, False, 0)
    state = drawn(GAME, FIGHT)
    other = PotusState(options, state.data[:])
    other.to_move = state.to_move
    assert played(GAME, other, "Adams", "Reagan").owner() == 1
    assert played(GAME, other, "Reagan", "Adams").owner() == 0


def test_po3_domestic_never_decides_after_equal_sums() -> None:
    # With equal sums and equal Popularity, Leadership and Foreign nothing is left for Domestic to differ in.
    cards = [row[6:] for row in PRESIDENTS] + list(product(range(1, 4), repeat=4))
    for near, far in product(cards, repeat=2):
        assert sum(near) != sum(far) or near[1:] != far[1:] or near[0] == far[0]


def test_po3_the_older_president_decides_a_recount_between_equal_cards() -> None:
    text = f"{ROWS.replace('C.o', 'S.o').replace('.A.*', '.A.C')} phase=event actor=0 left=1 lander=Cd3 finished=Cd3"
    recount = played(GAME, drawn(GAME, text), "Recount")
    older = played(GAME, recount, "Washington", "Jefferson")
    assert (older.actor(), older.data[LEFT], older.data[EXTRA]) == (0, 2, 0)
    younger = played(GAME, recount, "TRoosevelt", "Jefferson")
    assert (younger.actor(), younger.data[LEFT], younger.data[EXTRA]) == (1, 1, 1)


def test_po3_state_of_the_union_counts_before_the_order_is_fixed_and_a_veto_after() -> None:
    favoured = played(GAME, drawn(GAME, f"{FIGHT} union=1/0"), "Reagan", "Adams")  # 1-2, and one tie
    assert (favoured.owner(), favoured.data[LEFT], favoured.data[OWED + 1]) == (0, 2, 2)  # 2-2, then the sum: 28 and 27
    vetoed = played(GAME, drawn(GAME, f"{FIGHT} veto=0/1"), "Reagan", "Adams")
    assert (vetoed.owner(), vetoed.data[LEFT]) == (1, 1)


def test_po16_the_round_ends_after_as_many_battles_as_agreed() -> None:
    short = load(battles=66)
    late = drawn(short, f"{FIGHT} battles=65")
    assert played(short, late, "Washington", "Jefferson").ending() == "PO16"
    assert potluck.rulings("potus", short.chosen)["PO16"].text.startswith("After 66 battles")
    state = drawn(GAME, f"{FIGHT} battles=249 money=50/0")
    after = played(GAME, state, "Washington", "Jefferson")  # no movements, but counted
    assert after.ending() == "PO16"
    assert (after.money(0), after.money(1)) == (50, 0)
    assert [after.score(0), after.score(1)] == [1.0, -1.0]
    fought = played(GAME, state, "Reagan", "Adams")
    assert fought.phase() == MOVING  # the turns of the last battle are played
    done = played(GAME, fought, "A b7-c7", "A c7-d7", "A b3-b2")
    assert done.ending() == "PO16"
    assert played(GAME, drawn(GAME, f"{FIGHT} battles=248"), "Washington", "Jefferson").phase() == BATTLE


def test_po16_without_a_limit_battles_go_on() -> None:
    endless = load(battles=0)
    for fought, after in ((249, 250), (254, 255), (255, 255)):  # counted no further
        state = played(endless, drawn(endless, f"{FIGHT} battles={fought}"), "Washington", "Jefferson")
        assert (state.phase(), state.data[FOUGHT]) == (BATTLE, after)
    early, late = (drawn(endless, f"{FIGHT} battles={fought}") for fought in (1, 200))
    assert early.key() == late.key()  # the same futures
    assert drawn(GAME, f"{FIGHT} battles=1").key() != drawn(GAME, f"{FIGHT} battles=200").key()
    assert endless.limit == GAME.limit  # programs stop all the same


def test_po17_the_next_turn_is_the_next_with_a_movement_before_any_veto() -> None:
    pending = drawn(GAME, f"{ROWS} phase=move actor=0 left=1 owed=0/2 veto=0/1")
    assert played(GAME, pending, "C a1-a2").data[LEFT] == 1
    spared = played(GAME, drawn(GAME, f"{FIGHT} veto=1/0 filibuster=1/0"), "Fillmore", "Lincoln")  # 0-4
    assert spared.owner() == 1
    assert spared.data[VETOED] == 1
    spent = played(GAME, drawn(GAME, f"{FIGHT} veto=1/0 filibuster=1/0"), "Reagan", "Adams", "A b7-c7", "A c7-d7")
    assert spent.phase() == BATTLE  # one movement, vetoed: the turn is over, and the Filibuster with it
    assert spent.data[VETOED] == 0
    assert GAME.write_position(spent).count("filibuster") == 0
    assert spent.money(0) == spent.money(1) == 0


def test_po19_ties_stay_null_if_both_hold_a_state_of_the_union() -> None:
    both = played(GAME, drawn(GAME, f"{FIGHT} union=1/1"), "Reagan", "Adams")
    assert (both.owner(), both.data[LEFT], both.data[OWED]) == (1, 2, 1)
    assert both.data[FAVOURED] == both.data[FAVOURED + 1] == 0
    far = played(GAME, drawn(GAME, f"{FIGHT} union=0/1"), "Reagan", "Adams")
    assert (far.owner(), far.data[LEFT], far.data[OWED]) == (1, 3, 1)
    all_tied = played(GAME, drawn(GAME, f"{FIGHT} union=1/0"), "Washington", "Jefferson")
    assert (all_tied.owner(), all_tied.data[LEFT]) == (0, 4)


def test_piles_are_marked_by_who_turned_a_card() -> None:
    after = played(GAME, drawn(GAME, FIGHT), "Reagan", "Adams")
    words = [row[1] for row in PRESIDENTS]
    assert after.data[CARD + words.index("Reagan")] == TURNED
    assert after.data[CARD + words.index("Adams")] == TURNED + 1


def test_the_cards_are_those_of_the_table() -> None:
    assert len(PRESIDENTS) == CARDS == len({row[1] for row in PRESIDENTS}) == len({row[5] for row in PRESIDENTS})
    assert all(1 <= rating <= 10 for row in PRESIDENTS for rating in row[6:])
    ratings = {row[1]: row[6:] for row in PRESIDENTS}
    assert ratings["Reagan"] == (5, 7, 9, 7)  # as in the rulebook's example
    assert ratings["Adams"] == (5, 8, 6, 8)


def test_po1_a_changed_card_needs_another_version_of_the_rules() -> None:
    digest = hashlib.sha256(repr(PRESIDENTS).encode()).hexdigest()[:16]
    assert (GAME.rules_version, digest) == (2, "bc729217101e3f96")  # old records would become other matches
