"""Fights of Magic Potion at close quarters, with all worlds that their course leaves, found without marks."""

from potluck import CHANCE, OVER, Dice, Game
from potluck.games.magic_potion.board import NAMES, SURPRISES
from potluck.games.magic_potion.characters import CAST, LETTERS, TEAM, WHO
from potluck.games.magic_potion.items import CARDS, KIND
from potluck.games.magic_potion.notation import hides_move
from potluck.games.magic_potion.position import DRAWING, FACE, OPEN_FACE, PLACE
from potluck.games.magic_potion.rules import MagicPotionState

USED = "used=+1,+1,+1,+2,+2,+2,+3"  # so that few worlds are left
DOOR, DOORSTEP = NAMES.index("d4"), NAMES.index("d3")  # a surprise slot, and the slot of who moves first
MIDDLE = [cell for cell in range(49) if 0 < cell % 7 < 6 and 1 < cell // 7 < 5 and cell not in (DOOR, DOORSTEP)]
EVENTFUL = (*(f"go-{name}" for name in SURPRISES), "attack", "steal-item", "bribe", "take-I", "show")


class Fight:
    """Lead a fight at close quarters, with all that a viewer considers possible of it."""

    def __init__(self, game: Game, dice: Dice, viewer: int) -> None:
        self.game = game
        self.dice = dice
        self.viewer = viewer
        self.moves = 0
        cast = shuffled(list(range(CAST)), dice)[: 2 * TEAM]
        cells = shuffled(MIDDLE, dice)[: 2 * TEAM]
        stock = [(1 + dice.below(12), dice.below(4)) for _ in cast]
        stolen = dice.below(3)  # the piece that has changed sides: I, II or none
        cells[holder(stolen)] = DOORSTEP
        own = [dice.below(TEAM), dice.below(TEAM)]
        texts = []
        for carrier in range(TEAM):
            own[1 - viewer] = carrier
            texts.append(written(cast, cells, stock, stolen, own))
        found = [game.read_position(words) for words in dict.fromkeys(texts)]
        self.worlds = {state.key(): state for state in found if isinstance(state, MagicPotionState)}
        self.state = next(iter(self.worlds.values())).copy()

    def step(self) -> None:
        """Make a move, mostly one that tells something, and keep the worlds that look the same afterwards."""
        state = self.state
        if state.to_move == OVER:
            return
        self.moves += 1
        moves = list(state.moves())
        eventful = [move for move in moves if self.game.write(state, move).startswith(EVENTFUL)]
        if state.to_move == CHANCE:
            move = self.dice.sample(state)
        else:
            moves = eventful if eventful and self.dice.below(6) else moves
            move = moves[self.dice.below(len(moves))]
        hidden = hides_move(state, self.viewer) if state.to_move >= 0 else state.phase() == DRAWING
        hidden = hidden and state.side(state.actor()) != self.viewer
        after = []
        for world in self.worlds.values():
            for other in list(world.moves()) if hidden else [move]:
                if hidden or other in list(world.moves()):
                    after.append(world.copy())
                    after[-1].play(other)
        state.play(move)
        self.worlds = {world.key(): world for world in after if in_public(world) == in_public(state)}

    def redrawn(self) -> set[bytes]:
        """Collect what determinize draws."""
        found = set()
        for _ in range(200 + 20 * len(self.worlds)):
            twin = self.state.copy()
            twin.determinize(self.viewer, self.dice)
            found.add(twin.key())
        return found


def shuffled(values: list[int], dice: Dice) -> list[int]:
    return [values.pop(dice.below(len(values))) for _ in range(len(values))] if (values := list(values)) else []


def written(cast: list[int], cells: list[int], stock: list[tuple[int, int]], stolen: int, own: list[int]) -> str:
    """Write the position in which each side has hidden its piece on one of its characters."""
    rows = [["."] * 7 for _ in range(7)]
    words = []
    for index, (who, cell) in enumerate(zip(cast, cells, strict=True)):
        seat, member = divmod(index, TEAM)
        rows[cell // 7][cell % 7] = LETTERS[who] if seat == 0 else LETTERS[who].lower()
        dealt = [] if stolen == seat and member == 0 else ["none*"]
        if stolen != seat and own[seat] == member:
            dealt = [f"{'I' * (seat + 1)}*"]
        taken = [f"{'I' * (stolen + 1)}!"] if stolen < 2 and index == holder(stolen) else []
        health, number = stock[index]
        words.append(",".join([f"{WHO[who]}={('red', 'blue')[seat]}", str(health), str(number), *dealt, *taken]))
    board = ["".join(row) for row in reversed(rows)]
    return " ".join([*board, *words, USED, f"round=1 phase=move actor={WHO[cast[holder(stolen)]]}"])


def holder(stolen: int) -> int:
    """Tell who has the stolen piece, counted from the first of Red: the second of the other side."""
    return TEAM + 1 if stolen == 0 else 1


def in_public(state: MagicPotionState) -> list[object]:
    """Say what everybody sees happen: who moves, the end, and which items are open where."""
    data = state.data
    cards = [(int(data[PLACE + card]), KIND[card]) for card in range(CARDS) if data[FACE + card] == OPEN_FACE]
    return [int(state.to_move), int(state.phase()), state.ending(), sorted(cards)]
