"""Monte Carlo tree search, for any game: two to four seats, several moves by one seat, chance, secrets.

* A simulation selects a path to a leaf, expands it, evaluates it by a playout or by the evaluator, and backpropagates
  the scores. A node's `total` is kept for the seat that chose it, so every node maximises for its own mover (max^n).
* Chance nodes are sampled by weight and have one child for each outcome met so far. With `widening` new outcomes are
  added only as visits grow (progressive widening), so that the search can look beyond chance with very many outcomes.
* A finished match proves its result, the scores of all seats (MCTS-Solver). A node takes over the result of a child
  that wins for its mover, or, when all its children are proven, of the best of them; a chance node when all agree.
* With a temperature the evaluator looks at every child when a node is expanded: its value stands in until the first
  visit (first-play urgency), and a softmax of the values is the policy that gives each child its prior (PUCT).
  Without one this is plain UCT, which selects by UCB1.
* With secrets (information-set MCTS) every simulation determinizes the state for the searching seat, and a move
  competes only with the moves that are legal in the same determinization: `availability` counts how often it was legal.
* Memory is bounded: the nodes of a full tree are no longer expanded, only visited.
"""

from math import exp, log, sqrt
from typing import Final, final

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from potluck.bots.playout import heuristic_playout, random_playout
from potluck.bots.search import Limit, Search
from potluck.bots.tree import NONE, Tree
from potluck.core.dice import Dice
from potluck.core.evaluator import Evaluator
from potluck.core.state import CHANCE, OVER, State

TO_THE_END: Final = 1 << 40  # a playout of this many moves
MAX_DEPTH: Final = 2000  # no path in the tree is longer
MAX_RESULTS: Final = 64  # different results remembered; what ends otherwise is not proven
LOST_TRACK: Final = 3000  # nodes looked at before a search for the new root in the old tree is given up
WORTH_KEEPING: Final = 4  # visits of a node below which the search for the new root does not look


@final
class MctsSettings:
    """Say how to search."""

    def __init__(
        self,
        exploration: float = 1.4,
        temperature: float = 0.0,
        playout: i64 = TO_THE_END,
        nodes: i64 = 400_000,
        secrets: bool = False,
        widening: float = 0.0,
        heuristic_playout: i64 = 0,
        candidates: i64 = 0,
        turns: i64 = 0,
    ) -> None:
        self.exploration = exploration  # the constant c of UCB1 and PUCT
        self.temperature = temperature  # of the softmax policy over the evaluator's values; 0: plain UCT
        self.playout = playout  # moves of the random playout, after which the evaluator judges
        self.heuristic_playout = heuristic_playout  # moves of the greedy playout after those, if it needs one to judge
        self.candidates = candidates  # moves that the greedy playout looks at each time, drawn at random; 0: all
        self.turns = turns  # the greedy playout ends with so many turns, if it gets as far; 0: it does not
        self.nodes = nodes  # the most nodes kept
        self.widening = widening  # progressive widening: outcomes per square root of the visits; 0: all
        self.secrets = secrets  # information-set search: determinize at every simulation


@final
class Mcts(Search):
    """Search by simulations; the tree is reused from one search to the next."""

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
        self.path = vec[i64]([0] * (MAX_DEPTH + 1))
        self.movers = vec[i64]([0] * (MAX_DEPTH + 1))  # who is to move at the node of the path: a seat or CHANCE
        self.scores = vec[float]([])  # what the simulation was worth to each seat
        self.results = vec[float]([])  # proven scores, `seats` for each result
        self.marks = vec[i64]([])  # by move: the number of the look at which it was last legal
        self.looks: i64 = 0

    # Thinking

    def think(self, state: State, limit: Limit) -> None:
        """Simulate until the limit, or until the root is solved; then rank its moves."""
        limit.start()
        self._begin(state)
        self.steps = 0
        while self._goes_on(limit):
            self._simulate(state.copy())
            self.steps += 1
        self._rank_root()

    def worth(self, state: State, seat: i64, limit: Limit) -> float:
        """Tell what a position is worth to a seat, as that seat may know it, whoever or whatever goes on there."""
        limit.start()
        self._plant(state)
        self.root = None
        self.seat = seat
        self.steps = 0
        total = 0.0
        while self._goes_on(limit):
            self._simulate(state.copy())
            total += self.scores[seat]
            self.steps += 1
        proof = self.tree.proof[0]
        return total / float(self.steps) if proof == NONE else self.results[proof * self.seats + seat]

    def _goes_on(self, limit: Limit) -> bool:
        """Tell whether another simulation is wanted; the first always is."""
        if self.steps == 0:
            return True
        if limit.steps > 0 and self.steps >= limit.steps:
            return False
        return self.tree.proof[0] == NONE and not limit.is_late()

    def _begin(self, state: State) -> None:
        """Reuse the subtree of the state if the old tree has it, or plant a new tree."""
        self.seat = state.to_move
        found: i64 = NONE
        if self.root is not None and not self.settings.secrets and self.seats == state.seats:
            self.looks = 0
            found = self._find(self.root.copy(), 0, state.key())
        if found == NONE:
            self._plant(state)
        else:
            self.tree.reroot(found)
        self.root = state.copy()

    def _plant(self, state: State) -> None:
        """Plant a new tree."""
        if len(self.buffer) < state.room:
            self.buffer = vec[i64]([0] * state.room)
        self.seats = state.seats
        self.scores = vec[float]([0.0] * state.seats)
        self.results = vec[float]([])
        self.tree.clear()

    def _find(self, state: State, node: i64, key: bytes) -> i64:
        """Look for the node of a position in the tree, depth first."""
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
        """Select a path to a leaf, evaluate the leaf, and backpropagate."""
        tree = self.tree
        if self.settings.secrets:
            state.determinize(self.seat, self.dice)
        node: i64 = 0
        depth: i64 = 0
        self.path[0] = 0
        while tree.proof[node] == NONE and depth < MAX_DEPTH:
            self.movers[depth] = state.to_move
            child = self._select_child(node, state, depth)
            if child == NONE:
                break
            state.play(tree.move[child])
            node = child
            depth += 1
            self.path[depth] = node
        self._evaluate_leaf(node, state, depth)
        self._backpropagate(depth)

    def _select_child(self, node: i64, state: State, depth: i64) -> i64:
        """Select the next node of the path, expanding this one if need be; NONE at a leaf."""
        mover = state.to_move
        if mover == OVER:
            return NONE
        if mover == CHANCE:
            return self._sample_outcome(node, state)
        if self.settings.secrets:
            if depth > 0 and self.tree.visits[node] == 0:
                return NONE
            if not self._expand_available(node, state):
                return NONE
            return self._select_available(node)
        if self.tree.first[node] == NONE:
            if depth > 0 and self.tree.visits[node] == 0:
                return NONE
            if not self._expand(node, state, depth):
                return NONE
        if self.tree.proof[node] != NONE:
            return NONE
        if self.settings.temperature > 0.0:
            return self._select_puct(node, mover)
        return self._select_ucb1(node, mover)

    def _evaluate_leaf(self, node: i64, state: State, depth: i64) -> None:
        """Set the scores of this simulation: proven, final, or from a playout and the evaluator."""
        proof = self.tree.proof[node]
        if proof == NONE and state.to_move != OVER:
            random_playout(state, self.dice, self.buffer, self.settings.playout)
            if self.settings.heuristic_playout > 0 and self.evaluator.needs_playout(state):
                self._play_greedily(state)
            for seat in range(self.seats):
                self.scores[seat] = self.evaluator.evaluate(state, seat)
            return
        if proof == NONE:
            for seat in range(self.seats):
                self.scores[seat] = state.score(seat)
            if not self.settings.secrets:
                self._backpropagate_proof(node, depth, self._result_number())
            return
        for seat in range(self.seats):
            self.scores[seat] = self.results[proof * self.seats + seat]

    def _play_greedily(self, state: State) -> None:
        """Go on with a heuristic playout."""
        most, candidates, turns = self.settings.heuristic_playout, self.settings.candidates, self.settings.turns
        heuristic_playout(state, self.evaluator, self.dice, self.buffer, most, candidates, turns)

    def _backpropagate(self, depth: i64) -> None:
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

    # Expansion

    def _expand(self, node: i64, state: State, depth: i64) -> bool:
        """Expand a node with all moves of its state, in random order; refuse when memory is full."""
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
        if self.settings.temperature > 0.0:
            self._evaluate_children(node, state)
            self._backpropagate_proof(node, depth, self._solve(node, state.to_move))
        return True

    def _evaluate_children(self, node: i64, state: State) -> None:
        """Give the new children their heuristic values, and then all children their priors."""
        tree = self.tree
        child = tree.first[node]
        while child != NONE:
            if tree.prior[child] == 0.0:
                twin = state.copy()
                twin.play(tree.move[child])
                tree.heuristic[child] = self.evaluator.glance(twin, state.to_move)
                if twin.to_move == OVER and not self.settings.secrets:
                    for seat in range(self.seats):
                        self.scores[seat] = twin.score(seat)
                    tree.proof[child] = self._result_number()
            child = tree.sibling[child]
        self._set_priors(node)

    def _set_priors(self, node: i64) -> None:
        """Set the priors of the children: a softmax of their heuristic values."""
        tree = self.tree
        best = -2.0
        child = tree.first[node]
        while child != NONE:
            best = max(best, tree.heuristic[child])
            child = tree.sibling[child]
        whole = 0.0
        child = tree.first[node]
        while child != NONE:
            tree.prior[child] = exp((tree.heuristic[child] - best) / self.settings.temperature)
            whole += tree.prior[child]
            child = tree.sibling[child]
        child = tree.first[node]
        while child != NONE:
            tree.prior[child] = tree.prior[child] / whole + 1e-6
            child = tree.sibling[child]

    def _sample_outcome(self, node: i64, state: State) -> i64:
        """Sample an outcome of chance and find or add its node; NONE when memory is full."""
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
            tree.availability[child] += 1
        return child

    def _known_outcome(self, node: i64) -> i64:
        """Select the outcome visited least for the times it was drawn, or NONE when widening wants a new one."""
        tree = self.tree
        best: i64 = NONE
        least = 1e18
        count: i64 = 0
        child = tree.first[node]
        while child != NONE:
            count += 1
            load = float(tree.visits[child] + 1) / float(tree.availability[child])
            if load < least:
                least = load
                best = child
            child = tree.sibling[child]
        if float(count) < self.settings.widening * sqrt(float(1 + tree.visits[node])):
            return NONE
        return best

    # Selection

    def _select_ucb1(self, node: i64, mover: i64) -> i64:
        """Select a child by UCB1: any that was never visited first."""
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
                value = self.results[proof[child] * self.seats + mover]
            elif count == 0:
                return child
            else:
                value = total[child] / float(count) + sqrt(logarithm / float(count))
            if value > best_value:
                best_value = value
                best = child
            child = sibling[child]
        return best

    def _select_puct(self, node: i64, mover: i64) -> i64:
        """Select a child by PUCT: its value, and exploration in proportion to its prior."""
        tree = self.tree
        visits = tree.visits
        total = tree.total
        proof = tree.proof
        sibling = tree.sibling
        prior = tree.prior
        reach = self.settings.exploration * sqrt(float(1 + visits[node]))
        best: i64 = NONE
        best_value = -1e9
        child = tree.first[node]
        while child != NONE:
            count = visits[child]
            if proof[child] != NONE:
                value = self.results[proof[child] * self.seats + mover]
            elif count == 0:
                value = tree.heuristic[child] + reach * prior[child]
            else:
                value = total[child] / float(count) + reach * prior[child] / float(1 + count)
            if value > best_value:
                best_value = value
                best = child
            child = sibling[child]
        return best

    # Information sets: only moves that are legal in this determinization compete

    def _expand_available(self, node: i64, state: State) -> bool:
        """Count the moves that are legal now as available, and expand those never met; refuse when memory is full."""
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
                tree.availability[child] += 1
                marks[tree.move[child]] = -self.looks
                met += 1
            child = tree.sibling[child]
        if met < count:
            return self._expand_unmet(node, state, count)
        return True

    def _mark(self, move: i64) -> None:
        """Note that a move is legal at this look."""
        if move >= len(self.marks):
            self.marks = extend(self.marks, vec[i64]([0] * (move + 1)))
        self.marks[move] = self.looks

    def _expand_unmet(self, node: i64, state: State, count: i64) -> bool:
        """Add children for the marked moves that have none."""
        tree = self.tree
        if not tree.has_room(count):
            return tree.first[node] != NONE
        for index in range(count):
            move = self.buffer[index]
            if self.marks[move] == self.looks:
                child = tree.add(node, move)
                tree.availability[child] = 1
                self.marks[move] = -self.looks
        if self.settings.temperature > 0.0:
            self._evaluate_children(node, state)
        return True

    def _select_available(self, node: i64) -> i64:
        """Select among the available children by PUCT or UCB1; availability takes the place of the parent's visits."""
        tree = self.tree
        puct = self.settings.temperature > 0.0
        best: i64 = NONE
        best_value = -1e9
        ties: i64 = 0
        child = tree.first[node]
        while child != NONE:
            if self.marks[tree.move[child]] == -self.looks:
                value = self._upper_bound(child, puct)
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

    def _upper_bound(self, child: i64, puct: bool) -> float:
        """Compute PUCT or UCB1 of a child from its availability count."""
        tree = self.tree
        count = tree.visits[child]
        availability = float(tree.availability[child])
        reach = self.settings.exploration
        if puct:
            value = tree.heuristic[child] if count == 0 else tree.total[child] / float(count)
            return value + reach * tree.prior[child] * sqrt(availability) / float(1 + count)
        if count == 0:
            return 1e6
        return tree.total[child] / float(count) + reach * sqrt(log(availability) / float(count))

    # Proofs (MCTS-Solver)

    def _result_number(self) -> i64:
        """Find the number of the present scores among the results; NONE when there are too many kinds."""
        known = len(self.results) // self.seats
        for number in range(known):
            seat: i64 = 0
            while seat < self.seats and self.results[number * self.seats + seat] == self.scores[seat]:
                seat += 1
            if seat == self.seats:
                return number
        if known >= MAX_RESULTS:
            return NONE
        for seat in range(self.seats):
            self.results = append(self.results, self.scores[seat])
        return known

    def _backpropagate_proof(self, node: i64, depth: i64, result: i64) -> None:
        """Note that a node is proven, and solve those above it on the path as far as that goes."""
        self.tree.proof[node] = result
        step: i64 = depth - 1
        while result != NONE and step >= 0:
            result = self._solve(self.path[step], self.movers[step])
            self.tree.proof[self.path[step]] = result
            step -= 1

    def _solve(self, node: i64, mover: i64) -> i64:
        """Find the result that a node's children prove: a win for its mover, or the best when all are proven."""
        tree = self.tree
        best: i64 = NONE
        best_value = -2.0
        child = tree.first[node]
        proven: i64 = 0
        while child != NONE:
            proof = tree.proof[child]
            if proof != NONE:
                proven += 1
                if mover == CHANCE:
                    if best != NONE and best != proof:
                        return NONE  # outcomes that differ prove nothing
                    best = proof
                else:
                    value = self.results[proof * self.seats + mover]
                    if value >= 1.0:
                        return proof
                    if value > best_value:
                        best_value = value
                        best = proof
            child = tree.sibling[child]
        return best if proven == tree.width[node] else NONE

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
            return self.results[tree.proof[child] * self.seats + self.seat]
        if tree.visits[child] == 0:
            return tree.heuristic[child]
        return tree.total[child] / float(tree.visits[child])

    def principal_variation(self, index: i64) -> vec[i64]:
        """Follow the most visited nodes below a ranked move, as far as the visits mean something."""
        tree = self.tree
        line = vec[i64]([])
        node = tree.child(0, self.moves[index])
        while node != NONE:
            line = append(line, tree.move[node])
            node = self._most_visited(node)
        return line

    def _most_visited(self, node: i64) -> i64:
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
