"""Alpha-beta search with iterative deepening and a transposition table, for two seats whose scores add up to nothing.

Values are for the seat to move. After a move the same seat may be to move again, so a child's value changes its sign
only when the mover changes. At chance the outcomes are averaged. Depth counts moves, not turns. Moves that the ordering
puts late are looked at less deeply, unless they turn out to beat the best so far.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from potluck.bots.search import SURE, Limit, Search
from potluck.core.dice import Dice
from potluck.core.evaluator import Evaluator
from potluck.core.state import CHANCE, OVER, State

MASK: Final = 0xFFFFFFFF
WIDEST: Final = 2.0  # a value beyond every value
NARROW: Final = 0.0005  # the width of a question that is only whether, not how much
EMPTY: Final = -1
EXACT: Final = 0  # kinds of remembered values
AT_LEAST: Final = 1
AT_MOST: Final = 2
DEEPEST: Final = 60
PATIENCE: Final = 256  # positions between two looks at the clock


@final
class Table:
    """Remember positions by two hashes of their keys; a slot is taken over by whatever comes last."""

    def __init__(self, slots: i64) -> None:
        self.slots = slots
        self.check = vec[i64]([EMPTY] * slots)
        self.depth = vec[i64]([0] * slots)
        self.kind = vec[i64]([0] * slots)
        self.move = vec[i64]([0] * slots)
        self.value = vec[float]([0.0] * slots)
        self.place: i64 = 0  # the slot of the last key that was looked up
        self.name: i64 = 0  # its second hash

    def look_up(self, key: bytes) -> bool:
        """Find the slot of a key; tell whether it holds that position."""
        first: i64 = 0x811C9DC5
        second: i64 = 0x01234567
        for index in range(len(key)):
            byte: i64 = key[index]
            first = ((first ^ byte) * 0x01000193) & MASK
            second = ((second + byte) * 0x0019660D + 0x3C6EF35F) & MASK
        self.place = (first ^ (first >> 15)) % self.slots
        self.name = second * 256 + (first & 255)
        return self.check[self.place] == self.name


@final
class Ply:
    """Hold the moves under examination at one depth, and how promising each looked."""

    def __init__(self, room: i64) -> None:
        self.moves = vec[i64]([0] * room)
        self.marks = vec[float]([0.0] * room)


@final
class AlphaBeta(Search):
    """Search all moves to a depth that grows until the limit; the table is kept from one thought to the next."""

    def __init__(
        self,
        evaluator: Evaluator,
        dice: Dice,
        depth: i64 = 30,
        slots: i64 = 1 << 17,
        margin: float = 0.0,
        trusted: i64 = 0,
    ) -> None:
        super().__init__()
        self.evaluator = evaluator
        self.dice = dice
        self.depth = depth  # the deepest search
        self.margin = margin  # root moves this much worse than the best are valued exactly too
        self.trusted = trusted  # moves looked at in full depth at each position; 0: all
        self.table = Table(slots)
        self.plies = [Ply(1)]
        self.limit = Limit(0, 0.0)
        self.stopped = False
        self.next_look: i64 = 0  # the count of steps at which to look at the clock
        self.reached: i64 = 0  # the depth of the last finished search
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
        self.reached = 0
        self._make_room(state.room)
        moves = state.moves()
        self._shuffle(moves)
        self._rank(moves, vec[float]([0.0] * len(moves)), vec[float]([0.0] * len(moves)), vec[i64]([0] * len(moves)))
        for depth in range(1, self.depth + 1):
            if not self._search_root(state, depth):
                return
            self.reached = depth
            if abs(self.values[0]) >= SURE or len(self.moves) == 1:
                return

    def _make_room(self, room: i64) -> None:
        """Prepare a list of moves for each depth."""
        if len(self.plies) <= DEEPEST or len(self.plies[0].moves) < room:
            self.plies = [Ply(room) for _ in range(DEEPEST + 1)]

    def _shuffle(self, moves: vec[i64]) -> None:
        """Put the moves in random order, so that equal ones are chosen equally often."""
        for left in range(len(moves), 1, -1):
            pick = self.dice.below(left)
            move = moves[pick]
            moves[pick] = moves[left - 1]
            moves[left - 1] = move

    def _search_root(self, state: State, depth: i64) -> bool:
        """Value the moves in their present order and rank them anew; refuse when the limit comes before the end."""
        count = len(self.moves)
        values = vec[float]([0.0] * count)
        visits = vec[i64]([0] * count)
        best = -WIDEST
        leader: i64 = 0
        for index in range(count):
            before = self.steps
            low = best - self.margin if best > -WIDEST else best
            value = self._value_after(state, self.moves[index], depth, low, WIDEST, 1)
            if self.stopped:
                if best > -SURE:
                    self._promote(leader, best)
                return False
            if value > best:
                best = value
                leader = index
            values[index] = value
            visits[index] = self.steps - before
        if depth > 1 and best <= -SURE:
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

    # The search

    def _value_after(self, state: State, move: i64, depth: i64, low: float, high: float, ply: i64) -> float:
        """Value a move for the seat that makes it."""
        twin = state.copy()
        twin.play(move)
        mover = state.to_move
        if twin.to_move == mover:
            return self._value(twin, depth - 1, low, high, ply)
        if twin.to_move == OVER or twin.to_move == CHANCE:
            return self._value_for(twin, mover, depth - 1, ply)
        return -self._value(twin, depth - 1, -high, -low, ply)

    def _value_for(self, state: State, seat: i64, depth: i64, ply: i64) -> float:
        """Value a state that is over, or chance's, for a seat: outcomes are averaged by their weights."""
        self.steps += 1
        if state.to_move == OVER or depth <= 0 or ply >= DEEPEST:
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
                value += weight * self._value_for(twin, seat, depth - 1, ply + 1)
            else:
                sign = 1.0 if twin.to_move == seat else -1.0
                value += weight * sign * self._value(twin, depth - 1, -WIDEST, WIDEST, ply + 1)
        return value / whole

    def _value(self, state: State, depth: i64, low: float, high: float, ply: i64) -> float:
        """Value a state for the seat to move, exactly if the value lies between low and high."""
        self.steps += 1
        if depth <= 0 or ply >= DEEPEST:
            return self.evaluator.evaluate(state, state.to_move)
        if self._is_late():
            return 0.0
        if depth == 1:
            return self._best_leaf(state, high)
        table = self.table
        hint: i64 = EMPTY
        if table.look_up(state.key()):
            place = table.place
            hint = table.move[place]
            value = table.value[place]
            if table.depth[place] >= depth or abs(value) >= SURE:
                kind = table.kind[place]
                if kind == EXACT or (kind == AT_LEAST and value >= high) or (kind == AT_MOST and value <= low):
                    return value
        return self._search(state, depth, low, high, ply, hint, table.place, table.name)

    def _search(
        self, state: State, depth: i64, low: float, high: float, ply: i64, hint: i64, place: i64, name: i64
    ) -> float:
        """Look at the moves, the most promising first, until one is too good to be allowed."""
        moves = self.plies[ply].moves
        count = state.fill(moves)
        self._order(state, self.plies[ply], count, hint)
        best = -WIDEST
        choice = moves[0]
        floor = low
        for index in range(count):
            move = moves[index]
            value = self._probe(state, move, depth, floor, high, ply, index)
            if self.stopped:
                return 0.0
            if value > best:
                best = value
                choice = move
                floor = max(floor, best)
                if best >= high or best >= SURE:
                    break
        self._remember(place, name, depth, best, low, high, choice)
        return best

    def _probe(self, state: State, move: i64, depth: i64, low: float, high: float, ply: i64, index: i64) -> float:
        """Value a move, first only asking whether it beats the best so far, and a late one less deeply at that."""
        if self.trusted > 0 and index >= self.trusted and depth > 2:
            value = self._value_after(state, move, depth - 1, low, low + NARROW, ply + 1)
            if value <= low:
                return value
        if index > 0 and high - low > 2 * NARROW:
            value = self._value_after(state, move, depth, low, low + NARROW, ply + 1)
            if value <= low or value >= high:
                return value
        return self._value_after(state, move, depth, low, high, ply + 1)

    def _remember(self, place: i64, name: i64, depth: i64, value: float, low: float, high: float, move: i64) -> None:
        """Store what was found out about a position."""
        table = self.table
        table.check[place] = name
        table.depth[place] = depth
        table.value[place] = value
        table.move[place] = move
        table.kind[place] = AT_MOST if value <= low else AT_LEAST if value >= high else EXACT

    def _best_leaf(self, state: State, high: float) -> float:
        """Value a state one move deep by the evaluator alone."""
        moves = self.plies[DEEPEST].moves
        count = state.fill(moves)
        mover = state.to_move
        best = -WIDEST
        self.steps += count
        for index in range(count):
            twin = state.copy()
            twin.play(moves[index])
            value = self.evaluator.evaluate(twin, mover)
            if value > best:
                best = value
                if best >= high:
                    break
        return best

    def _order(self, state: State, ply: Ply, count: i64, hint: i64) -> None:
        """Sort the moves by what the evaluator says after each; the remembered best goes first."""
        moves = ply.moves
        marks = ply.marks
        mover = state.to_move
        for index in range(count):
            move = moves[index]
            mark = WIDEST
            if move != hint:
                twin = state.copy()
                twin.play(move)
                mark = self.evaluator.evaluate(twin, mover)
            place: i64 = index
            while place > 0 and marks[place - 1] < mark:
                marks[place] = marks[place - 1]
                moves[place] = moves[place - 1]
                place -= 1
            marks[place] = mark
            moves[place] = move

    def _is_late(self) -> bool:
        """Tell whether the limit is reached; from then on nothing that is found counts."""
        if not self.stopped:
            limit = self.limit
            if limit.steps > 0 and self.steps >= limit.steps and self.reached > 0:
                self.stopped = True
            elif self.steps >= self.next_look and self.reached > 0:
                self.next_look = self.steps + PATIENCE
                self.stopped = limit.is_late()
        return self.stopped

    # The answer

    def line(self, index: i64) -> vec[i64]:
        """Follow the remembered best moves after a ranked one."""
        line = vec[i64]([self.moves[index]])
        if self.root is None:
            return line
        state = self.root.copy()
        state.play(self.moves[index])
        while state.to_move >= 0 and len(line) < self.reached and self.table.look_up(state.key()):
            move = self.table.move[self.table.place]
            if move not in state.moves():
                break  # two positions shared a name
            line = append(line, move)
            state.play(move)
        return line
