"""LEAK: no viewer gets a bit that depends on what is hidden from him, over any channel.

The hidden part is redrawn in the middle of a match; everything that leaves the server for the viewer must stay as it
was, byte for byte.
"""

import random
import re
from collections.abc import Iterator
from unittest import mock

import msgspec
import pytest

import potluck
from potluck.core.dice import Dice
from potluck.core.game import Game
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

SECRET = [name for name in potluck.names() if potluck.load(name).has_secrets]
AROUND = Surroundings(Presence(), 0)


def new_match(name: str, seed: int = 0) -> tuple[Match, Seal]:
    """Begin a match among programs, the same for the same seed."""
    count = potluck.load(name).seats[0]
    plan = Plan(protocol.NewMatch(name, [protocol.ProgramPlan(f"P{seat}") for seat in range(count)]), 0, "match")
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


def points(name: str, seed: int, count: int) -> Iterator[Match]:
    """Stop at some points of a random match."""
    match, seal = new_match(name, seed)
    picks = random.Random(seed)
    for number in range(count):
        if match.status == "over":
            return
        advance(match, seal, picks)
        if number % 3 == 0:
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


def everything(match: Match, viewer: int) -> bytes:
    """Gather all that leaves the server for a viewer at one moment."""
    mine = (viewer,) if viewer >= 0 else ()
    parts: list[object] = [showing.snapshot(match, mine, AROUND), match.game.write_position(match.state, viewer)]
    parts += [card_of(match), match.game.prompt(match.state, viewer), match.game.aside(match.state, viewer)]
    if match.status == "playing" and match.state.to_move == viewer:
        for choice in match.game.choices(match.state):
            parts.append(preview.preview(match, viewer, choice.move))
        for path in (["nowhere"], ["a1", "a1"]):
            parts += why.why(match, viewer, path, "")
        for move in range(0, match.game.move_count, 7):
            try:
                decide.find_move(match, viewer, protocol.Move(move))
            except Refused as refused:
                parts.append([refused.code, refused.sentence, refused.ruling])
    return b"\n".join(encode(part) for part in parts)


def advice(match: Match, viewer: int) -> bytes:
    """Gather all that a hint, an analysis or a bot's move is made from: a redrawn position, and the names of moves."""
    if match.status != "playing" or match.state.to_move != viewer:
        return b""
    moves = {match.game.write(match.state, move): int(move) for move in match.state.moves()}
    return encode([see(match.game, match.state, viewer, Dice(9)), moves])


@pytest.mark.parametrize("name", SECRET)
@pytest.mark.parametrize("seed", range(3))
def test_leak_1_nothing_that_leaves_depends_on_what_is_hidden(name: str, seed: int) -> None:
    compared = 0
    for match in points(name, seed, 60):
        for viewer in [*range(match.seats), SPECTATOR]:
            told = everything(match, viewer)
            for other in range(3):
                twin = redrawn(match, viewer, other)
                assert everything(twin, viewer) == told
                assert advice(twin, viewer) == advice(match, viewer)
                compared += 1
    assert compared > 50


@pytest.mark.parametrize("name", SECRET)
def test_leak_1_redrawing_does_change_what_is_hidden(name: str) -> None:
    changed = 0
    for seed in range(6):
        for match in points(name, seed, 60):
            twin = redrawn(match, SPECTATOR, 1)
            changed += match.game.view(twin.state, ALL) != match.game.view(match.state, ALL)
    assert changed > 20


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
        """List the canaries that lie closed where a viewer may not look, and nowhere where he may."""
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
                    assert not there & set(re.findall(rb"canary\d+", everything(match, viewer)))
    assert met > 50


@pytest.mark.parametrize("name", SECRET)
def test_leak_6_undo_stops_at_every_revealing_event(name: str) -> None:
    stopped = 0
    for match in points(name, 7, 36):
        for ply in range(undo.open_plies(match, SURE), len(match.moves)):
            assert not reveals(match.game, match.course.state_at(ply), match.moves[ply])
        if undo.open_plies(match, SURE) < len(match.moves) or not match.moves:
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
        assert choose(match.game, position, seat, "novice", 5) == choose(
            match.game, see(match.game, twin.state, seat, Dice(9)), seat, "novice", 5
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
