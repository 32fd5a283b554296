"""The nine special rules of the rulebook, in its order (ST13 … ST21); power.py says what a hook is."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from potluck.core.state import OVER
from potluck.games.struggle import position as at
from potluck.games.struggle.board import (
    ALL_WAYS,
    CELLS,
    DISTANCE,
    IN_REACH,
    MIDDLE_FIRST,
    MIDDLE_LAST,
    NAMES,
    REACHED,
    ROW,
    STRIDE,
    WALL,
    WAY_NAMES,
    WAYS,
)
from potluck.games.struggle.position import COLOURS, NONE, RULES, TEAM, WHITE, StrugglePosition
from potluck.games.struggle.power import BY_JUMP, BY_RULE, Power
from potluck.games.struggle.reasons import BEHIND, NOT_FREE, PACT_MADE, SWAPPED_ONCE, TOO_FAR, TOWER_STANDS, WAITING

BLACK: Final = 1
BLUE: Final = 2
GREEN: Final = 3
RED: Final = 4
YELLOW: Final = 5

WAIT: Final = 3  # moves until the Hatter may swap again, that of the same turn counted
NEVER: Final = 255
AT: Final = 0  # in the memory of a Tower: its space + 1
LEVELS: Final = 1
TALLEST: Final = 3


def piece_name(position: StrugglePosition, slot: i64) -> str:
    """Name a piece by its space, or by its colour once it is gone."""
    cell = position.cell_of(slot)
    return NAMES[cell] if cell != WALL else COLOURS[slot % TEAM]


def carrier_name(position: StrugglePosition, place: i64, rule: str) -> str:
    """Name the piece that carries a rule, or the rule if the mover does not have it."""
    return piece_name(position, position.carrier(place)) if place != NONE and position.carrier(place) != NONE else rule


@final
class Torus(Power):
    """ST13: the carrier moves as if the left and the right edge met; the geometry is in board.py."""

    def __init__(self) -> None:
        text = "This piece moves and jumps as if the left and right edges of the board met."
        super().__init__("torus", "Torus", text, "ST13", colour=BLUE, wraps=True)


@final
class Pact(Power):
    """ST14: once, one own and one enemy piece stop touching each other."""

    def __init__(self) -> None:
        text = "Once, at the start of your turn, bind one of your pieces and one enemy piece: they spare each other."
        codes = TEAM * TEAM
        super().__init__("pact", "Nonaggression Pact", text, "ST14", codes=codes, memory=("own", "enemy"))

    def free_moves(self, position: StrugglePosition, place: i64, out: vec[i64], count: i64) -> i64:
        """Add the pairs, or with pact_by_colour the pairs of colours."""
        if position.recall(place, 0) != 0:
            return count
        by_colour = position.options.pact_by_colour
        least: i64 = WHITE if position.options.pact_with_white else WHITE + 1
        for own in range(least, TEAM):
            for enemy in range(own + 1 if by_colour else least, TEAM):
                there = self._are_there(position, place, own, enemy)
                if there or (by_colour and self._are_there(position, place, enemy, own)):
                    out[count] = self.base + own * TEAM + enemy
                    count += 1
        return count

    def _are_there(self, position: StrugglePosition, place: i64, own: i64, enemy: i64) -> bool:
        """Tell whether both pieces are on the board."""
        seat = position.seat_of(place)
        return position.is_alive(seat * TEAM + own) and position.is_alive((1 - seat) * TEAM + enemy)

    def play(self, position: StrugglePosition, place: i64, code: i64) -> bool:
        """Bind the two."""
        position.remember(place, 0, code // TEAM + 1)
        position.remember(place, 1, code % TEAM + 1)
        return False

    def keeps_apart(self, position: StrugglePosition, place: i64, one: i64, other: i64) -> bool:
        """Tell whether the two pieces are those of the pact."""
        own = position.recall(place, 0) - 1
        enemy = position.recall(place, 1) - 1
        mine = one if one // TEAM == position.seat_of(place) else other
        theirs = other if mine == one else one
        if mine % TEAM == own and theirs % TEAM == enemy:
            return True
        return position.options.pact_by_colour and mine % TEAM == enemy and theirs % TEAM == own

    def why_not(self, position: StrugglePosition, place: i64, code: i64) -> i64:
        """Say that the pact is made, or what it binds."""
        return PACT_MADE if position.recall(place, 0) != 0 else self.number_of_ruling

    def write(self, position: StrugglePosition, place: i64, code: i64) -> str:
        """Write the two pieces, or the two colours."""
        if position.options.pact_by_colour:
            return f"{COLOURS[code // TEAM]}&{COLOURS[code % TEAM]}"
        seat = position.mover
        own = piece_name(position, seat * TEAM + code // TEAM)
        return f"{own}&{piece_name(position, (1 - seat) * TEAM + code % TEAM)}"

    def path(self, position: StrugglePosition, place: i64, code: i64) -> list[str]:
        """Click the rule, then both."""
        return [self.name, *self.write(position, place, code).split("&")]

    def tell(self, position: StrugglePosition, place: i64, code: i64) -> str:
        """Name the two."""
        return f"made a pact between {COLOURS[code // TEAM]} and the enemy's {COLOURS[code % TEAM]}"

    def note(self, position: StrugglePosition, place: i64) -> str:
        """Name the two."""
        if position.recall(place, 0) == 0:
            return "not made yet"
        return f"{COLOURS[position.recall(place, 0) - 1]} with {COLOURS[position.recall(place, 1) - 1]}"

    def fault(self, position: StrugglePosition, place: i64) -> str:
        """Check that both or none are named."""
        own = position.recall(place, 0)
        enemy = position.recall(place, 1)
        if own > TEAM or enemy > TEAM or (own == 0) != (enemy == 0):
            return "a pact names two colours"
        if own == 1 or enemy == 1:
            return "" if position.options.pact_with_white else "a pact binds nonwhite pieces"
        return "a pact by colour names them in their order" if position.options.pact_by_colour and own > enemy else ""


@final
class Caboose(Power):
    """ST15: a line of three or more advances by a step."""

    def __init__(self) -> None:
        text = "Three or more of your nonwhite pieces in a line may advance together, one step along the line."
        super().__init__("caboose", "Caboose", text, "ST15", codes=CELLS * ALL_WAYS, room=40)

    def turn_moves(self, position: StrugglePosition, place: i64, out: vec[i64], count: i64) -> i64:
        """Look for lines behind each piece that has a free space ahead."""
        seat = position.seat_of(place)
        ways: i64 = ALL_WAYS if position.options.caboose_backward else WAYS
        for slot in range(seat * TEAM + 1, seat * TEAM + TEAM):
            cell = position.cell_of(slot)
            if cell == WALL:
                continue
            for way in range(ways):
                if self._is_wagon(position, seat, position.next_to(seat, cell, (way + 3) % ALL_WAYS)):
                    if position.is_free(position.next_to(seat, cell, way)):
                        count = self._line_moves(position, seat, cell, way, out, count)
        return count

    def _line_moves(
        self, position: StrugglePosition, seat: i64, front: i64, way: i64, out: vec[i64], count: i64
    ) -> i64:
        """Add the line that has its front here: the longest, or with caboose_part each of three and more."""
        length: i64 = 1
        tail = front
        back = (way + 3) % ALL_WAYS
        behind = position.next_to(seat, front, back)
        while self._is_wagon(position, seat, behind):
            tail = behind
            length += 1
            behind = position.next_to(seat, tail, back)
            if length >= 3 and position.options.caboose_part and self._is_wagon(position, seat, behind):
                out[count] = self.base + tail * ALL_WAYS + way
                count += 1
        if length >= 3:
            out[count] = self.base + tail * ALL_WAYS + way
            count += 1
        return count

    def _is_wagon(self, position: StrugglePosition, seat: i64, cell: i64) -> bool:
        """Tell whether a nonwhite piece of the seat stands on a space."""
        return seat * TEAM + 1 < i64(position.data[cell]) <= seat * TEAM + TEAM

    def _ahead(self, position: StrugglePosition, seat: i64, tail: i64, way: i64) -> i64:
        """Find the space ahead of the line that begins at a tail."""
        cell = position.next_to(seat, tail, way)
        while self._is_wagon(position, seat, cell):
            cell = position.next_to(seat, cell, way)
        return cell

    def play(self, position: StrugglePosition, place: i64, code: i64) -> bool:
        """Advance the line, the front piece first."""
        seat = position.seat_of(place)
        way = code % ALL_WAYS
        back = (way + 3) % ALL_WAYS
        tail = code // ALL_WAYS
        free = self._ahead(position, seat, tail, way)
        moved: i64 = 0
        while free != tail:
            cell = position.next_to(seat, free, back)
            slot = position.slot_at(cell)
            position.advance(slot, free)
            moved |= 1 << slot
            free = cell
        for slot in range(seat * TEAM, seat * TEAM + TEAM):
            if (moved >> slot) & 1 != 0:
                position.arrive(slot)
        return True

    def write(self, position: StrugglePosition, place: i64, code: i64) -> str:
        """Write the tail of the line and the space its front advances to."""
        ahead = self._ahead(position, max(position.mover, 0), code // ALL_WAYS, code % ALL_WAYS)
        return f"{NAMES[code // ALL_WAYS]}>>{NAMES[ahead] if ahead != WALL else WAY_NAMES[code % ALL_WAYS]}"

    def path(self, position: StrugglePosition, place: i64, code: i64) -> list[str]:
        """Click the rule, the tail and the space ahead."""
        return [self.name, *self.write(position, place, code).split(">>")]

    def tell(self, position: StrugglePosition, place: i64, code: i64) -> str:
        """Name the space that the front reaches."""
        ahead = self._ahead(position, position.seat_of(place), code // ALL_WAYS, code % ALL_WAYS)
        return f"advanced the line from {NAMES[code // ALL_WAYS]} to {NAMES[ahead]}"

    def note(self, position: StrugglePosition, place: i64) -> str:
        """Say what it takes."""
        return "three in a line"


@final
class Teleporter(Power):
    """ST16: the carrier goes to a free space near it that is not behind it."""

    def __init__(self) -> None:
        text = "This piece may use your turn to go to any free space within three steps that is not behind it."
        super().__init__("teleporter", "Teleporter", text, "ST16", codes=CELLS, room=36, colour=BLUE)

    def turn_moves(self, position: StrugglePosition, place: i64, out: vec[i64], count: i64) -> i64:
        """Add the free spaces in reach."""
        if not position.is_usable(place):
            return count
        data = position.data
        spaces = IN_REACH
        entry = (position.seat_of(place) * CELLS + position.cell_of(position.carrier(place))) * REACHED
        target = spaces[entry]
        while target != WALL:
            if data[target] == 0:
                out[count] = self.base + target
                count += 1
            entry += 1
            target = spaces[entry]
        return count

    def play(self, position: StrugglePosition, place: i64, code: i64) -> bool:
        """Go there; it is no landing (ST7)."""
        slot = position.carrier(place)
        position.advance(slot, code)
        position.arrive(slot)
        return True

    def why_not(self, position: StrugglePosition, place: i64, code: i64) -> i64:
        """Say why the carrier cannot go there."""
        first = position.seat_of(place) * STRIDE
        cell = position.cell_of(position.carrier(place))
        if not position.is_free(code):
            return NOT_FREE
        return BEHIND if ROW[first + code] < ROW[first + cell] else TOO_FAR

    def write(self, position: StrugglePosition, place: i64, code: i64) -> str:
        """Write the two spaces."""
        return f"{carrier_name(position, place, self.name)}@{NAMES[code]}"

    def path(self, position: StrugglePosition, place: i64, code: i64) -> list[str]:
        """Click the rule, then the space."""
        return [self.name, NAMES[code]]

    def tell(self, position: StrugglePosition, place: i64, code: i64) -> str:
        """Name the two spaces."""
        return f"teleported {COLOURS[position.carrier(place) % TEAM]} to {NAMES[code]}"


@final
class Armor(Power):
    """ST17: the carrier survives the first jump over it."""

    def __init__(self) -> None:
        text = "Enemies must jump this piece twice to remove it."
        super().__init__("armor", "Armor", text, "ST17", colour=RED, memory=("broken",))

    def absorbs(self, position: StrugglePosition, place: i64, slot: i64, cause: i64) -> bool:
        """Break instead of losing the piece."""
        if slot != position.carrier(place):
            return False
        if cause != BY_JUMP and position.options.armor_only_jumps:
            return True
        if position.recall(place, 0) != 0 or (cause != BY_JUMP and not position.options.armor_absorbs_all):
            return False
        position.remember(place, 0, 1)
        return True

    def removed(self, position: StrugglePosition, place: i64, gone: i64) -> None:
        """Forget the armor of a piece that is gone."""
        if (gone >> position.carrier(place)) & 1 != 0:
            position.forget(place)

    def note(self, position: StrugglePosition, place: i64) -> str:
        """Tell whether the armor is whole."""
        if not position.is_alive(position.carrier(place)):
            return position.carried_by(place)
        return f"{position.carried_by(place)}, {'broken' if position.recall(place, 0) != 0 else 'whole'}"

    def fault(self, position: StrugglePosition, place: i64) -> str:
        """Check that it is whole, broken or gone."""
        broken = position.recall(place, 0)
        if broken > 1 or (broken == 1 and not position.is_alive(position.carrier(place))):
            return "armor is whole, or broken on a piece that is there"
        return ""


@final
class Hatter(Power):
    """ST18: before moving, two own pieces change places."""

    def __init__(self) -> None:
        text = "At the start of your turn you may swap two of your nonwhite pieces, and again after three moves."
        super().__init__("hatter", "Mad Hatter", text, "ST18", codes=TEAM * TEAM, room=10, memory=("wait",))

    def free_moves(self, position: StrugglePosition, place: i64, out: vec[i64], count: i64) -> i64:
        """Add the pairs of nonwhite pieces."""
        if position.recall(place, 0) != 0:
            return count
        first = position.seat_of(place) * TEAM
        for one in range(1, TEAM):
            if position.is_alive(first + one):
                for other in range(one + 1, TEAM):
                    if position.is_alive(first + other):
                        out[count] = self.base + one * TEAM + other
                        count += 1
        return count

    def play(self, position: StrugglePosition, place: i64, code: i64) -> bool:
        """Swap; the rules on both cannot be used this turn."""
        one = position.seat_of(place) * TEAM + code // TEAM
        other = position.seat_of(place) * TEAM + code % TEAM
        position.swap(one, other)
        position.lame_rules_of(one)
        position.lame_rules_of(other)
        position.remember(place, 0, NEVER if position.options.hatter_once else WAIT)
        position.arrive(one)
        position.arrive(other)
        return False

    def end_turn(self, position: StrugglePosition, place: i64) -> bool:
        """Count the owner's moves; a skip is none (ST4)."""
        wait = position.recall(place, 0)
        if 0 < wait < NEVER and i64(position.data[at.MOVER]) == place // RULES and position.data[at.SKIPPING] == 0:
            position.remember(place, 0, wait - 1)
        return False

    def why_not(self, position: StrugglePosition, place: i64, code: i64) -> i64:
        """Say that it has to wait, or what it swaps."""
        wait = position.recall(place, 0)
        if wait == 0:
            return self.number_of_ruling
        return SWAPPED_ONCE if wait == NEVER else WAITING

    def write(self, position: StrugglePosition, place: i64, code: i64) -> str:
        """Write the two pieces, the earlier space first; a pair that is in no list the other way round."""
        first = position.mover * TEAM
        names = [piece_name(position, first + code // TEAM), piece_name(position, first + code % TEAM)]
        return "<>".join(sorted(names, reverse=code // TEAM > code % TEAM))

    def path(self, position: StrugglePosition, place: i64, code: i64) -> list[str]:
        """Click the rule, then both pieces."""
        return [self.name, *self.write(position, place, code).split("<>")]

    def tell(self, position: StrugglePosition, place: i64, code: i64) -> str:
        """Name the two colours."""
        return f"swapped {COLOURS[code // TEAM]} and {COLOURS[code % TEAM]}"

    def note(self, position: StrugglePosition, place: i64) -> str:
        """Say when it may be used."""
        wait = position.recall(place, 0)
        if wait == NEVER:
            return "used"
        return "ready" if wait == 0 else f"in {wait} {'move' if wait == 1 else 'moves'}"

    def fault(self, position: StrugglePosition, place: i64) -> str:
        """Check the count."""
        wait = position.recall(place, 0)
        most = NEVER if position.options.hatter_once else WAIT
        return "the Mad Hatter waits for three moves at most" if wait not in (0, most) and wait >= min(most, 4) else ""


@final
class Reaper(Power):
    """ST19: when pieces of its side are removed, the carrier goes where the last one stood."""

    def __init__(self) -> None:
        text = "When another nonwhite piece of yours is removed, this piece moves to its space at the end of the turn."
        memory = ("black_at", "blue_at", "green_at", "red_at", "yellow_at")  # the last ones removed, this turn
        super().__init__("reaper", "Grim Reaper", text, "ST19", codes=CELLS, room=TEAM, colour=BLACK, memory=memory)

    def removed(self, position: StrugglePosition, place: i64, gone: i64) -> None:
        """Note where the owner's pieces stood that were removed last."""
        first = position.seat_of(place) * TEAM
        mourned: i64 = 0
        for slot in range(first + 1, first + TEAM):
            if (gone >> slot) & 1 != 0 and slot != position.carrier(place):
                mourned |= 1 << slot
        if mourned == 0:
            return
        position.forget(place)
        for slot in range(first + 1, first + TEAM):
            if (mourned >> slot) & 1 != 0:
                position.remember(place, slot % TEAM - 1, position.grave(slot) + 1)

    def end_turn(self, position: StrugglePosition, place: i64) -> bool:
        """Go there; ask the owner if several were removed at once and their spaces are free."""
        if position.data[at.LIVELY] == 0:  # nothing was removed in this turn
            return False
        if position.is_usable(place):
            count: i64 = 0
            target: i64 = NONE
            for colour in range(1, TEAM):
                cell = position.recall(place, colour - 1) - 1
                if cell != NONE and position.is_free(cell):
                    target = cell
                    count += 1
            if count > 1:
                return True
            if count == 1:
                self._go(position, place, target)
        position.forget(place)
        return False

    def answer_moves(self, position: StrugglePosition, place: i64, out: vec[i64], count: i64) -> i64:
        """Add the free spaces of the pieces removed last."""
        for colour in range(1, TEAM):
            cell = position.recall(place, colour - 1) - 1
            if cell != NONE and position.is_free(cell):
                out[count] = self.base + cell
                count += 1
        return count

    def play(self, position: StrugglePosition, place: i64, code: i64) -> bool:
        """Go where the owner says."""
        self._go(position, place, code)
        position.forget(place)
        return False

    def _go(self, position: StrugglePosition, place: i64, cell: i64) -> None:
        """Move the Reaper; it is no landing (ST7)."""
        slot = position.carrier(place)
        position.carry(slot, cell)
        position.arrive(slot)

    def write(self, position: StrugglePosition, place: i64, code: i64) -> str:
        """Write the two spaces."""
        return f"{carrier_name(position, place, self.name)}+{NAMES[code]}"

    def path(self, position: StrugglePosition, place: i64, code: i64) -> list[str]:
        """Click the space."""
        return [NAMES[code]]

    def tell(self, position: StrugglePosition, place: i64, code: i64) -> str:
        """Name the space."""
        return f"sent the Reaper to {NAMES[code]}"

    def note(self, position: StrugglePosition, place: i64) -> str:
        """Tell whether it will follow."""
        follows = position.is_usable(place) and any(position.recall(place, colour - 1) for colour in range(1, TEAM))
        return f"{position.carried_by(place)}{', will follow' if follows else ''}"

    def ask(self, position: StrugglePosition, place: i64) -> str:
        """Ask for a space."""
        return "choose where your Grim Reaper goes"

    def fault(self, position: StrugglePosition, place: i64) -> str:
        """Check that what it remembers has been removed, each on a space of its own, in this turn."""
        first = position.seat_of(place) * TEAM
        cells: list[i64] = []
        for colour in range(1, TEAM):
            cell = position.recall(place, colour - 1) - 1
            if cell == NONE:
                continue
            if cell >= CELLS or cell in cells or position.is_alive(first + colour):
                return "the Reaper follows pieces that were removed"
            cells.append(cell)
        if cells and not position.lively and position.to_move != OVER:
            return "the Reaper follows pieces that were removed in this turn"
        return ""


@final
class Jolt(Power):
    """ST20: own pieces that the carrier jumps may move too."""

    def __init__(self) -> None:
        text = "Each nonwhite piece of yours that this piece jumps may make a move of its own afterwards."
        super().__init__("jolt", "Jolt", text, "ST20", colour=YELLOW)

    def jumped(self, position: StrugglePosition, place: i64, slot: i64, over: i64) -> None:
        """Give the jumped piece a move."""
        if slot != position.carrier(place) or position.data[at.JOLTED] != 0 or not position.is_usable(place):
            return
        if over // TEAM == slot // TEAM and over % TEAM != WHITE:
            position.grant(over)


@final
class Tower(Power):
    """ST21: the carrier leaves towers that grow when jumped and fall on enemies."""

    def __init__(self) -> None:
        text = "This piece can leave a tower behind. Your jumps raise it. It falls on enemies that land in its range."
        memory = ("tower_at", "levels")
        super().__init__("tower", "Tumbling Tower", text, "ST21", codes=1, colour=GREEN, memory=memory)

    def lets_over(self, position: StrugglePosition, place: i64, slot: i64) -> bool:
        """Let only the owner's pieces jump it."""
        return slot // TEAM == position.seat_of(place)

    def passed_over(self, position: StrugglePosition, place: i64, slot: i64) -> None:
        """Add a level when a nonwhite piece has jumped it."""
        levels = position.recall(place, LEVELS)
        if slot % TEAM != WHITE and levels < TALLEST:
            position.remember(place, LEVELS, levels + 1)

    def landed(self, position: StrugglePosition, place: i64, slot: i64) -> None:
        """Fall on an enemy that lands in range; offer the base to the carrier."""
        if not position.is_alive(slot):
            return
        if slot // TEAM != position.seat_of(place):
            if self._reaches(position, place, slot):
                self._fall(position, place)
        elif slot == position.carrier(place) and self._can_lay(position, place):
            position.pause(place)

    def _reaches(self, position: StrugglePosition, place: i64, slot: i64) -> bool:
        """Tell whether an enemy piece stands in range and has no pact with the layer (ST14)."""
        tower = position.recall(place, AT) - 1
        cell = position.cell_of(slot)
        if tower == NONE or cell == WALL or DISTANCE[tower * CELLS + cell] >= position.recall(place, LEVELS):
            return False
        return not position.are_apart(position.carrier(place), slot)

    def _fall(self, position: StrugglePosition, place: i64) -> None:
        """Remove the tower and all enemies in its range."""
        enemy = 1 - position.seat_of(place)
        slots: i64 = 0
        for slot in range(enemy * TEAM, enemy * TEAM + TEAM):
            if self._reaches(position, place, slot):
                slots |= 1 << slot
        position.clear(position.recall(place, AT) - 1)
        position.forget(place)
        position.remove(slots, BY_RULE)

    def _can_lay(self, position: StrugglePosition, place: i64) -> bool:
        """Tell whether the carrier may leave a base where it has just been: in the middle rows, one at a time."""
        left = position.left
        if left == NONE or position.recall(place, AT) != 0 or not position.is_usable(place):
            return False
        return position.is_free(left) and MIDDLE_FIRST <= ROW[left] <= MIDDLE_LAST

    def pause_moves(self, position: StrugglePosition, place: i64, out: vec[i64], count: i64) -> i64:
        """Offer the base."""
        out[count] = self.base
        return count + 1

    def play(self, position: StrugglePosition, place: i64, code: i64) -> bool:
        """Leave the base."""
        position.build(place, position.left)
        position.remember(place, AT, position.left + 1)
        position.remember(place, LEVELS, 1)
        return False

    def why_not(self, position: StrugglePosition, place: i64, code: i64) -> i64:
        """Say that a tower stands, or when a base is laid."""
        return TOWER_STANDS if position.recall(place, AT) != 0 else self.number_of_ruling

    def write(self, position: StrugglePosition, place: i64, code: i64) -> str:
        """Write the one move."""
        return "lay"

    def path(self, position: StrugglePosition, place: i64, code: i64) -> list[str]:
        """Click the button."""
        return ["lay"]

    def label(self, position: StrugglePosition, place: i64, code: i64) -> str:
        """Name the button."""
        return "Lay a tower"

    def ask(self, position: StrugglePosition, place: i64) -> str:
        """Offer the base."""
        return f"lay a tower where {COLOURS[position.active % TEAM]} stood"

    def tell(self, position: StrugglePosition, place: i64, code: i64) -> str:
        """Name the space."""
        return f"laid a tower on {NAMES[position.left]}"

    def note(self, position: StrugglePosition, place: i64) -> str:
        """Tell how tall the tower is."""
        levels = position.recall(place, LEVELS)
        if levels == 0:
            return position.carried_by(place)
        return f"{levels} {'level' if levels == 1 else 'levels'}, range {levels - 1}"

    def reach(self, position: StrugglePosition, place: i64) -> list[i64]:
        """List the spaces in its range."""
        tower = position.recall(place, AT) - 1
        if tower == NONE:
            return []
        levels = position.recall(place, LEVELS)
        return [cell for cell in range(CELLS) if DISTANCE[tower * CELLS + cell] < levels and cell != tower]

    def fault(self, position: StrugglePosition, place: i64) -> str:
        """Check that the tower stands where it is remembered."""
        tower = position.recall(place, AT) - 1
        levels = position.recall(place, LEVELS)
        if position.is_pausing(place) and not (
            position.active == position.carrier(place) and self._can_lay(position, place)
        ):
            return "only the piece designated for it lays a tower, where it may"
        standing = [cell for cell in range(CELLS) if i64(position.data[cell]) == at.OBSTACLE + place]
        if tower == NONE:
            return "" if not standing and levels == 0 else "a tower has a space and levels"
        if standing != [tower] or not 1 <= levels <= TALLEST or not MIDDLE_FIRST <= ROW[tower] <= MIDDLE_LAST:
            return "one tower of one to three levels stands in the middle five rows"
        return ""


def nine_powers() -> list[Power]:
    """Make the rules of the rulebook."""
    return [Torus(), Pact(), Caboose(), Teleporter(), Armor(), Hatter(), Reaper(), Jolt(), Tower()]
