"""The tree search finds what arithmetic knows, and keeps its limits."""

from time import perf_counter, process_time

import pytest

import potluck
from bots.toys import Cards, Heap, Wager
from potluck.bots.mcts import Mcts, MctsSettings
from potluck.bots.search import Limit
from potluck.bots.tree import NONE, Tree
from potluck.core.dice import Dice
from potluck.core.evaluator import Evaluator
from potluck.core.state import CHANCE, State

UCT = MctsSettings()
PUCT = MctsSettings(exploration=1.0, temperature=0.15, playout=0)


def think(state: State, steps: int, settings: MctsSettings = UCT, seed: int = 1) -> Mcts:
    search = Mcts(settings, Evaluator(), Dice(seed))
    search.think(state, Limit(steps, 0.0))
    return search


@pytest.mark.parametrize("settings", [UCT, PUCT])
@pytest.mark.parametrize("left", [1, 2, 3, 5, 6, 7, 9, 10, 11])
def test_a_won_heap_is_won_and_proven(left: int, settings: MctsSettings) -> None:
    search = think(Heap(left), 3000, settings)
    assert search.moves[0] + 1 == left % 4
    assert search.values[0] == 1.0
    assert search.steps < 3000  # a proof ends the thought


@pytest.mark.parametrize("settings", [UCT, PUCT])
def test_a_lost_heap_is_proven_lost(settings: MctsSettings) -> None:
    search = think(Heap(8), 5000, settings)
    assert list(search.values) == [-1.0, -1.0, -1.0]


def test_several_moves_by_one_seat() -> None:
    # Two moves take 2 to 6, so who faces 7 or 8 has lost; 9 is won by 1 and 1.
    search = think(Heap(9, runs=2), 4000)
    assert (search.moves[0], search.values[0]) == (0, 1.0)
    assert think(Heap(8, runs=2), 9000).values[0] == -1.0


def test_each_of_three_seats_plays_for_itself() -> None:
    assert think(Heap(3, seats=3), 500).moves[0] == 2
    search = think(Heap(4, seats=3), 3000)
    assert max(search.values) == -1.0  # whatever is left, the next seat takes it


@pytest.mark.parametrize(("wins", "best"), [(1, 0), (5, 1)])
def test_chance_is_drawn_by_its_weights(wins: int, best: int) -> None:
    search = think(Wager(wins), 2000)
    assert search.moves[0] == best
    if best == 1:
        assert search.values[0] == pytest.approx(wins / 3 - 1, abs=0.15)


def test_outcomes_that_differ_prove_nothing_and_those_that_agree_do() -> None:
    assert think(Wager(3), 500).tree.proof[0] == NONE
    assert think(Wager(6), 500).steps == 500  # one outcome has no weight, so it is never met


def test_secrets_are_averaged_over() -> None:
    for card in range(6):
        search = think(Cards(card), 500, MctsSettings(secrets=True))
        assert search.moves[0] == 0  # low in four of six cases
        assert search.values[0] == pytest.approx(1 / 3, abs=0.15)


@pytest.mark.parametrize("settings", [MctsSettings(secrets=True), MctsSettings(temperature=0.2, secrets=True)])
def test_the_same_seed_and_knowledge_give_the_same_thought(settings: MctsSettings) -> None:
    thoughts = [think(Cards(card), 200, settings) for card in range(6)]
    assert len({(tuple(one.moves), tuple(one.values), tuple(one.visits)) for one in thoughts}) == 1


def test_a_win_in_one_is_found() -> None:
    game = potluck.load("potential")
    state = game.read_position(".......... " * 4 + "...1a..... " + ".......... " * 5 + "seat=0")
    for settings in (UCT, PUCT):
        search = Mcts(settings, game.evaluator(), Dice(1))
        search.think(state, Limit(400, 0.0))
        assert game.write(state, search.moves[0]) == "d6-f6"


def test_the_same_seed_gives_the_same_move() -> None:
    game = potluck.load("potential")
    for settings in (UCT, PUCT):
        thoughts = []
        for _ in range(2):
            search = Mcts(settings, game.evaluator(), Dice(7))
            search.think(game.new(), Limit(40, 0.0))
            thoughts.append((list(search.moves), list(search.visits), list(search.principal_variation(0))))
        assert thoughts[0] == thoughts[1]
        assert sum(thoughts[0][1]) == 40


def test_memory_is_bounded() -> None:
    game = potluck.load("potential")
    settings = MctsSettings(temperature=0.2, playout=0, nodes=500)
    search = Mcts(settings, game.evaluator(), Dice(1))
    search.think(game.new(), Limit(300, 0.0))
    assert 400 < search.tree.count <= 500
    assert len(search.tree.parent) <= 1024
    assert search.steps == 300


class Watch(Limit):
    """Measure the longest stretch of processor time between two looks at the clock, whatever else the machine does."""

    def start(self) -> None:
        self.longest = 0.0
        self.last = process_time()
        super().start()

    def is_late(self) -> bool:
        now = process_time()
        self.longest = max(self.longest, now - self.last)
        self.last = now
        return super().is_late()


@pytest.mark.parametrize("name", potluck.names())
def test_the_clock_is_looked_at_all_the_time(name: str) -> None:
    game = potluck.load(name)
    state, dice = game.new(), Dice(1)
    while state.to_move == CHANCE:
        state.play(dice.sample(state))
    settings = MctsSettings(temperature=0.2, playout=0, secrets=game.has_secrets)
    watch = Watch(0, 0.1)
    start = perf_counter()
    Mcts(settings, game.evaluator(), dice).think(state, watch)
    assert perf_counter() - start >= 0.1
    assert max(watch.longest, process_time() - watch.last) < 0.05


def test_the_tree_is_kept_between_moves() -> None:
    game = potluck.load("potential")
    state = game.new()
    search = Mcts(PUCT, game.evaluator(), Dice(1))
    search.think(state, Limit(300, 0.0))
    visits = search.visits[0]
    state.play(search.moves[0])
    search.think(state, Limit(1, 0.0))
    assert search.tree.visits[0] == visits + 1
    stranger = game.read_position(".......... " * 4 + "...1a..... " + ".......... " * 5 + "seat=0")
    search.think(stranger, Limit(1, 0.0))
    assert search.tree.visits[0] == 1


def test_keeping_a_subtree_keeps_its_shape() -> None:
    search = think(Heap(30), 400)
    tree = search.tree
    child = tree.first[0]
    before = shape(tree, child)
    tree.reroot(child)
    assert shape(tree, 0) == before
    assert tree.parent[0] == NONE


def shape(tree: Tree, node: int) -> object:
    children = []
    child = tree.first[node]
    while child != NONE:
        children.append(shape(tree, child))
        child = tree.sibling[child]
    return (int(tree.move[node]), int(tree.visits[node]), tree.total[node], children)
