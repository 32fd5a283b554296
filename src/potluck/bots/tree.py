"""The memory of a tree search: nodes are numbers, and their facts stand in vecs, so that no object is made per node.

Children of a node form a list: `first` is its head, `sibling` its links. A child is always younger than its parent (its
number is greater), so one pass in ascending order can throw away all but one subtree: see `reroot`.
"""

from typing import Final, final

from librt.vecs import extend, vec
from mypy_extensions import i64

NONE: Final = -1
START: Final = 1024  # room for nodes at first


@final
class Tree:
    """Hold the nodes of a search, up to a limit."""

    def __init__(self, limit: i64) -> None:
        self.limit = limit
        self.count: i64 = 0
        self.parent = vec[i64]([0] * START)
        self.first = vec[i64]([0] * START)  # the head of the list of children
        self.sibling = vec[i64]([0] * START)  # the next child of the same parent
        self.move = vec[i64]([0] * START)  # the move that leads here
        self.visits = vec[i64]([0] * START)
        self.availability = vec[i64]([0] * START)  # with secrets: how often it was legal; below chance: was drawn
        self.width = vec[i64]([0] * START)  # how many children it has when fully expanded; 0 while unknown
        self.proof = vec[i64]([0] * START)  # the number of its proven result (MCTS-Solver), or NONE
        self.total = vec[float]([0.0] * START)  # the sum of backpropagated scores, for the seat that chose it
        self.heuristic = vec[float](
            [0.0] * START
        )  # the evaluator's value, for the seat that chose it; used until the first visit
        self.prior = vec[float]([0.0] * START)  # the probability that the policy gives it (PUCT)

    def clear(self) -> None:
        """Forget everything but a fresh root."""
        self.count = 0
        self.add(NONE, NONE)

    def has_room(self, nodes: i64) -> bool:
        """Tell whether so many nodes can be added."""
        return self.count + nodes <= self.limit

    def add(self, parent: i64, move: i64) -> i64:
        """Add a node at the head of its parent's children; the caller has asked for room."""
        node = self.count
        if node == len(self.parent):
            self._grow()
        self.count = node + 1
        self.parent[node] = parent
        self.first[node] = NONE
        self.move[node] = move
        self.visits[node] = 0
        self.availability[node] = 0
        self.width[node] = 0
        self.proof[node] = NONE
        self.total[node] = 0.0
        self.heuristic[node] = 0.0
        self.prior[node] = 0.0
        if parent == NONE:
            self.sibling[node] = NONE
        else:
            self.sibling[node] = self.first[parent]
            self.first[parent] = node
        return node

    def _grow(self) -> None:
        """Double the room, within the limit."""
        more = min(len(self.parent), self.limit - len(self.parent))
        whole = vec[i64]([0] * max(more, 1))
        real = vec[float]([0.0] * max(more, 1))
        self.parent = extend(self.parent, whole)
        self.first = extend(self.first, whole)
        self.sibling = extend(self.sibling, whole)
        self.move = extend(self.move, whole)
        self.visits = extend(self.visits, whole)
        self.availability = extend(self.availability, whole)
        self.width = extend(self.width, whole)
        self.proof = extend(self.proof, whole)
        self.total = extend(self.total, real)
        self.heuristic = extend(self.heuristic, real)
        self.prior = extend(self.prior, real)

    def child(self, node: i64, move: i64) -> i64:
        """Find the child that a move leads to, or NONE."""
        child = self.first[node]
        while child != NONE and self.move[child] != move:
            child = self.sibling[child]
        return child

    def reroot(self, root: i64) -> None:
        """Reuse the subtree of a node, which becomes the root; throw away the rest."""
        if root == 0:
            return
        self._copy(root, 0, NONE)
        renamed = vec[i64]([NONE] * self.count)  # where each kept node has gone
        renamed[root] = 0
        kept: i64 = 1
        for node in range(root + 1, self.count):
            parent = renamed[self.parent[node]]
            if parent != NONE:
                self._copy(node, kept, parent)
                renamed[node] = kept
                kept += 1
        self._relink(kept)

    def _copy(self, node: i64, place: i64, parent: i64) -> None:
        """Move the facts of a node to an earlier place."""
        self.parent[place] = parent
        self.move[place] = self.move[node]
        self.visits[place] = self.visits[node]
        self.availability[place] = self.availability[node]
        self.width[place] = self.width[node]
        self.proof[place] = self.proof[node]
        self.total[place] = self.total[node]
        self.heuristic[place] = self.heuristic[node]
        self.prior[place] = self.prior[node]

    def _relink(self, count: i64) -> None:
        """Rebuild the lists of children in the order in which they were added."""
        self.count = count
        for node in range(count):
            self.first[node] = NONE
        self.sibling[0] = NONE
        for node in range(1, count):
            parent = self.parent[node]
            self.sibling[node] = self.first[parent]
            self.first[parent] = node
