"""Verdicts on decisions: win chance, loss, luck and skill."""

import pytest

import potluck
from players.watching import watch
from potluck.bots.mcts import Mcts
from potluck.bots.search import Limit
from potluck.core.state import CHANCE
from potluck.games import load_text
from potluck.players.door import make_search
from potluck.players.judge import (
    BLUNDER,
    INACCURACY,
    MISTAKE,
    WORLDS,
    Judge,
    Verdict,
    accuracy,
    accuracy_of,
    balance,
    chance_plies,
    decisions_of,
    final_chance,
    win_chance,
)
from potluck.players.settings import Level


def verdict(chance: float, made: float, *, seat: int = 0, error: float = 0.0, second: float = 0.0) -> Verdict:
    """Make a verdict by hand."""
    mine = (chance, 1 - chance) if seat == 0 else (1 - chance, chance)
    after = (made, 1 - made) if seat == 0 else (1 - made, made)
    return Verdict(
        ply=0, turn=0, seat=seat, choices=3, move=int(made < chance), best=0, chance=chance, made=made, second=second,
        error=error, chances=mine, after=after,
    )  # fmt: skip


def play(name: str, seed: int, options: str = "") -> potluck.Match:
    """Play a short random match."""
    match = potluck.Match(load_text(name, options), seed=seed)
    dice = potluck.Dice(seed)
    while not match.is_over and len(match.moves) < 40:
        moves = list(match.state.moves())
        match.play(moves[dice.below(len(moves))])
    if not match.is_over:
        match.resign(1)
    return match


def test_a_score_is_a_chance_of_winning() -> None:
    assert win_chance(1.0, 2) == win_chance(1.0, 4) == 1.0
    assert win_chance(-1.0, 2) == 0.0
    assert win_chance(-1 / 3, 4) == pytest.approx(0.0)
    assert win_chance(0.0, 4) == 0.25
    assert win_chance(-1.0, 4) == 0.0


@pytest.mark.parametrize(
    ("loss", "mark"),
    [(BLUNDER, "blunder"), (MISTAKE, "mistake"), (INACCURACY, "inaccuracy"), (INACCURACY - 0.01, "")],
)
def test_marks_by_the_loss(loss: float, mark: str) -> None:
    assert verdict(0.6, 0.6 - loss - 1e-9).mark == mark


def test_a_loss_within_the_error_gets_no_mark() -> None:
    assert verdict(0.6, 0.4, error=0.11).mark == ""
    assert verdict(0.6, 0.4, error=0.09).mark == "blunder"


def test_best_and_only_moves() -> None:
    assert verdict(0.6, 0.6, second=0.55).mark == "best"
    assert verdict(0.6, 0.6, second=0.3).mark == "only"


def test_accuracy_of_perfect_and_of_lost_decisions() -> None:
    assert accuracy_of(verdict(0.5, 0.5)) == 100.0
    assert accuracy_of(verdict(1.0, 0.0)) == 0.0
    assert accuracy([], 0) is None
    good = [verdict(0.5, 0.5), verdict(0.5, 0.5, seat=1)]
    bad = [verdict(0.5, 0.5), verdict(0.5, 0.3), verdict(0.5, 0.5, seat=1)]
    assert accuracy(good, 0) == 100.0
    found = accuracy(bad, 0)
    assert found is not None
    assert 40 < found < 80


def test_throwing_a_win_away_is_a_blunder() -> None:
    """Whoever can win at once and does something else has lost most of their chance."""
    drawing = [".........."] * 7 + ["..a.......", "..2.......", ".........."]
    game = potluck.load("potential")
    state = game.read_position(" ".join(drawing) + " seat=0")
    judge = Judge(game, 2_000)
    found = {move: judge.decide(state, move) for move in list(state.moves())}
    best = next(iter(found.values())).best
    assert found[best].chance > 0.99
    assert found[best].mark in ("best", "only")
    assert any(verdict.mark == "blunder" for verdict in found.values())
    assert sum(found[best].chances) == pytest.approx(1.0)


def test_verdicts_are_the_same_every_time() -> None:
    match = play("struggle", 3, "powers=builders/classic")
    one, other = (list(Judge(match.game, 60, seed=5).judge(match)) for _ in range(2))
    assert one == other
    assert [verdict.ply for verdict in one] == [
        ply for ply, state, _ in match.steps() if state.to_move >= 0 and len(state.moves()) > 1
    ]


@pytest.mark.parametrize("name", ["potion_explosion", "magic_potion"])
def test_luck_and_play_are_the_whole_way(name: str) -> None:
    match = play(name, 2)
    verdicts = list(Judge(match.game, 2, seed=1).judge(match))
    for seat in range(2):
        split = balance(match, verdicts, seat)
        whole = final_chance(match, seat) - verdicts[0].chances[seat]
        assert split.luck + split.play == pytest.approx(whole)
        assert split.losses >= 0
    assert all(match.state_at(ply).to_move == CHANCE for ply in chance_plies(match)[:3])


def test_a_game_without_chance_has_no_luck() -> None:
    match = play("potential", 4)
    verdicts = list(Judge(match.game, 200).judge(match))
    assert balance(match, verdicts, 0).luck == 0.0


def test_four_seats_share_what_is_left() -> None:
    game = potluck.load("potion_explosion")
    match = potluck.Match(game, 4, seed=3)
    found = Judge(game, 8).decide(match.state, match.state.moves()[0])
    assert sum(found.chances) == pytest.approx(1.0)
    assert sum(found.after) == pytest.approx(1.0)
    assert found.error >= 0.0


def test_an_open_match_is_even() -> None:
    assert final_chance(potluck.Match("potential"), 0) == 0.5


def thrown(name: str, seed: int) -> tuple[potluck.Game, potluck.State, int]:
    """Find a decision with many moves in a game of chance, and the move that the evaluator likes least."""
    match = play(name, seed)
    states = [state for _, state, _ in match.steps() if state.to_move >= 0 and len(state.moves()) > 2]
    search = make_search(match.game, Level("greedy"), potluck.Dice(1))
    search.think(states[-1], Limit(1, 0.0))
    return match.game, states[-1], int(search.moves[-1])


@pytest.mark.parametrize("name", ["potion_explosion", "potus", "magic_potion"])
def test_the_move_made_gets_as_many_simulations_as_the_best_and_more_where_there_is_doubt(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, state, move = thrown(name, 2)
    judge = Judge(game, 40, closer=4)
    compared: list[int] = []
    worth = judge._worth

    def count(state: potluck.State, move: int, ply: int, steps: int) -> float:
        compared.append(steps)
        return worth(state, move, ply, steps)

    monkeypatch.setattr(judge, "_worth", count)
    found = judge.decide(state, move)
    assert 0.0 <= found.made <= found.chance <= 1.0
    assert sum(found.after) == pytest.approx(1.0)
    assert compared[::2] == compared[1::2]
    # Without the 20 the move made seemed best, and only the closer look found another.
    assert compared[::2] in ([], [20], [20, 40], [20, 40, 160], [40], [40, 160])
    if found.move != found.best:
        assert found.error == pytest.approx(
            ((found.chance * (1 - found.chance) + found.made * (1 - found.made)) / compared[-1]) ** 0.5
        )
    if found.loss >= INACCURACY:
        assert compared[-1] == 160


def test_every_move_that_is_not_the_best_found_is_compared_with_it() -> None:
    match = play("potion_explosion", 2)
    seen, compared = Judge(match.game, 30), Judge(match.game, 60, closer=4)
    verdicts = [seen.decide(state, move, ply) for ply, state, move in decisions_of(match)]
    others = {one.ply: one for one in verdicts if one.move != one.best}
    assert others, "random play makes such moves"
    for ply, state, move in decisions_of(match):
        found = compared.decide(state, move, ply)
        if ply in others and found.move != found.best:
            assert found.error <= 0.5 * (2 / 30) ** 0.5  # of 30 simulations each, or more


@pytest.mark.parametrize(("lead", "looks"), [(-1.0, [20]), (1.0, [20, 80])])
def test_where_the_second_best_is_near_a_longer_look_tells_which_is_better(
    lead: float, looks: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, state, _ = thrown("potion_explosion", 2)
    judge = Judge(game, 40, closer=4)
    first = judge._seen(state, 0, 7, 20)
    monkeypatch.setattr("potluck.players.judge.TIED", first.chance - first.second + lead)
    made = watch(judge, monkeypatch)
    judge.decide(state, first.best, 7)
    assert made == looks


def test_a_move_that_shows_nothing_hidden_is_valued_in_one_large_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state, move = thrown("magic_potion", 2)
    judge = Judge(game, 40, closer=4)
    assert len(judge._afters(state, move, 7)) == 1
    monkeypatch.setattr(type(game), "view", lambda *_: object())  # as if every draw looked different
    assert len(judge._afters(state, move, 7)) == WORLDS


def test_what_is_certain_after_a_move_is_certain_in_a_comparison() -> None:
    """Where the match is won at once nothing is sampled, whoever would go on."""
    game = potluck.load("potential")
    state = game.read_position(" ".join([".........."] * 7 + ["..a.......", "..2.......", ".........."]) + " seat=0")
    search = make_search(game, Level("mcts", 20), potluck.Dice(1))
    assert isinstance(search, Mcts)
    found = {}
    for move in list(state.moves()):
        after = state.copy()
        after.play(move)
        found[move] = [search.worth(after, seat, Limit(20, 0.0)) for seat in range(2)]
    assert [1.0, -1.0] in found.values()
    assert all(-1.0 <= worth <= 1.0 for pair in found.values() for worth in pair)
