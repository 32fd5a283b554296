"""The legal moves of a turn, found a second time and slowly, from what the referee sees on the table."""

import pytest

from kit import MATCHES, Case, case_id, sampled_states
from magic_potion.facts import VARIANTS
from potluck import ALL, Game, State
from potluck.games.magic_potion.view import Figure, MagicPotionView

CASES = [Case("magic_potion", options, seats) for options, seats in VARIANTS]
STATES = 200 if MATCHES < 200 else 2000
CELLS = [(column, row) for column in "abcdefg" for row in range(1, 8)]

Cell = tuple[str, int]


def cell(name: str) -> Cell:
    return name[0], int(name[1])


def name(place: Cell) -> str:
    return f"{place[0]}{place[1]}"


def apart(one: Cell, other: Cell) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(one[1] - other[1])


class Table:
    """Look at a view as a player would."""

    def __init__(self, game: Game, view: MagicPotionView) -> None:
        self.options = game.chosen
        self.view = view
        self.on_field = [figure for figure in view.figures if figure.cell]
        self.taken = {cell(figure.cell or "") for figure in self.on_field}
        self.actor = next(figure for figure in view.figures if figure.name == view.actor)
        self.here = cell(self.actor.cell or "")
        self.undead = self.actor.life != "living"
        self.enemies = [figure for figure in self.on_field if figure.seat != self.actor.seat]

    def reach(self) -> set[Cell]:
        """Walk step by step over free slots."""
        found = {self.here}
        for _ in range(1 if self.undead else self.actor.speed):
            found |= {
                place for place in CELLS for start in found if apart(place, start) == 1 and place not in self.taken
            }
        return found - {self.here}

    def stabs(self) -> set[str]:
        """Look behind each adjacent enemy."""
        texts = set()
        for enemy in self.enemies:
            over = cell(enemy.cell or "")
            behind = (chr(2 * ord(over[0]) - ord(self.here[0])), 2 * over[1] - self.here[1])
            if apart(over, self.here) == 1 and behind in CELLS and behind not in self.taken:
                texts.add(f"stab-{name(behind)}")
        return texts if self.actor.name == "assassin" and not self.undead else set()

    def moves(self) -> set[str]:
        """List where the actor may go."""
        ways = {f"go-{name(place)}" for place in self.reach()} | self.stabs()
        return ways if ways and name(self.here) in self.view.surprises else ways | {"stay"}

    def hound_moves(self) -> set[str]:
        """List where the hound may go."""
        start = cell(self.view.hound) if self.view.hound else self.here
        texts = {f"hound-{name(place)}" for place in CELLS if 0 < apart(place, start) <= 2 and place != self.here}
        if self.view.hound and start != self.here and self.view.hound not in self.view.surprises:
            texts.add("hound-stay")
        return texts | {"hound-home"}

    def shows(self, figure: Figure) -> set[str]:
        """List what a character may show."""
        if figure.life != "living":
            return set()
        return {f"show-{item}" for item in figure.items if not item.endswith("!") or item.startswith("+")}

    def points(self, enemy: Figure) -> int:
        """Read the attack value off the card."""
        distance = apart(self.here, cell(enemy.cell or ""))
        return {1: self.actor.near, 2: self.actor.far}.get(distance, 0)

    def free(self, enemy: Figure) -> int:
        """Count the dice that cost nothing."""
        free = self.points(enemy) if self.options["bonus_as"] == "dice" else 0
        free += {"stab": 1, "extra": 2}.get(self.view.mode, 0)
        grudge = self.actor.name == "swordsman" and self.view.grudge == enemy.name and self.view.mode == "plain"
        return free + (2 if grudge and self.options["swordsman"] == "bonus_dice" else 0)

    def attacks(self) -> set[str]:
        """List whom the actor may attack."""
        fit = [
            enemy
            for enemy in self.enemies
            if self.points(enemy) and (self.actor.dice or self.undead or self.free(enemy))
        ]
        return {f"attack-{enemy.name}" for enemy in fit}

    def abilities(self) -> set[str]:
        """List how the actor may use its ability."""
        dice = self.actor.dice or 0
        near = [enemy for enemy in self.enemies if apart(self.here, cell(enemy.cell or "")) == 1]
        friends = [figure for figure in self.on_field if figure.seat == self.actor.seat]
        if self.actor.name == "priest" and dice:
            return {f"heal-{friend.name}" for friend in friends if friend.health < friend.full}
        if self.actor.name == "magician":
            cross = [cell(enemy.cell or "") for enemy in self.enemies]
            lined = [place for place in cross if place[0] == self.here[0] or place[1] == self.here[1]]
            return {"blast"} if any(apart(place, self.here) <= 2 for place in lined) else set()
        if self.actor.name == "necromancer" and dice >= 2:
            free = [home for home in self.view.homes[self.actor.seat or 0] if cell(home) not in self.taken]
            dead = [figure for figure in self.view.figures if figure.life == "dead" and figure.seat == self.actor.seat]
            return {f"summon-{figure.name}" for figure in dead} if free else set()
        if self.actor.name == "merchant" and dice and self.view.mode == "plain":
            return {f"bribe-{enemy.name}" for enemy in near}
        return set()

    def acts(self) -> set[str]:
        """List what the actor may do."""
        if self.view.mode == "stab":
            return self.shows(self.actor) | {f"attack-{self.view.target}"}
        if self.view.mode == "extra":
            return self.shows(self.actor) | {f"attack-{self.view.target}", "done"}
        return self.shows(self.actor) | self.attacks() | self.abilities() | {"done"}

    def numbers(self) -> set[str]:
        """List how many dice the attacker may roll."""
        target = next(figure for figure in self.on_field if figure.name == self.view.target)
        least = 0 if self.undead or self.free(target) else 1
        return {f"roll-{number}" for number in range(least, (self.actor.dice or 0) + 1)}

    def answers(self) -> set[str]:
        """List what the defender may do."""
        target = next(figure for figure in self.on_field if figure.name == self.view.target)
        return self.shows(target) | {f"roll-{number}" for number in range((target.dice or 0) + 1)}


def expected(game: Game, state: State) -> set[str] | None:
    """Find the legal moves in the phases that this oracle knows."""
    view = game.view(state, ALL)
    assert isinstance(view, MagicPotionView)
    if view.phase not in ("move", "hound", "act", "aim", "defend"):
        return None
    table = Table(game, view)
    by_phase = {
        "move": table.moves,
        "hound": table.hound_moves,
        "act": table.acts,
        "aim": table.numbers,
        "defend": table.answers,
    }
    return by_phase[view.phase]()


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_the_legal_moves_are_those_that_a_slow_look_finds(case: Case) -> None:
    game = case.load()
    compared = 0
    for state in sampled_states(case, 21, STATES // len(CASES)):
        texts = expected(game, state)
        if texts is not None:
            assert {game.write(state, move) for move in state.moves()} == texts, game.write_position(state)
            compared += 1
    assert compared > STATES // len(CASES) // 4
