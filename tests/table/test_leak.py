"""LEAK: no viewer gets a bit that depends on what is hidden from them, over any channel.

The hidden part is redrawn in the middle of a match; everything that leaves the server for the viewer must stay as it
was, byte for byte.
"""

import copy
import os
import random
import re
from collections.abc import Iterator
from unittest import mock

import msgspec
import pytest

import potluck
from potluck.core.dice import Dice
from potluck.core.game import Game
from potluck.core.options import Value
from potluck.core.state import ALL, CHANCE, OVER, SPECTATOR, State
from potluck.games.magic_potion import position_text
from potluck.games.magic_potion.notation import card_text
from potluck.games.magic_potion.position import OPEN_FACE
from potluck.players.door import choose, see
from potluck.records.seal import Seal, commitment
from potluck.records.secrecy import SURE, redraw, reveals
from potluck.table import protocol
from potluck.table.match import decide, events, preview, replay, showing, undo, why
from potluck.table.match.match import Match
from potluck.table.match.plan import Plan, card_of
from potluck.table.match.showing import Presence, Surroundings
from potluck.table.protocol.refusals import Refused
from potluck.table.protocol.wire import encode

CASES: dict[str, tuple[str, dict[str, Value]]] = {
    "magic_potion": ("magic_potion", {}),
    "magic_potion_setup": ("magic_potion", {"secret_setup": True, "one_carrier": True}),
    "struggle_powers": ("struggle", {"powers": "secret"}),
    "struggle_setup": ("struggle", {"setup": "secret"}),
    "struggle_both": ("struggle", {"powers": "secret", "setup": "secret"}),
    "potus_placement": ("potus", {"secret_placement": True}),
}
SECRET = list(CASES)
LENGTH = 80 if "POTLUCK_COMPARISONS" in os.environ else 15  # moves of a match that are compared
FIRST = int(os.environ.get("POTLUCK_FIRST", "0"))
COMPARISONS = int(os.environ.get("POTLUCK_COMPARISONS", "6000"))  # make soak-table takes 1,000,000
AROUND = Surroundings(Presence(), 0)


def new_match(name: str, seed: int = 0) -> tuple[Match, Seal]:
    """Begin a match of a game, or of a case with its options, among programs; the same for the same seed."""
    game, options = CASES.get(name, (name, {}))
    count = potluck.load(game).seats[0]
    seats: list[protocol.SeatPlan] = [protocol.ProgramPlan(f"P{seat}") for seat in range(count)]
    plan = Plan(protocol.NewMatch(game, seats, options), 0, "match")
    plan.seed = bytes([seed]) * 32
    match = plan.match()
    nonces = [f"{seat}" * 32 for seat in range(count)]
    actions: list[list[protocol.Action]] = [[protocol.Commit(commitment(nonce)) for nonce in nonces]]
    actions.append([protocol.Reveal(nonce) for nonce in nonces])
    for seat, action in [step for steps in actions for step in enumerate(steps)]:
        done = decide.decide(match, (seat,), action, decide.Table(Seal(plan.seed, plan.id), lambda seat: False))
        for event in done.events:
            match.apply(event, 0, seat, f"{type(action).__name__}{seat}")
    return match, Seal(plan.seed, plan.id, tuple(match.nonces))


def advance(match: Match, seal: Seal, picks: random.Random) -> None:
    """Make one random move."""
    move = picks.choice(list(match.state.moves()))
    moves = decide.follow(match, move, seal)
    match.apply(events.Moved(int(match.state.to_move), moves), 0, int(match.state.to_move), str(match.version))


def points(name: str, seed: int, count: int, every: int = 3) -> Iterator[Match]:
    """Stop at some points of a random match."""
    match, seal = new_match(name, seed)
    picks = random.Random(seed)
    for number in range(count):
        if match.status == "over":
            return
        advance(match, seal, picks)
        if number % every == 0:
            yield match


def redrawn(match: Match, viewer: int, seed: int) -> Match:
    """Copy a match, and redraw what a viewer cannot know now."""
    twin = Match(match.id, match.setup)
    twin.__dict__.update(match.__dict__)
    twin.course = match.course.copy()
    twin.course.state = redraw(match.state, viewer, Dice(seed))
    twin.views = {}
    twin.clicks = None
    return twin


def channels(match: Match, viewer: int, since: int = -1) -> dict[str, bytes]:
    """Gather all that leaves the server for a viewer at one moment, by channel; replays from a ply on."""
    game, state, mine = match.game, match.state, (viewer,) if viewer >= 0 else ()
    shown = showing.snapshot(match, mine, AROUND)
    parts: dict[str, object] = {f"snapshot {name}": getattr(shown, name) for name in shown.__struct_fields__}
    parts["position"] = game.write_position(state, viewer)
    parts["lobby"] = card_of(match)
    parts["sketch"] = game.sketch(state, viewer)
    if since >= 0:
        parts["replay"] = list(replay.frames(match, viewer, since, len(match.moves)))
    parts |= questions(match, viewer)
    return {name: encode(part) for name, part in parts.items()}


def questions(match: Match, viewer: int) -> dict[str, object]:
    """Gather what a viewer who is to move may ask for: previews, reasons, refusals, advice."""
    if match.status != "playing" or match.state.to_move != viewer:
        return {}
    game, state = match.game, match.state
    moves = [int(move) for move in state.moves()]
    parts: dict[str, object] = {
        f"preview {move}": preview.preview(match, viewer, move) for move in moves[:: len(moves) // 6 + 1]
    }
    for path in (["nowhere"], ["a1", "a1"]):
        parts[f"why {path}"] = [said for said in why.why(match, viewer, path, "") if said]
    for move in range(0, game.move_count, 23):
        try:
            decide.find_move(match, viewer, protocol.Move(move))
        except Refused as refused:
            parts[f"refusal {move}"] = [refused.code, refused.sentence, refused.ruling]
    # A hint, an analysis and a bot's move are made from a redrawn position, and the names of moves.
    parts["bot"] = see(game, state, viewer, Dice(9))
    parts["hint"] = {game.write(state, move): move for move in moves}
    return parts


def everything(match: Match, viewer: int) -> bytes:
    """Gather all that leaves the server for a viewer at one moment."""
    return b"\n".join(channels(match, viewer).values())


def compare(one: Match, other: Match, viewer: int, since: int = -1) -> int:
    """Compare what a viewer gets over every channel in two worlds; return how many comparisons that was."""
    first, second = channels(one, viewer, since), channels(other, viewer, since)
    assert [name for name in first.keys() | second.keys() if first.get(name) != second.get(name)] == []
    return len(first)


@pytest.mark.parametrize("name", SECRET)
@pytest.mark.parametrize("seed", range(3))
def test_leak_1_nothing_that_leaves_depends_on_what_is_hidden(name: str, seed: int) -> None:
    compared = 0
    for match in points(name, seed, 20):
        for viewer in [*range(match.seats), SPECTATOR]:
            for other in range(2):
                compared += compare(match, redrawn(match, viewer, other), viewer)
    assert compared > 1000


class World(Match):
    """A match whose past was another, for all that one viewer can tell."""

    def __init__(self, match: Match, viewer: int, seed: int) -> None:
        self.__dict__.update(redrawn(match, viewer, seed).__dict__)
        self.past, self.since = match, len(match.moves)
        self.states = [self.state.copy()]  # from the moment on at which the worlds part
        self.passed, self.done, self.places = dict(match.passed), dict(match.done), copy.deepcopy(match.places)
        self.story = copy.copy(match.told())
        self.story.state, self.story.plies = self.state.copy(), list(self.story.plies)
        self.story.steps = {audience: list(steps) for audience, steps in self.story.steps.items()}
        self.story.lines = {audience: list(lines) for audience, lines in self.story.lines.items()}

    def state_at(self, ply: int) -> State:
        return self.states[ply - self.since].copy() if ply >= self.since else self.past.state_at(ply)

    def follow(self, real: Match, ply: int, viewer: int, picks: random.Random) -> bool:
        """Do what looks to the viewer like what was done in the real world since a ply, or tell that nothing does."""
        made: list[int] = []
        state, here = real.state_at(ply), self.state.copy()
        for move in real.moves[ply:]:
            told = told_of(self.game, state, move, viewer)
            alike = [int(one) for one in here.moves() if told_of(self.game, here, one, viewer) == told]
            if not alike or here.to_move != state.to_move or revealing(self.game, state, move, here, alike):
                return False
            made.append(picks.choice(alike))
            state.play(move)
            here.play(made[-1])
            self.states.append(here.copy())
        seat = int(self.state.to_move)
        self.apply(events.Moved(seat, made), 0, seat, str(self.version))
        return True


def revealing(game: Game, state: State, move: int, here: State, alike: list[int]) -> bool:
    """Tell whether a move shows something in one of two worlds."""
    return state.to_move == CHANCE or reveals(game, state, move) or any(reveals(game, here, one) for one in alike)


def histories(name: str, seed: int) -> int:
    """Let two worlds part at every third point of a match, and compare them for every viewer until they differ."""
    compared = 0
    picks = random.Random(seed)
    match, seal = new_match(name, seed % 256)
    worlds: list[tuple[World, int]] = []
    for number in range(LENGTH):
        if match.status != "playing":
            break
        if number % 3 == 0:
            undo.prepare(match)
            worlds = [(World(match, viewer, seed), viewer) for viewer in [*range(match.seats), SPECTATOR]]
        ply = len(match.moves)
        advance(match, seal, picks)
        worlds = [(world, viewer) for world, viewer in worlds if world.follow(match, ply, viewer, picks)]
        compared += sum(compare(match, world, viewer, world.since) for world, viewer in worlds)
    return compared


@pytest.mark.parametrize("name", SECRET)
def test_leak_1_two_histories_that_look_alike_to_a_viewer_stay_alike_until_something_is_revealed(name: str) -> None:
    compared, seed = 0, FIRST
    while compared < COMPARISONS // len(SECRET):
        compared += histories(name, seed)
        seed += 1
    print(f"{name}: {compared} comparisons, {seed - FIRST} matches")


def test_every_game_that_can_have_secrets_is_a_case() -> None:
    for name in potluck.names():
        game = potluck.load(name)
        tries = [{option.name: value} for option in game.options for value in option.choices or (True,)]
        ways = [
            one
            for one in tries
            if next(iter(one.values())) is not True or isinstance(game.chosen[next(iter(one))], bool)
        ]
        secret = game.has_secrets or any(potluck.load(name, **one).has_secrets for one in ways)
        assert secret == any(case[0] == name for case in CASES.values())


@pytest.mark.parametrize("name", SECRET)
def test_leak_1_redrawing_does_change_what_is_hidden(name: str) -> None:
    changed = 0
    for seed in range(6):
        for match in points(name, seed, 60):
            twin = redrawn(match, SPECTATOR, 1)
            changed += match.game.view(twin.state, ALL) != match.game.view(match.state, ALL)
    assert changed > 10  # in some cases there is little to hide


@pytest.mark.parametrize("name", SECRET)
@pytest.mark.parametrize("seed", range(3))
def test_leak_1_the_log_of_a_move_does_not_depend_on_what_is_hidden(name: str, seed: int) -> None:
    match, seal = new_match(name, seed)
    picks = random.Random(seed)
    compared = 0
    for _ in range(80):
        if match.status == "over":
            break
        before, ply = match.state.copy(), len(match.moves)
        advance(match, seal, picks)
        move = match.moves[ply]
        if reveals(match.game, before, move):
            continue
        for viewer in [*range(match.seats), SPECTATOR]:
            for other in range(3):
                twin = redraw(before, viewer, Dice(other))
                if move in list(twin.moves()):
                    assert told_of(match.game, twin, move, viewer) == told_of(match.game, before, move, viewer)
                    compared += 1
    assert compared > 50


def told_of(game: Game, state: State, move: int, viewer: int) -> list[str]:
    """Gather what a viewer is told of a move: its notation, and the lines of the log."""
    return [game.write(state, move, viewer), *game.tell(state, move, viewer)]


def canary(kind: int, face: int) -> str:
    """Name a card; if it is not open to all, so that it can be found wherever it goes."""
    return card_text(kind, face) if face == OPEN_FACE else f"canary{kind}"


def test_leak_3_canaries_are_found_where_nothing_is_hidden() -> None:
    with (
        mock.patch.object(position_text, "card_text", canary),
        mock.patch.object(position_text, "is_hidden_from", return_value=False),
    ):
        assert any(b"canary" in everything(match, SPECTATOR) for match in points("magic_potion", 0, 60))


def test_leak_3_canaries_of_hidden_cards_never_leave() -> None:
    def hidden(match: Match, viewer: int) -> set[bytes]:
        """List the canaries that lie closed where a viewer may not look, and nowhere where they may."""
        told = re.findall(rb"canary\d+", encode(match.game.view(match.state, ALL)))
        known = re.findall(rb"canary\d+", encode(match.game.view(match.state, viewer))) if viewer >= 0 else []
        return set(told) - set(known)

    met = 0
    with mock.patch.object(position_text, "card_text", canary):
        for seed in range(4):
            for match in points("magic_potion", seed, 60):
                assert b"canary" not in everything(match, SPECTATOR)
                for viewer in [*range(match.seats), SPECTATOR]:
                    there = hidden(match, viewer)
                    met += len(there)
                    parts = channels(match, viewer)
                    parts.pop("bot", None)  # a redrawn world names cards that are only possible
                    assert not there & set(re.findall(rb"canary\d+", b"\n".join(parts.values())))
    assert met > 50


@pytest.mark.parametrize("name", SECRET)
def test_leak_6_undo_stops_at_every_revealing_event(name: str) -> None:
    stopped = 0
    for match in points(name, 7, 36, every=1):
        last = len(match.moves) - 1
        if undo.open_plies(match, SURE) <= last:
            assert not reveals(match.game, match.course.state_at(last), match.moves[last])
            continue
        stopped += 1
        for seat in range(match.seats):
            if match.status == "playing":
                with pytest.raises(Refused, match="a secret has been revealed"):
                    decide.decide_undo(match, seat, protocol.Undo())
    assert stopped > 0


@pytest.mark.parametrize("name", [name for name in potluck.names() if potluck.load(name).has_chance])
def test_leak_6_undo_never_crosses_chance(name: str) -> None:
    for match in points(name, 11, 60):
        match.story.tell(match.moves)
        for ply in range(undo.open_plies(match, SURE), len(match.moves)):
            assert match.story.plies[ply].seat != CHANCE


@pytest.mark.parametrize("name", SECRET)
def test_leak_7_a_replay_shows_only_what_the_viewer_saw(name: str) -> None:
    match, seal = new_match(name)
    picks = random.Random(3)
    seen: dict[int, list[bytes]] = {viewer: [] for viewer in [*range(match.seats), SPECTATOR]}
    for _ in range(40):
        for viewer, views in seen.items():
            while len(views) <= len(match.moves):
                views.append(encode(match.game.view(match.course.state_at(len(views)), viewer)))
        if match.status == "over":
            break
        advance(match, seal, picks)
    for viewer, views in seen.items():
        frames = list(replay.frames(match, viewer, 0, len(views)))
        assert [encode(frame.view) for frame in frames][: len(views)] == views


@pytest.mark.parametrize("name", SECRET)
def test_leak_9_the_bot_plays_the_same_whatever_is_hidden(name: str) -> None:
    compared = 0
    for match in points(name, 2, 60):
        seat = int(match.state.to_move)
        if match.status != "playing":
            break
        twin = redrawn(match, seat, 4)
        position = see(match.game, match.state, seat, Dice(9))
        assert see(match.game, twin.state, seat, Dice(9)) == position
        assert choose(match.game, position, seat, "crumb", 5) == choose(
            match.game, see(match.game, twin.state, seat, Dice(9)), seat, "crumb", 5
        )
        compared += 1
        if compared == 6:
            break
    assert compared


@pytest.mark.parametrize("name", potluck.names())
def test_no_seed_and_no_record_before_the_end(name: str) -> None:
    match, seal = new_match(name)
    seed = seal.seed.hex().encode()
    picks = random.Random(1)
    for _ in range(10):
        if match.status == "over":
            break
        for mine in [(seat,) for seat in range(match.seats)] + [()]:
            assert seed not in encode(showing.snapshot(match, mine, Surroundings(Presence(), 0, seal.seed.hex())))
        advance(match, seal, picks)
    if match.status != "over":
        assert replay.record_of(match, seal.seed).seed == ""


@pytest.mark.parametrize("name", potluck.names())
def test_previews_tell_what_the_move_does(name: str) -> None:
    for match in points(name, 4, 30):
        if match.status != "playing":
            break
        seat = int(match.state.to_move)
        for choice in match.game.choices(match.state)[:6]:
            told = preview.preview(match, seat, choice.move)
            after: State = match.state.copy()
            preview.play_forced(match.game, after, choice.move, seat)
            if told.view is not None:
                assert msgspec.to_builtins(told.view) == msgspec.to_builtins(match.game.view(after, seat))
            assert told.at_least == (after.to_move == CHANCE)
            assert told.hidden or told.changes or after.to_move == OVER
