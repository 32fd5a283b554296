"""Monte Carlo tree search, for any game: two to four seats, several moves by one seat, chance, secrets.

* A node's `total` is kept for the seat that chose it, so every node maximises for its own mover.
* Chance is sampled by weight: a chance node has one child for each outcome met so far. With `widening` new outcomes are
  drawn only as visits grow, so that the search can look beyond chance that has very many of them.
* A finished match proves its verdict (the scores of all seats). A node takes over the verdict of a child that wins for
  its mover, or, when all its children are proven, of the best of them; a chance node when all outcomes agree.
* With a prior the evaluator looks at every child when a node is opened: its guess stands for the value until the first
  visit, and a softmax of the guesses shares out the attention (PUCT). Without one this is plain UCT.
* With secrets (information-set search) every simulation redraws what the searching seat cannot know, and a move
  competes only with the moves that were legal when it was: `chances` counts how often it was available.
* Memory is bounded: a full tree is no longer opened, only visited.
"""

from math import exp, log, sqrt
from typing import Final, final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from potluck.bots.playout import play_out, play_wisely
from potluck.bots.search import Limit, Search
from potluck.bots.tree import NONE, Tree
from potluck.core.dice import Dice
from potluck.core.evaluator import Evaluator
from potluck.core.state import CHANCE, OVER, State

TO_THE_END: Final = 1 << 40  # a playout of this many moves
DEEPEST: Final = 2000  # no path in the tree is longer
VERDICTS: Final = 64  # different verdicts remembered; what ends otherwise is not proven
LOST_TRACK: Final = 3000  # positions looked at before a search for the new root in the old tree is given up
WORTH_KEEPING: Final = 4  # visits of a node below which the search for the new root does not look


@final
class MctsSettings:
    """Say how to search."""

    def __init__(
        self,
        exploration: float = 1.4,
        prior: float = 0.0,
        playout: i64 = TO_THE_END,
        nodes: i64 = 400_000,
        secrets: bool = False,
        widening: float = 0.0,
        wise: i64 = 0,
    ) -> None:
        self.exploration = exploration  # how strongly a rarely tried move attracts
        self.prior = prior  # temperature of the softmax of the evaluator's guesses; 0: plain UCT
        self.playout = playout  # random moves after which the evaluator judges
        self.wise = wise  # moves to the evaluator's liking after those, before it judges
        self.nodes = nodes  # the most nodes kept
        self.widening = widening  # outcomes of chance kept apart, times the root of the visits; 0: all
        self.secrets = secrets  # redraw what the seat cannot know at every simulation


@final
class Mcts(Search):
    """Search by simulations; the tree is kept from one thought to the next."""

    def __init__(self, settings: MctsSettings, evaluator: Evaluator, dice: Dice) -> None:
        super().__init__()
        self.settings = settings
        self.evaluator = evaluator
        self.dice = dice
        self.tree = Tree(settings.nodes)
        self.root: State | None = None
        self.seat: i64 = 0  # the seat that thinks
        self.seats: i64 = 2
        self.buffer = vec[i64]([])
        self.path = vec[i64]([0] * (DEEPEST + 1))
        self.movers = vec[i64]([0] * (DEEPEST + 1))  # who is to move at the node of the path: a seat or CHANCE
        self.scores = vec[float]([])  # what the simulation was worth to each seat
        self.verdicts = vec[float]([])  # proven scores, `seats` for each verdict
        self.marks = vec[i64]([])  # by move: the number of the look at which it was last legal
        self.looks: i64 = 0

    # Thinking

    def think(self, state: State, limit: Limit) -> None:
        """Simulate until the limit, or until the root is proven; then rank its moves."""
        limit.start()
        self._begin(state)
        self.steps = 0
        while self._goes_on(limit):
            self._simulate(state.copy())
            self.steps += 1
        self._rank_root()

    def _goes_on(self, limit: Limit) -> bool:
        """Tell whether another simulation is wanted; the first always is."""
        if self.steps == 0:
            return True
        if limit.steps > 0 and self.steps >= limit.steps:
            return False
        return self.tree.proof[0] == NONE and not limit.is_late()

    def _begin(self, state: State) -> None:
        """Find the state in the old tree, or plant a new one."""
        self.seat = state.to_move
        if len(self.buffer) < state.room:
            self.buffer = vec[i64]([0] * state.room)
        found: i64 = NONE
        if self.root is not None and not self.settings.secrets and self.seats == state.seats:
            self.looks = 0
            found = self._find(self.root.copy(), 0, state.key())
        if found == NONE:
            self.seats = state.seats
            self.scores = vec[float]([0.0] * state.seats)
            self.verdicts = vec[float]([])
            self.tree.clear()
        else:
            self.tree.keep(found)
        self.root = state.copy()

    def _find(self, state: State, node: i64, key: bytes) -> i64:
        """Look for the position of this key in the tree, depth first."""
        tree = self.tree
        if state.key() == key:
            return node
        self.looks += 1
        child = tree.first[node]
        while child != NONE and self.looks < LOST_TRACK:
            if tree.visits[child] >= WORTH_KEEPING:
                twin = state.copy()
                twin.play(tree.move[child])
                found = self._find(twin, child, key)
                if found != NONE:
                    return found
            child = tree.sibling[child]
        return NONE

    # One simulation

    def _simulate(self, state: State) -> None:
        """Descend to a leaf, value it, and carry the value back to the root."""
        tree = self.tree
        if self.settings.secrets:
            state.determinize(self.seat, self.dice)
        node: i64 = 0
        depth: i64 = 0
        self.path[0] = 0
        while tree.proof[node] == NONE and depth < DEEPEST:
            self.movers[depth] = state.to_move
            child = self._descend(node, state, depth)
            if child == NONE:
                break
            state.play(tree.move[child])
            node = child
            depth += 1
            self.path[depth] = node
        self._value(node, state, depth)
        self._carry_back(depth)

    def _descend(self, node: i64, state: State, depth: i64) -> i64:
        """Choose the next node of the path; NONE at a leaf."""
        mover = state.to_move
        if mover == OVER:
            return NONE
        if mover == CHANCE:
            return self._outcome(node, state)
        if self.settings.secrets:
            if depth > 0 and self.tree.visits[node] == 0:
                return NONE
            if not self._meet(node, state):
                return NONE
            return self._select_available(node)
        if self.tree.first[node] == NONE:
            if depth > 0 and self.tree.visits[node] == 0:
                return NONE
            if not self._open(node, state, depth):
                return NONE
        if self.tree.proof[node] != NONE:
            return NONE
        if self.settings.prior > 0.0:
            return self._select_guided(node, mover)
        return self._select(node, mover)

    def _value(self, node: i64, state: State, depth: i64) -> None:
        """Set the scores of this simulation: proven, final, or played out and guessed."""
        proof = self.tree.proof[node]
        if proof == NONE and state.to_move != OVER:
            play_out(state, self.dice, self.buffer, self.settings.playout)
            if self.settings.wise > 0:
                play_wisely(state, self.evaluator, self.dice, self.buffer, self.settings.wise)
            for seat in range(self.seats):
                self.scores[seat] = self.evaluator.evaluate(state, seat)
            return
        if proof == NONE:
            for seat in range(self.seats):
                self.scores[seat] = state.score(seat)
            if not self.settings.secrets:
                self._prove(node, depth, self._verdict())
            return
        for seat in range(self.seats):
            self.scores[seat] = self.verdicts[proof * self.seats + seat]

    def _carry_back(self, depth: i64) -> None:
        """Add the scores along the path, each for the seat that chose the node."""
        visits = self.tree.visits
        total = self.tree.total
        path = self.path
        scores = self.scores
        movers = self.movers
        visits[0] += 1
        for step in range(depth):
            node = path[step + 1]
            visits[node] += 1
            if movers[step] >= 0:
                total[node] += scores[movers[step]]

    # Opening nodes

    def _open(self, node: i64, state: State, depth: i64) -> bool:
        """Add all moves of a state as children, in random order; refuse when memory is full."""
        buffer = self.buffer
        tree = self.tree
        count = state.fill(buffer)
        if not tree.has_room(count):
            return False
        for left in range(count, 0, -1):
            pick = self.dice.below(left)
            tree.add(node, buffer[pick])
            buffer[pick] = buffer[left - 1]
        tree.width[node] = count
        if self.settings.prior > 0.0:
            self._guess(node, state)
            self._prove(node, depth, self._settle(node, state.to_move))
        return True

    def _guess(self, node: i64, state: State) -> None:
        """Let the evaluator look at the new children, and share out the attention by what it says."""
        tree = self.tree
        child = tree.first[node]
        while child != NONE:
            if tree.share[child] == 0.0:
                twin = state.copy()
                twin.play(tree.move[child])
                tree.hope[child] = self.evaluator.evaluate(twin, state.to_move)
                if twin.to_move == OVER and not self.settings.secrets:
                    for seat in range(self.seats):
                        self.scores[seat] = twin.score(seat)
                    tree.proof[child] = self._verdict()
            child = tree.sibling[child]
        self._share_out(node)

    def _share_out(self, node: i64) -> None:
        """Divide the attention among the children by a softmax of their guesses."""
        tree = self.tree
        best = -2.0
        child = tree.first[node]
        while child != NONE:
            best = max(best, tree.hope[child])
            child = tree.sibling[child]
        whole = 0.0
        child = tree.first[node]
        while child != NONE:
            tree.share[child] = exp((tree.hope[child] - best) / self.settings.prior)
            whole += tree.share[child]
            child = tree.sibling[child]
        child = tree.first[node]
        while child != NONE:
            tree.share[child] = tree.share[child] / whole + 1e-6
            child = tree.sibling[child]

    def _outcome(self, node: i64, state: State) -> i64:
        """Draw an outcome of chance and find or add its node; NONE when memory is full."""
        tree = self.tree
        if tree.width[node] == 0:
            tree.width[node] = state.fill(self.buffer)
        if self.settings.widening > 0.0:
            known = self._known_outcome(node)
            if known != NONE:
                return known
        move = self.dice.sample(state)
        child = tree.child(node, move)
        if child == NONE and tree.has_room(1):
            child = tree.add(node, move)
        if child != NONE:
            tree.chances[child] += 1
        return child

    def _known_outcome(self, node: i64) -> i64:
        """Choose the outcome visited least for the times it was drawn, while there are enough; else NONE."""
        tree = self.tree
        best: i64 = NONE
        least = 1e18
        count: i64 = 0
        child = tree.first[node]
        while child != NONE:
            count += 1
            load = float(tree.visits[child] + 1) / float(tree.chances[child])
            if load < least:
                least = load
                best = child
            child = tree.sibling[child]
        if float(count) < self.settings.widening * sqrt(float(1 + tree.visits[node])):
            return NONE
        return best

    # Choosing among children

    def _select(self, node: i64, mover: i64) -> i64:
        """Choose a child by UCB1: any that was never visited first."""
        tree = self.tree
        first = tree.first[node]
        visits = tree.visits
        total = tree.total
        proof = tree.proof
        sibling = tree.sibling
        logarithm = log(float(1 + visits[node])) * self.settings.exploration * self.settings.exploration
        best: i64 = NONE
        best_value = -1e9
        child: i64 = first
        while child != NONE:
            count = visits[child]
            if proof[child] != NONE:
                value = self.verdicts[proof[child] * self.seats + mover]
            elif count == 0:
                return child
            else:
                value = total[child] / float(count) + sqrt(logarithm / float(count))
            if value > best_value:
                best_value = value
                best = child
            child = sibling[child]
        return best

    def _select_guided(self, node: i64, mover: i64) -> i64:
        """Choose a child by PUCT: its value, and attention by the share that the guess gave it."""
        tree = self.tree
        visits = tree.visits
        total = tree.total
        proof = tree.proof
        sibling = tree.sibling
        share = tree.share
        reach = self.settings.exploration * sqrt(float(1 + visits[node]))
        best: i64 = NONE
        best_value = -1e9
        child = tree.first[node]
        while child != NONE:
            count = visits[child]
            if proof[child] != NONE:
                value = self.verdicts[proof[child] * self.seats + mover]
            elif count == 0:
                value = tree.hope[child] + reach * share[child]
            else:
                value = total[child] / float(count) + reach * share[child] / float(1 + count)
            if value > best_value:
                best_value = value
                best = child
            child = sibling[child]
        return best

    # Secrets: only what is legal in this redraw competes

    def _meet(self, node: i64, state: State) -> bool:
        """Mark the moves that are legal now and add those never met; refuse when memory is full."""
        tree = self.tree
        buffer = self.buffer
        count = state.fill(buffer)
        self.looks += 1
        for index in range(count):
            self._mark(buffer[index])
        marks = self.marks
        child = tree.first[node]
        met: i64 = 0
        while child != NONE:
            if marks[tree.move[child]] == self.looks:
                tree.chances[child] += 1
                marks[tree.move[child]] = -self.looks
                met += 1
            child = tree.sibling[child]
        if met < count:
            return self._add_unmet(node, state, count)
        return True

    def _mark(self, move: i64) -> None:
        """Note that a move is legal at this look."""
        if move >= len(self.marks):
            self.marks = extend(self.marks, vec[i64]([0] * (move + 1)))
        self.marks[move] = self.looks

    def _add_unmet(self, node: i64, state: State, count: i64) -> bool:
        """Add children for the marked moves that have none."""
        tree = self.tree
        if not tree.has_room(count):
            return tree.first[node] != NONE
        for index in range(count):
            move = self.buffer[index]
            if self.marks[move] == self.looks:
                child = tree.add(node, move)
                tree.chances[child] = 1
                self.marks[move] = -self.looks
        if self.settings.prior > 0.0:
            self._guess(node, state)
        return True

    def _select_available(self, node: i64) -> i64:
        """Choose among the marked children by PUCT or UCB1 with the times that each could have been chosen."""
        tree = self.tree
        guided = self.settings.prior > 0.0
        best: i64 = NONE
        best_value = -1e9
        ties: i64 = 0
        child = tree.first[node]
        while child != NONE:
            if self.marks[tree.move[child]] == -self.looks:
                value = self._worth_available(child, guided)
                if value > best_value:
                    best_value = value
                    best = child
                    ties = 1
                elif value == best_value:
                    ties += 1
                    if self.dice.below(ties) == 0:
                        best = child
            child = tree.sibling[child]
        return best

    def _worth_available(self, child: i64, guided: bool) -> float:
        """Tell how much a child attracts."""
        tree = self.tree
        count = tree.visits[child]
        chances = float(tree.chances[child])
        reach = self.settings.exploration
        if guided:
            known = tree.hope[child] if count == 0 else tree.total[child] / float(count)
            return known + reach * tree.share[child] * sqrt(chances) / float(1 + count)
        if count == 0:
            return 1e6
        return tree.total[child] / float(count) + reach * sqrt(log(chances) / float(count))

    # Proofs

    def _verdict(self) -> i64:
        """Find the number of the present scores among the verdicts; NONE when there are too many kinds."""
        known = len(self.verdicts) // self.seats
        for number in range(known):
            seat: i64 = 0
            while seat < self.seats and self.verdicts[number * self.seats + seat] == self.scores[seat]:
                seat += 1
            if seat == self.seats:
                return number
        if known >= VERDICTS:
            return NONE
        for seat in range(self.seats):
            self.verdicts = append(self.verdicts, self.scores[seat])
        return known

    def _prove(self, node: i64, depth: i64, verdict: i64) -> None:
        """Note that a node is decided, and see what follows for those above it on the path."""
        self.tree.proof[node] = verdict
        step: i64 = depth - 1
        while verdict != NONE and step >= 0:
            verdict = self._settle(self.path[step], self.movers[step])
            self.tree.proof[self.path[step]] = verdict
            step -= 1

    def _settle(self, node: i64, mover: i64) -> i64:
        """Find the verdict that a node's children prove: a win for its mover, or the best when all are decided."""
        tree = self.tree
        best: i64 = NONE
        best_value = -2.0
        child = tree.first[node]
        decided: i64 = 0
        while child != NONE:
            proof = tree.proof[child]
            if proof != NONE:
                decided += 1
                if mover == CHANCE:
                    if best != NONE and best != proof:
                        return NONE  # outcomes that differ prove nothing
                    best = proof
                else:
                    value = self.verdicts[proof * self.seats + mover]
                    if value >= 1.0:
                        return proof
                    if value > best_value:
                        best_value = value
                        best = proof
            child = tree.sibling[child]
        return best if decided == tree.width[node] else NONE

    # The answer

    def _rank_root(self) -> None:
        """Rank the moves of the root by visits; proven wins come first and proven losses last."""
        tree = self.tree
        moves = vec[i64]([])
        weights = vec[float]([])
        values = vec[float]([])
        visits = vec[i64]([])
        child = tree.first[0]
        while child != NONE:
            value = self._child_value(child)
            weight = float(tree.visits[child]) + 0.5 * (value + 1.0)
            if tree.proof[child] != NONE and (value >= 1.0 or value <= -1.0):
                weight = value * 1e9 + float(tree.visits[child])
            moves = append(moves, tree.move[child])
            weights = append(weights, weight)
            values = append(values, value)
            visits = append(visits, tree.visits[child])
            child = tree.sibling[child]
        self._rank(moves, weights, values, visits)

    def _child_value(self, child: i64) -> float:
        """Tell what a child of the root is worth to the seat that thinks."""
        tree = self.tree
        if tree.proof[child] != NONE:
            return self.verdicts[tree.proof[child] * self.seats + self.seat]
        if tree.visits[child] == 0:
            return tree.hope[child]
        return tree.total[child] / float(tree.visits[child])

    def line(self, index: i64) -> vec[i64]:
        """Follow the most visited nodes below a ranked move, as far as the visits mean something."""
        tree = self.tree
        line = vec[i64]([])
        node = tree.child(0, self.moves[index])
        while node != NONE:
            line = append(line, tree.move[node])
            node = self._likeliest(node)
        return line

    def _likeliest(self, node: i64) -> i64:
        """Find the most visited child, or NONE where there are too few visits to tell."""
        tree = self.tree
        best: i64 = NONE
        most: i64 = 1
        child = tree.first[node]
        while child != NONE:
            if tree.visits[child] > most:
                most = tree.visits[child]
                best = child
            child = tree.sibling[child]
        return best


def count_simulations(state: State, dice: Dice, simulations: i64) -> i64:
    """Search with plain UCT and random playouts to the end, for the benchmark; count the simulations."""
    search = Mcts(MctsSettings(), Evaluator(), dice)
    search.think(state, Limit(simulations, 0.0))
    return search.steps
