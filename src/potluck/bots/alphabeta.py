"""Alpha-beta search for two seats whose scores add up to nothing.

It is negamax with iterative deepening, a transposition table, null-window searches (principal variation search) and
late-move reductions. Values are for the seat to move. After a move the same seat may be to move again, so a child's
value changes its sign only when the mover changes. At chance the outcomes are averaged (expectimax). Depth counts
moves, not turns.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from potluck.bots.search import PROVEN, Limit, Search
from potluck.core.dice import Dice
from potluck.core.evaluator import Evaluator
from potluck.core.state import CHANCE, OVER, State

MASK: Final = 0xFFFFFFFF
INFINITY: Final = 2.0  # beyond every value
NULL_WINDOW: Final = 0.0005  # the width of a window that asks only whether a move beats alpha
EMPTY: Final = -1
EXACT: Final = 0  # what a stored value is
LOWER_BOUND: Final = 1
UPPER_BOUND: Final = 2
MAX_PLY: Final = 60
CLOCK_INTERVAL: Final = 256  # nodes between two looks at the clock


@final
class TranspositionTable:
    """Remember positions by two hashes of their keys; the replacement scheme is always-replace."""

    def __init__(self, slots: i64) -> None:
        self.slots = slots
        self.check = vec[i64]([EMPTY] * slots)  # the signature of the position in each slot
        self.depth = vec[i64]([0] * slots)
        self.bound = vec[i64]([0] * slots)
        self.move = vec[i64]([0] * slots)
        self.value = vec[float]([0.0] * slots)
        self.slot: i64 = 0  # the slot of the last key that was probed
        self.signature: i64 = 0  # its second hash

    def probe(self, key: bytes) -> bool:
        """Find the slot of a key; tell whether it holds that position."""
        first: i64 = 0x811C9DC5
        second: i64 = 0x01234567
        for index in range(len(key)):
            byte: i64 = key[index]
            first = ((first ^ byte) * 0x01000193) & MASK
            second = ((second + byte) * 0x0019660D + 0x3C6EF35F) & MASK
        self.slot = (first ^ (first >> 15)) % self.slots
        self.signature = second * 256 + (first & 255)
        return self.check[self.slot] == self.signature


@final
class Ply:
    """Hold the moves of one ply, and the scores that order them."""

    def __init__(self, room: i64) -> None:
        self.moves = vec[i64]([0] * room)
        self.scores = vec[float]([0.0] * room)


@final
class AlphaBeta(Search):
    """Search by iterative deepening until the limit; the table is kept from one search to the next."""

    def __init__(
        self,
        evaluator: Evaluator,
        dice: Dice,
        depth: i64 = 30,
        slots: i64 = 1 << 17,
        margin: float = 0.0,
        full_depth_moves: i64 = 0,
    ) -> None:
        super().__init__()
        self.evaluator = evaluator
        self.dice = dice
        self.depth = depth  # the deepest search
        self.margin = margin  # root moves this much worse than the best are valued exactly too
        self.full_depth_moves = full_depth_moves  # late-move reduction applies to the moves after these; 0: to none
        self.table = TranspositionTable(slots)
        self.plies = [Ply(1)]
        self.limit = Limit(0, 0.0)
        self.stopped = False
        self.next_look: i64 = 0  # the count of steps at which to look at the clock
        self.completed_depth: i64 = 0  # the depth of the last finished iteration
        self.root: State | None = None

    # Thinking

    def think(self, state: State, limit: Limit) -> None:
        """Search one move deep, then two, and so on, until the limit or a certain result."""
        limit.start()
        self.limit = limit
        self.root = state.copy()
        self.steps = 0
        self.stopped = False
        self.next_look = 0
        self.completed_depth = 0
        self._make_room(state.room)
        moves = state.moves()
        self._shuffle(moves)
        self._rank(moves, vec[float]([0.0] * len(moves)), vec[float]([0.0] * len(moves)), vec[i64]([0] * len(moves)))
        for depth in range(1, self.depth + 1):
            if not self._search_root(state, depth):
                return
            self.completed_depth = depth
            if abs(self.values[0]) >= PROVEN or len(self.moves) == 1:
                return

    def _make_room(self, room: i64) -> None:
        """Prepare a list of moves for each depth."""
        if len(self.plies) <= MAX_PLY or len(self.plies[0].moves) < room:
            self.plies = [Ply(room) for _ in range(MAX_PLY + 1)]

    def _shuffle(self, moves: vec[i64]) -> None:
        """Put the moves in random order, so that equal ones are chosen equally often."""
        for left in range(len(moves), 1, -1):
            pick = self.dice.below(left)
            move = moves[pick]
            moves[pick] = moves[left - 1]
            moves[left - 1] = move

    def _search_root(self, state: State, depth: i64) -> bool:
        """Search the root moves in their present order and rank them anew; refuse when the limit comes first."""
        count = len(self.moves)
        values = vec[float]([0.0] * count)
        visits = vec[i64]([0] * count)
        best = -INFINITY
        leader: i64 = 0
        for index in range(count):
            before = self.steps
            alpha = best - self.margin if best > -INFINITY else best
            value = self._negamax_after(state, self.moves[index], depth, alpha, INFINITY, 1)
            if self.stopped:
                if best > -PROVEN:
                    self._promote(leader, best)
                return False
            if value > best:
                best = value
                leader = index
            values[index] = value
            visits[index] = self.steps - before
        if depth > 1 and best <= -PROVEN:
            self.values = values  # lost either way: the last ranking holds out longest
            return False
        self._rank(self.moves, values, values, visits)
        return True

    def _promote(self, index: i64, value: float) -> None:
        """Put a move first, the others in their old order behind it."""
        move = self.moves[index]
        visits = self.visits[index]
        for place in range(index, 0, -1):
            self.moves[place] = self.moves[place - 1]
            self.values[place] = self.values[place - 1]
            self.visits[place] = self.visits[place - 1]
        self.moves[0] = move
        self.values[0] = value
        self.visits[0] = visits

    # Negamax

    def _negamax_after(self, state: State, move: i64, depth: i64, alpha: float, beta: float, ply: i64) -> float:
        """Search the state after a move, and value it for the seat that makes the move."""
        twin = state.copy()
        twin.play(move)
        mover = state.to_move
        if twin.to_move == mover:
            return self._negamax(twin, depth - 1, alpha, beta, ply)
        if twin.to_move == OVER or twin.to_move == CHANCE:
            return self._expectimax(twin, mover, depth - 1, ply)
        return -self._negamax(twin, depth - 1, -beta, -alpha, ply)

    def _expectimax(self, state: State, seat: i64, depth: i64, ply: i64) -> float:
        """Value a terminal or a chance node for a seat: outcomes are averaged by their weights."""
        if self._is_late(1):
            return 0.0
        self.steps += 1
        if state.to_move == OVER or depth <= 0 or ply >= MAX_PLY:
            return self.evaluator.evaluate(state, seat)
        moves = state.moves()
        whole = 0.0
        value = 0.0
        for index in range(len(moves)):
            weight = float(state.weight(moves[index]))
            twin = state.copy()
            twin.play(moves[index])
            whole += weight
            if twin.to_move < 0:
                value += weight * self._expectimax(twin, seat, depth - 1, ply + 1)
            else:
                sign = 1.0 if twin.to_move == seat else -1.0
                value += weight * sign * self._negamax(twin, depth - 1, -INFINITY, INFINITY, ply + 1)
        return value / whole

    def _negamax(self, state: State, depth: i64, alpha: float, beta: float, ply: i64) -> float:
        """Value a state for the seat to move, exactly if the value lies between alpha and beta (fail-soft)."""
        if self._is_late(1):
            return 0.0
        self.steps += 1
        if depth <= 0 or ply >= MAX_PLY:
            return self.evaluator.evaluate(state, state.to_move)
        if depth == 1:
            return self._frontier_value(state, beta)
        table = self.table
        hash_move: i64 = EMPTY
        if table.probe(state.key()):
            slot = table.slot
            hash_move = table.move[slot]
            value = table.value[slot]
            if table.depth[slot] >= depth or abs(value) >= PROVEN:
                bound = table.bound[slot]
                if (
                    bound == EXACT
                    or (bound == LOWER_BOUND and value >= beta)
                    or (bound == UPPER_BOUND and value <= alpha)
                ):
                    return value
        return self._search_moves(state, depth, alpha, beta, ply, hash_move, table.slot, table.signature)

    def _search_moves(
        self, state: State, depth: i64, alpha: float, beta: float, ply: i64, hash_move: i64, slot: i64, signature: i64
    ) -> float:
        """Search the moves in order until one fails high (beta cutoff); store the result."""
        moves = self.plies[ply].moves
        count = state.fill(moves)
        self._order_moves(state, self.plies[ply], count, hash_move)
        best = -INFINITY
        choice = moves[0]
        raised = alpha
        for index in range(count):
            move = moves[index]
            value = self._search_move(state, move, depth, raised, beta, ply, index)
            if self.stopped:
                return 0.0
            if value > best:
                best = value
                choice = move
                raised = max(raised, best)
                if best >= beta or best >= PROVEN:
                    break
        self._store(slot, signature, depth, best, alpha, beta, choice)
        return best

    def _search_move(
        self, state: State, move: i64, depth: i64, alpha: float, beta: float, ply: i64, index: i64
    ) -> float:
        """Search a move with a null window first, a late one at reduced depth; search again if it beats alpha."""
        if self.full_depth_moves > 0 and index >= self.full_depth_moves and depth > 2:
            value = self._negamax_after(state, move, depth - 1, alpha, alpha + NULL_WINDOW, ply + 1)
            if value <= alpha:
                return value
        if index > 0 and beta - alpha > 2 * NULL_WINDOW:
            value = self._negamax_after(state, move, depth, alpha, alpha + NULL_WINDOW, ply + 1)
            if value <= alpha or value >= beta:
                return value
        return self._negamax_after(state, move, depth, alpha, beta, ply + 1)

    def _store(self, slot: i64, signature: i64, depth: i64, value: float, alpha: float, beta: float, move: i64) -> None:
        """Store the value of a position, with its bound and its best move."""
        table = self.table
        table.check[slot] = signature
        table.depth[slot] = depth
        table.value[slot] = value
        table.move[slot] = move
        table.bound[slot] = UPPER_BOUND if value <= alpha else LOWER_BOUND if value >= beta else EXACT

    def _frontier_value(self, state: State, beta: float) -> float:
        """Value a frontier node, at depth 1, by the evaluator alone."""
        moves = self.plies[MAX_PLY].moves
        count = state.fill(moves)
        mover = state.to_move
        best = -INFINITY
        if self._is_late(count):
            return 0.0
        self.steps += count
        for index in range(count):
            twin = state.copy()
            twin.play(moves[index])
            value = self.evaluator.evaluate(twin, mover)
            if value > best:
                best = value
                if best >= beta:
                    break
        return best

    def _order_moves(self, state: State, ply: Ply, count: i64, hash_move: i64) -> None:
        """Order the moves: the hash move first, then by the evaluator's value after each."""
        moves = ply.moves
        scores = ply.scores
        mover = state.to_move
        for index in range(count):
            move = moves[index]
            score = INFINITY
            if move != hash_move:
                twin = state.copy()
                twin.play(move)
                score = self.evaluator.evaluate(twin, mover)
            place: i64 = index
            while place > 0 and scores[place - 1] < score:
                scores[place] = scores[place - 1]
                moves[place] = moves[place - 1]
                place -= 1
            scores[place] = score
            moves[place] = move

    def _is_late(self, nodes: i64) -> bool:
        """Tell whether so many more nodes are beyond the limit; from then on nothing that is found counts."""
        if not self.stopped:
            limit = self.limit
            if limit.steps > 0 and self.steps + nodes > limit.steps:
                self.stopped = True
            elif self.steps >= self.next_look and self.completed_depth > 0:
                self.next_look = self.steps + CLOCK_INTERVAL
                self.stopped = limit.is_late()
        return self.stopped

    # The answer

    def principal_variation(self, index: i64) -> vec[i64]:
        """Follow the hash moves after a ranked one."""
        line = vec[i64]([self.moves[index]])
        if self.root is None:
            return line
        state = self.root.copy()
        state.play(self.moves[index])
        while state.to_move >= 0 and len(line) < self.completed_depth and self.table.probe(state.key()):
            move = self.table.move[self.table.slot]
            if move not in state.moves():
                break  # two positions shared a signature
            line = append(line, move)
            state.play(move)
        return line
