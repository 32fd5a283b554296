"""Previews state what is certain: what they say of a choice holds in every world that the seat considers possible."""

from typing import Any

import msgspec
import pytest

import potluck
from kit import Case, case_id, cases, sampled_states
from magic_potion.field import drawn
from magic_potion.fight import Fight
from potluck.core.dice import Dice
from potluck.core.english import name_seats, would
from potluck.core.game import Game
from potluck.core.options import Value
from potluck.core.state import State
from potluck.games.magic_potion.characters import MAGICIAN, MERCHANT
from potluck.records.seal import Seal, commitment
from potluck.records.secrecy import redraw
from potluck.table import protocol
from potluck.table.match import decide, preview
from potluck.table.match.match import Match
from potluck.table.match.plan import Plan

WORLDS = 12
EVERY = [case for case in cases() if case.load().has_secrets or not case.options]


def begun(game: Game, seats: int) -> Match:
    """Begin a match among programs."""
    options: dict[str, Value] = dict(game.changed_options())
    plans: list[protocol.SeatPlan] = [protocol.ProgramPlan(f"P{seat}") for seat in range(seats)]
    plan = Plan(protocol.NewMatch(game.name, plans, options), 0, "match")
    match = plan.match()
    nonces = [f"{seat}" * 32 for seat in range(seats)]
    actions: list[protocol.Action] = [protocol.Commit(commitment(nonce)) for nonce in nonces]
    actions += [protocol.Reveal(nonce) for nonce in nonces]
    for number, action in enumerate(actions):
        table = decide.Table(Seal(plan.seed, plan.id), lambda seat: False)
        for event in decide.decide(match, (number % seats,), action, table).events:
            match.apply(event, 0, number % seats, f"{number}")
    return match


def previewed(match: Match, state: State, move: int) -> protocol.Preview:
    """Preview a move of a state, as if the match had come to it."""
    match.course.state = state.copy()
    match.views = {}
    return preview.preview(match, int(state.to_move), move)


def outcome(match: Match, world: State, seat: int, move: int) -> tuple[list[protocol.Change], list[str], Any, bool]:
    """Make a move in a world; tell what changes for the seat, what the log says, and what the seat sees then."""
    before = msgspec.to_builtins(match.game.view(world, seat))
    after = world.copy()
    told = preview.play_forced(match.game, after, move, seat)
    lines = [name_seats(would(line), match.names, seat) for line in told]
    view = match.game.view(after, seat)
    return preview.differences(before, msgspec.to_builtins(view), []), lines, view, after.to_move == potluck.CHANCE


def holds(match: Match, told: protocol.Preview, world: State, seat: int) -> bool:
    """Tell whether what a preview states holds in a world."""
    changes, lines, view, chance = outcome(match, world, seat, told.move)
    stated = all(change in changes for change in told.changes) and all(line in lines for line in told.lines)
    return stated and (told.view is None or told.view == view) and (chance or not told.at_least)


@pytest.mark.parametrize("case", EVERY, ids=case_id)
def test_what_a_preview_states_holds_in_every_world(case: Case) -> None:
    game = case.load()
    match = begun(game, case.seats)
    looked = 0
    early = sampled_states(case, 5, 20, 40)  # the set-up, where most is hidden
    for state in [*early, *sampled_states(case, 6, 10)]:
        seat = int(state.to_move)
        if seat < 0:
            continue
        worlds = [redraw(state, seat, Dice(number)) for number in range(WORLDS)]
        moves = list(state.moves())
        for move in moves[:: max(1, len(moves) // 6)]:
            told = previewed(match, state, move)
            assert all(holds(match, told, world, seat) for world in [state, *worlds]), game.write(state, move)
            looked += 1
    assert looked > 5


def revealing_fight(game: Game, dice: Dice, seat: int) -> Fight:
    """Set up a fight in which the seat has who bribes and who burns."""
    while True:
        fight = Fight(game, dice, seat)
        if fight.state.side(MERCHANT) == fight.state.side(MAGICIAN) == seat:
            return fight


@pytest.mark.parametrize("one_carrier", [False, True])
def test_what_a_preview_states_is_exactly_what_all_worlds_have_in_common(one_carrier: bool) -> None:
    game = potluck.load("magic_potion", one_carrier=one_carrier)
    match = begun(game, 2)
    dice = Dice(9)
    hidden = 0
    for number in range(40):
        seat = number % 2
        fight = revealing_fight(game, dice, seat)
        for _ in range(40):
            fight.step()
            if fight.state.to_move != seat:
                continue
            worlds = list(fight.worlds.values())
            for move in fight.state.moves():
                if not game.write(fight.state, move).startswith(("bribe", "blast")) and dice.below(64):
                    continue
                told = previewed(match, fight.state, move)
                found = [outcome(match, world, seat, move) for world in worlds]
                assert told.changes == preview.common([changes for changes, *_ in found])
                assert told.lines == preview.common([lines for _, lines, *_ in found])
                assert told.hidden == any(view != found[0][2] for _, _, view, _ in found)
                hidden += told.hidden
    assert hidden > 5


def test_a_bribe_tells_only_what_is_paid() -> None:
    game = potluck.load("magic_potion")
    facts = "merchant=red,18,2,I* priest=blue,18,0,none*,III hunter=blue,9,0,II* thief=blue,9,0,none*"
    state = drawn("...B..t\n...p..h", facts, "phase=act actor=merchant")
    told = previewed(begun(game, 2), state, game.read(state, "bribe-priest"))
    assert (told.hidden, told.view, told.lines) == (True, None, [])
    stated = {tuple(change.path): change.after for change in told.changes}
    assert stated[("figures", "merchant", "dice")] == stated[("figures", "priest", "dice")] == 1
    assert ("figures", "priest", "items") not in stated


def test_the_move_that_ends_a_secret_set_up_is_told_by_nothing() -> None:
    game = potluck.load("magic_potion", secret_setup=True)
    state = game.new()
    for text in ("thief", "priest", "hunter", "magician", "assassin", "merchant"):
        state.play(game.read(state, f"pick-{text}"))
    for text in ("give-1", "give-2", "give-0"):
        state.play(game.read(state, text))
    told = previewed(begun(game, 2), state, game.read(state, "give-5"))
    assert (told.hidden, told.view, told.changes, told.lines, told.at_least) == (True, None, [], [], False)
