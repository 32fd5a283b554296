"""The review of a match: what was played and what was drawn, told apart, in a sum that closes."""

from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

import potluck
from players.test_judge import play, verdict
from players.watching import watch
from potluck.cli import app
from potluck.players.judge import Verdict, decisions_of
from potluck.players.review import (
    CLOSER,
    Account,
    Asked,
    Review,
    backed_up,
    conclude,
    judge_places,
    points_of,
    review_lines,
    review_steps,
    reviewer,
    settle,
    shifted,
    summary,
    sure,
)
from potluck.records import write
from potluck.records.match import Match


def review(match: Match, steps: int) -> Review:
    """Review a match at once."""
    return conclude(match, list(reviewer(match.game, steps).judge(match)), steps)


WON = " ".join([".........."] * 7 + ["..a.......", "..2.......", ".........."]) + " seat=0"


@pytest.mark.parametrize("name", potluck.names())
def test_start_decisions_luck_and_end_make_the_result(name: str) -> None:
    match = play(name, 5)
    found = review(match, 2)
    for account in found.accounts:
        parts = account.start + sum(account.decisions) + account.luck + account.given_up
        assert parts == pytest.approx(account.result)
    assert [decision.verdict.ply for decision in found.decisions] == [step.ply for step in decisions_of(match)]
    assert len(found.turning) <= 3
    assert found.turning == sorted(found.turning, key=lambda point: (point.ply, point.luck))
    assert msgspec.json.decode(msgspec.json.encode(found), type=type(found)) == found


def test_a_game_without_chance_and_secrets_has_no_luck() -> None:
    match = play("potential", 4)
    for account in review(match, 50).accounts:
        assert account.luck == pytest.approx(0.0)
        assert account.luck_points is None


def test_points_of_luck_where_points_are_counted() -> None:
    match = play("potion_explosion", 4)
    account = review(match, 2).accounts[0]
    assert account.luck_points is not None
    assert points_of(match.game, -0.1) == pytest.approx(-3.6)  # nine points make a seat e times as likely to win


def test_a_loss_that_cannot_be_told_from_nothing_is_none() -> None:
    tiny = verdict(0.6, 0.55, error=0.03)
    assert sure(tiny).loss == 0.0
    assert sure(verdict(0.6, 0.4, error=0.03)).loss == pytest.approx(0.2)
    assert sure(verdict(0.6, 0.6)).loss == 0.0


def test_a_decision_lost_what_both_searches_agree_on() -> None:
    worse = backed_up(verdict(0.6, 0.5), (0.2, 0.8))  # the rest was lost before
    assert (worse.chance, worse.made) == pytest.approx((0.3, 0.2))
    better = backed_up(verdict(0.6, 0.2), (0.5, 0.5))
    assert (better.chance, better.made) == pytest.approx((0.6, 0.5))
    best = backed_up(verdict(0.6, 0.6), (0.2, 0.8))
    assert best.loss == 0.0
    assert best.chances == pytest.approx((0.2, 0.8))
    assert shifted((1.0, 0.0), 0, 1.0) == (1.0, 0.0)


def test_secrets_are_judged_by_what_the_seat_knew() -> None:
    """Whatever the others really hold, the verdict is the same."""
    game = potluck.load("magic_potion")
    match = potluck.Match(game, seed=3)
    dice = potluck.Dice(5)
    while not (match.to_move == 0 and len(match.moves) > 30 and len(match.state.moves()) > 1):
        moves = list(match.state.moves())
        match.play(moves[dice.below(len(moves))])
    other = match.state.copy()
    other.determinize(0, potluck.Dice(9))
    move = match.state.moves()[0]
    one, two = (reviewer(game, 3).decide(state, move, 7) for state in (match.state, other))
    assert one.chance == two.chance
    assert one.best == two.best


def test_a_thrown_win_is_a_blunder_with_the_better_line() -> None:
    game = potluck.load("potential")
    match = potluck.Match(game, position=WON, chance=False)
    winning = reviewer(game, 2_000).decide(match.state, match.state.moves()[0]).best
    thrown = next(move for move in match.state.moves() if move != winning)
    match.play(thrown)
    match.resign(1)
    found = review(match, 2_000)
    assert found.decisions[0].mark == "blunder"
    assert found.decisions[0].better[0] == game.write(match.begin(), winning)
    assert found.turning[0].ply == 0
    assert not found.turning[0].luck
    assert found.accounts[1].marks == {}
    lines = "\n".join(review_lines(match, found))
    assert f"blunder, {100 * found.decisions[0].verdict.chance:.0f} %" in lines
    assert "resigned" in lines


def test_what_the_next_search_sees_counts_for_the_decision_before() -> None:
    match = play("potential", 6)
    verdicts = list(reviewer(match.game, 20).judge(match))
    settled = settle(match, verdicts)
    for one, following in zip(settled, settled[1:], strict=False):
        assert one.after == following.chances
        assert one.chance >= one.made


def test_what_seems_to_deserve_a_mark_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = potluck.load("potential")
    state = game.read_position(WON)
    judge = reviewer(game, 100)
    looks = watch(judge, monkeypatch)
    best = judge.decide(state, state.moves()[0]).best
    looks.clear()
    judge.decide(state, next(move for move in state.moves() if move != best))
    assert looks == [100, 100 * CLOSER]
    looks.clear()
    judge.decide(state, best)
    assert looks == [100]


def test_one_sentence_for_each_way_it_can_go() -> None:
    def told(name: str, **facts: float | None) -> str:
        account = Account(84.2, {}, 0.5, [0.0, 0.0], 0.0, None, 0.0, 1.0)
        return summary(potluck.load(name), msgspec.structs.replace(account, **facts), 1)

    assert told("potential") == "{1} played at 84."
    assert told("potential", accuracy=66.5) == "{1} played at 67."  # as the page rounds it
    assert told("potential", accuracy=None) == "{1} decided nothing."
    assert told("potus") == "{1} played at 84; luck was even."
    assert told("potus", luck=-0.12) == "{1} played at 84; luck cost 12 % of winning chance."
    assert told("magic_potion", luck=0.2) == "{1} played at 84; luck brought 20 % of winning chance."


def test_an_empty_match_has_an_empty_review() -> None:
    match = potluck.Match("struggle", powers="builders/classic", chance=False)
    match.resign(0)
    found = conclude(match, [])
    assert not found.decisions
    assert not found.turning
    assert [account.accuracy for account in found.accounts] == [None, None]


def test_a_game_of_its_own_gets_a_common_budget() -> None:
    class Other(type(potluck.load("potential"))):  # type: ignore[misc]
        name = "other"

    assert review_steps(Other()) > 0


def test_the_terminal_reviews_a_record_alike_with_any_number_of_workers(tmp_path: Path) -> None:
    match = play("struggle", 3, "powers=builders/classic")
    file = tmp_path / "match.txt"
    file.write_text(write(match.record()))
    done, halved = (
        CliRunner().invoke(app, ["review", str(file), "--steps", "20", "--workers", workers]) for workers in "12"
    )
    assert done.exit_code == 0
    assert "played at" in done.output
    assert "Turning points:" in done.output
    assert Verdict.__name__ not in done.output
    assert halved.output == done.output


def test_decisions_are_judged_alike_in_any_order() -> None:
    match = play("magic_potion", 3)
    asked = Asked(match.record(), 3)
    whole = list(reviewer(match.game, 3).judge(match))
    places = list(range(len(whole)))[::-2]
    assert judge_places(asked, places) == [(place, whole[place]) for place in places]
