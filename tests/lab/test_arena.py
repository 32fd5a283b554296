"""The arena: who is stronger, and who may sit down."""

import sys
from pathlib import Path

import pytest

import potluck
from bots.toys import CardsGame
from potluck.bots.search import Limit
from potluck.core.game import Game
from potluck.lab.arena import OPENING, arena, read_share, read_time, report
from potluck.lab.executors import Inline
from potluck.lab.plan import Plan, play_number
from potluck.lab.seating import sit_down
from potluck.lab.stopping import read_pair
from potluck.lab.study import Study
from potluck.players import nets
from potluck.players.door import Player
from potluck.players.levels import NAMES

GAME = potluck.load("potential", removal_target=1)


class First:
    """Play the first legal move: a bot as somebody may write it in a notebook."""

    trouble = ""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game

    def clock(self) -> float:
        """Take no time."""
        return 0.0

    def choose(self, position: str, seat: int, limit: Limit | None = None) -> str:
        """Answer with the first legal move."""
        state = self.game.read_position(position)
        return self.game.write(state, state.moves()[0])

    def close(self) -> None:
        """Hold nothing."""


OWN = f"{__name__}:First"


def test_a_better_player_scores_more() -> None:
    found = arena(GAME, ["greedy", "uniform"], 40, executor=Inline())
    assert found.matches == 40
    better, worse = found.standings
    assert better.points.mean + worse.points.mean == pytest.approx(1.0)
    assert better.points.low > 0.5
    assert better.elo[0] > 0 > worse.elo[0]
    assert better.wins + better.draws + better.losses == 40
    assert better.milliseconds > 0


def test_a_sequential_test_stops_as_soon_as_it_is_decided() -> None:
    found = arena(GAME, ["greedy", "uniform"], sprt=(0.0, 200.0), executor=Inline(), look=5)
    assert found.verdict == "stronger"
    assert found.matches < 200
    assert "greedy is stronger" in report(found)


def test_until_the_score_is_known() -> None:
    found = arena(GAME, ["greedy", "uniform"], until=0.2, executor=Inline())
    assert found.standings[0].points.spread <= 0.2
    assert found.verdict == ""


def test_pairs_without_chance_differ_by_their_openings() -> None:
    plan = Plan(game="struggle", players=("teacup", "ladle"), opening=6, groups=4)
    records = [play_number(plan, number).record for number in range(8)]
    moves = [record.split("\n\n", 1)[-1].split() for record in records]
    assert len({tuple(match) for match in moves}) == 8
    for one, other in zip(moves[::2], moves[1::2], strict=True):
        assert one[:12] == other[:12]  # who sits where changes within a pair, the opening does not
    assert len({tuple(match[:60]) for match in moves[::2]}) == 4


def test_an_opening_is_drawn_where_the_same_players_would_play_the_same_match_again(tmp_path: Path) -> None:
    for name, drawn in (("struggle", OPENING), ("potential", OPENING), ("potus", 0)):
        arena(potluck.load(name), ["greedy", "uniform"], 2, study=tmp_path / name, executor=Inline())
        assert Study(tmp_path / name).plan.opening == drawn


def test_the_players_are_not_asked_for_the_opening() -> None:
    rows = [play_number(Plan(game="potential", players=("uniform",), opening=opening), 0) for opening in (0, 6)]
    asked = [sum(row.asked) for row in rows]
    moves = [row.moves for row in rows]
    assert moves[1] - asked[1] >= 6
    assert moves[0] - asked[0] < moves[1] - asked[1]


BOT = """
import sys
for line in sys.stdin:
    if line.startswith("potluck"):
        print("potluckok", flush=True)
    if line.startswith("go"):
        print("bestmove", sys.argv[1], flush=True)
"""


def test_own_players_and_processes_sit_down(tmp_path: Path) -> None:
    found = arena(GAME, [OWN, "uniform"], 4, executor=Inline())
    assert found.standings[0].name == OWN
    first, file = GAME.new(), tmp_path / "bot.py"
    text = GAME.write(first, first.moves()[0])
    file.write_text(BOT)  # it loads nothing, so that it is ready in time on the busiest machine
    guest = sit_down(GAME, f"exec {sys.executable} -S {file} {text}", 1)
    try:
        assert guest.choose(GAME.write_position(first), 0) == text
    finally:
        guest.close()
    assert isinstance(sit_down(GAME, "mcts:steps=5", 1), Player)
    assert sit_down(GAME, "openspiel:simulations=2", 1).choose(GAME.write_position(GAME.new()), 0)


class Last:
    """Play the last legal move, and know nothing but how to choose."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game

    def choose(self, position: str, seat: int, limit: Limit | None = None) -> str:
        """Answer with the last legal move."""
        state = self.game.read_position(position)
        return self.game.write(state, state.moves()[-1])


def test_a_class_defined_on_the_spot_is_handed_over_as_it_is() -> None:
    class Here(Last):
        """Be found by no other process."""

    found = arena(GAME, [Here, "uniform"], 4)
    assert found.standings[0].name.endswith("<locals>.Here")
    assert found.standings[0].milliseconds > 0
    assert not found.troubles
    assert found._repr_markdown_() == report(found)


def test_a_net_from_a_file_sits_down(tmp_path: Path) -> None:
    game = potluck.load("struggle")
    file = tmp_path / "mine.net"
    file.write_bytes(nets.shipped_file("struggle"))
    name = f"net:{file}"
    match = potluck.Match(game, seed=1)
    while len(match.state.moves()) < 2:
        match.play(match.state.moves()[0])
    position = game.write_position(match.state)
    player, top = sit_down(game, name, 1), sit_down(game, "cauldron", 1)
    assert player.choose(position, match.to_move, Limit(50, 0.0)) == top.choose(position, match.to_move, Limit(50, 0.0))
    before = Plan(game="struggle", players=(name,)).under()
    file.write_bytes(file.read_bytes() + b"!")
    assert Plan(game="struggle", players=(name,)).under() != before
    with pytest.raises(potluck.BadOptions, match="the net for struggle is damaged"):
        sit_down(game, name, 1)


@pytest.mark.parametrize("name", ["struggle", "potus"])
def test_a_net_from_a_file_searches_as_the_top_level_does(name: str, tmp_path: Path) -> None:
    game, file = potluck.load(name), tmp_path / "mine.net"
    file.write_bytes(nets.shipped_file(name))
    player, top = sit_down(game, f"net:{file}", 1), sit_down(game, NAMES[-1], 1)
    assert isinstance(player, Player)
    assert isinstance(top, Player)
    assert type(player.search) is type(top.search)


def test_four_meet() -> None:
    game = potluck.load("potion_explosion", rounds=1)
    found = arena(game, ["uniform", "greedy", "novice", OWN], 4, executor=Inline())
    assert found.matches == 4
    assert sum(one.points.mean for one in found.standings) == pytest.approx(1.0)
    assert "Elo" in report(found)


def test_a_budget_takes_the_place_of_the_players_own() -> None:
    plan = Plan(game="potential", options="removal_target=1", players=("mcts:steps=50000",), steps=4)
    assert play_number(plan, 0).moves > 0


def test_matches_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "arena.study"
    one = arena(GAME, ["greedy", "uniform"], 6, study=file, executor=Inline())
    assert arena(GAME, ["greedy", "uniform"], 6, study=file, executor=Inline()) == one
    study = Study(file)
    assert len(study.known()) == 6
    study.close()


@pytest.mark.parametrize(
    ("players", "sprt", "complaint"),
    [
        (["greedy", "greedy"], None, "expected different ones"),
        (["greedy", "wizard"], None, "level 'wizard'"),
        (["greedy", "nowhere.at:All"], None, "No module named 'nowhere'"),
        (["greedy", f"{__name__}:Second"], None, "has no attribute 'Second'"),
        (["greedy", "net:nowhere.net"], None, "player 'net:nowhere.net': No such file"),
        (["greedy", "uniform"], (10.0, 0.0), "the smaller first"),
        (["greedy", "uniform", "novice"], None, "is played by"),
    ],
)
def test_bad_meetings_are_refused_before_the_first_match(
    players: list[str], sprt: tuple[float, float] | None, complaint: str
) -> None:
    with pytest.raises(potluck.PotluckError, match=complaint):
        arena(GAME, players, 4, sprt=sprt, executor=Inline())


def test_no_net_sits_down_at_a_game_without_inputs() -> None:
    with pytest.raises(potluck.BadOptions, match=r"player 'net:nowhere\.net': Cards has no inputs for a net yet"):
        sit_down(CardsGame(), "net:nowhere.net", 1)


def test_times_widths_and_pairs_are_read() -> None:
    assert (read_time("50ms"), read_time("0.2s")) == (0.05, 0.2)
    assert read_pair("0,10") == (0.0, 10.0)
    assert read_share("2%") == 0.02
    for read, text in ((read_time, "50"), (read_time, "0s"), (read_pair, "0"), (read_share, "x")):
        with pytest.raises(potluck.BadOptions, match="expected"):
            read(text)
