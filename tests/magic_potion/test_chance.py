"""Chance in Magic Potion: dice and cards come as often as they should, and every change of dice has a reason."""

from collections import Counter
from collections.abc import Mapping

import pytest

from kit import MATCHES, Case, case_id, walk
from magic_potion.facts import VARIANTS
from magic_potion.field import GAME, drawn, play
from potluck import CHANCE, OVER, Dice
from potluck.games.magic_potion.characters import CAST, WHO
from potluck.games.magic_potion.position import DEAD, DICE, GIVE, LIFE, LIVING
from potluck.games.magic_potion.rules import MagicPotionState

CASES = [Case("magic_potion", options, seats) for options, seats in VARIANTS]
DRAWS = 2000 if MATCHES < 200 else 20_000


def chi_square(found: Mapping[str, int], expected: Mapping[str, int]) -> float:
    """Add up how far counts are from what was expected."""
    total = sum(found.values())
    whole = sum(expected.values())
    assert set(found) <= set(expected)
    shares = {key: total * part / whole for key, part in expected.items()}
    return sum((found.get(key, 0) - share) ** 2 / share for key, share in shares.items())


def test_sums_of_dice_come_as_often_as_they_should() -> None:
    start = drawn("...M...\n.......\n...s...", "magician=red,20,3,I* swordsman=blue,20,0", "phase=act actor=magician")
    play(start, "attack-swordsman", "roll-3")
    dice = Dice(31)
    found = Counter[str]()
    for _ in range(DRAWS):
        state = start.copy()
        while state.left() > 1:
            state.play(dice.sample(state))
        found[str(state.attack() - 3 + dice.sample(state) + 1)] += 1
    ways = Counter(str(one + two + three) for one in range(1, 7) for two in range(1, 7) for three in range(1, 7))
    assert chi_square(found, ways) < 37.7  # 15 degrees, one in 1000


def test_items_are_stolen_and_drawn_at_random() -> None:
    facts = "thief=red,18,1,I* priest=blue,18,3,II*,+1,+1,none"
    start = drawn("...T...\n...p...", facts, "phase=act actor=thief")
    play(start, "attack-priest", "roll-0", "6", "steal-item")
    dice = Dice(32)
    stolen = Counter(GAME.write(start, dice.sample(start)) for _ in range(DRAWS))
    assert chi_square(stolen, {"II*": 1, "+1": 2, "none": 1}) < 13.8  # 2 degrees
    start = drawn(
        "....T..\n.......\np......\n.......", "thief=red,18,2,I* priest=blue,18,1,II*", "phase=move actor=thief"
    )
    play(start, "go-d4")
    pile = Counter(GAME.write(start, dice.sample(start)) for _ in range(DRAWS))
    assert chi_square(pile, {"III": 1, "none": 2, "+1": 4, "+2": 4, "+3": 1}) < 18.5  # 4 degrees


# The ledger


class Ledger:
    """Count everybody's dice from the moves as they are written."""

    def __init__(self) -> None:
        self.dice = dict.fromkeys(WHO, 0)

    def enter(self, state: MagicPotionState, text: str, after: MagicPotionState) -> None:
        """Book one move."""
        actor = WHO[state.actor()] if state.actor() >= 0 else ""
        target = WHO[state.target()] if state.target() >= 0 else ""
        verb, _, what = text.partition("-")
        if verb == "give":
            self.give(state, int(what))
        elif verb == "roll":
            self.dice[target if state.to_move != state.side(state.actor()) else actor] -= int(what)
        elif verb == "attack" and WHO[after.actor()] == actor and after.phase() != 9:
            self.dice[actor] = 0  # there was no choice but all of them
        elif verb == "show" and what.startswith("+"):
            self.dice[target if state.to_move != state.side(state.actor()) else actor] += int(what[1])
        elif verb in ("heal", "summon", "bribe"):
            self.dice[actor] -= 2 if verb == "summon" else 1
            self.dice[what] += verb == "bribe" and state.data[LIFE + WHO.index(what)] == LIVING
        elif text == "steal-dice":
            taken = min(2, self.dice[target])
            self.dice[target] -= taken
            self.dice[actor] += taken if state.data[LIFE + state.actor()] == LIVING else 0
        self.close(state, after)
        self.dice = {name: min(count, 199) for name, count in self.dice.items()}  # MP32

    def give(self, state: MagicPotionState, number: int) -> None:
        """Book dice that are given out, with the rest for the last character."""
        self.dice[WHO[state.actor()]] += number
        rest = living(state, state.side(state.actor()))
        if rest.index(int(state.actor())) == len(rest) - 2:
            self.dice[WHO[rest[-1]]] += int(state.left()) - number

    def close(self, state: MagicPotionState, after: MagicPotionState) -> None:
        """Book what follows: the fallen lose their dice, and a single character gets all five."""
        for who in range(CAST):
            if after.data[LIFE + who] == DEAD:
                self.dice[WHO[who]] = 0
        seats = [seat for seat in range(2) if len(living(after, seat)) == 1]
        begins = after.round() > max(1, int(state.round()))
        if after.to_move != OVER and begins:
            second_waits = after.phase() == GIVE
            for seat in seats:
                if not second_waits or seat == after.leader():
                    self.dice[WHO[living(after, seat)[0]]] += 5
        elif after.to_move != OVER and state.phase() == GIVE and after.phase() != GIVE and state.round() > 0:
            for seat in seats:
                if seat != state.leader():
                    self.dice[WHO[living(after, seat)[0]]] += 5


def living(state: MagicPotionState, seat: int) -> list[int]:
    return [who for who in range(CAST) if state.side(who) == seat and state.data[LIFE + who] == LIVING]


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_a_ledger_explains_every_change_of_dice(case: Case) -> None:
    game = case.load()
    dice = Dice(33)
    for _ in range(max(1, MATCHES // 20)):
        ledger = Ledger()
        for state, move in walk(game, game.new(), dice):
            assert isinstance(state, MagicPotionState)
            after = state.copy()
            after.play(move)
            text = game.write(state, move) if state.to_move != CHANCE else ""
            ledger.enter(state, text, after)
            if after.to_move != OVER:
                assert ledger.dice == {WHO[who]: int(after.data[DICE + who]) for who in range(CAST)}, text
