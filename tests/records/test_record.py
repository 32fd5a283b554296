"""Records: what is written can be read, and what cannot be read is refused with its line."""

import pytest

import potluck
from core.test_game import HeapGame
from potluck.core.errors import BadRecord
from potluck.records import Record, Seal, commitment, new_seed, read, replay, verify, write
from potluck.records import record as records
from potluck.records.golden import playthrough, transcript
from potluck.records.match import Match
from potluck.records.record import LARGEST, final_state

GAME = potluck.load("potential")
TEXT = """\
Game: potential
Options: removal_target=6
Rules: 1
Seats: 2
Players: Ann, Bob
Date: 2026-11-15
Match: m7
Nonces: x, y
Attempts: 3:1
Result: 1 -1
Ending: resigned

1. 0 b3-b4 b4-b5
2. 1 b9-b8 b8-b7
"""


def test_a_record_is_written_as_it_was_read() -> None:
    record = read(TEXT)
    assert write(record) == TEXT
    assert record.players == ["Ann", "Bob"]
    assert record.attempts == {3: 1}
    assert (record.result, record.ending) == ([1.0, -1.0], "resigned")
    assert [step.ply for step in replay(record)] == [0, 1, 2, 3]
    assert final_state(record).turn == 2


def test_a_record_may_begin_at_a_position() -> None:
    position = GAME.write_position(GAME.new()).replace("seat=0", "seat=1")
    record = Match(GAME, position=position).record()
    record.moves = [GAME.read(GAME.read_position(position), "b9-b8")]
    text = write(record)
    assert "1. 1 b9-b8" in text
    assert read(text) == record


def changed(*pairs: tuple[str, str]) -> str:
    text = TEXT
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "expected a line Game"),
        ("hello", "line 1 'hello': expected a header"),
        (changed(("Game: potential", "Game: chess")), "header: game 'chess'"),
        (changed(("removal_target=6", "removal_target=66")), "header: option removal_target=66"),
        (changed(("Rules: 1", "Rules: 9")), "plays Potential by rules 1"),
        (changed(("Rules: 1", "Rules: one")), "header Rules: 'one': expected a number"),
        (changed(("Seats: 2", "Seats: 5")), "header: seats=5"),
        (changed(("Date: 2026-11-15", "Position: x")), "header: position"),
        (changed(("Date: 2026-11-15", "Game: potential")), "line 6 'Game: potential'"),
        (changed(("3:1", "three")), "header Attempts: 'three'"),
        (changed(("1. 0 b3-b4 b4-b5", "b3-b4")), "line 13 'b3-b4': expected a turn like"),
        (changed(("b4-b5", "b4-b6")), "line 13: illegal move 'b4-b6': a jump needs"),
        (changed(("b4-b5", "b4:b5")), "line 13: move 'b4:b5': expected a move like"),
        (changed(("2. 1", "2. 0")), "line 14: illegal move 'b9-b8': seat 1 is to move, not seat 0"),
        (changed(("b3-b4", "(b3-b4)")), "chance draws nothing here"),
        (changed(("b3-b4", "(b3-b4")), "closing parenthesis"),
        (changed(("Result: 1 -1", "Result: 3 -3")), "a score from -1 to 1 for each of 2 seats"),
        (changed(("Result: 1 -1", "Result: 1.5 -1")), "expected scores from -1 to 1"),
        (changed(("resigned", "bored")), "expected one of resigned"),
        ("x" * (LARGEST + 1), "expected at most"),
    ],
)
def test_a_spoilt_record_is_refused_with_its_line(text: str, complaint: str) -> None:
    with pytest.raises(BadRecord, match=complaint):
        read(text)


def test_a_forged_result_is_refused() -> None:
    drawing = [".........."] * 7 + ["..a.......", "..2.......", ".........."]
    match = Match(GAME, position=" ".join(drawing) + " seat=0")
    match.play("c2-c4")
    text = write(match.record())
    assert read(text).ending == "PT17"
    with pytest.raises(BadRecord, match="expected 1 -1, PT17"):
        read(text.replace("Result: 1 -1", "Result: -1 1"))
    with pytest.raises(BadRecord, match="line 9: illegal move 'c4-c5': the match is over"):
        read(text + "2. 1 c4-c5\n")


def test_an_open_match_has_no_result() -> None:
    text = changed(("Result: 1 -1\nEnding: resigned\n", "Result: *\n"))
    assert read(text).result == []


def test_words_in_front_of_an_error_are_quoted_together() -> None:
    assert records._words_in_error(["C", "a1-b2"]) == 2
    assert records._words_in_error(["c3-c4"]) == 1


def test_a_transcript_tells_every_move() -> None:
    text = transcript(TEXT)
    assert transcript(text) == text
    assert "Ann slid from b3 to b4." in text
    assert "2. seat 0, 1 of 8: b4-b5" in text
    assert "Near slid" in playthrough(Record("potential", moves=read(TEXT).moves[:1]))


# Chance


def test_a_seal_draws_by_weight_and_never_twice_the_same() -> None:
    seal = Seal(bytes(32), "m")
    state = HeapGame().new()
    draws = [seal.sample(state, ply) for ply in range(1200)]
    counts = [draws.count(face) for face in range(3)]
    for count, share in zip(counts, (200, 400, 600), strict=True):
        assert abs(count - share) < 75
    again = [seal.sample(state, ply, attempt=1) for ply in range(50)]
    assert again != draws[:50]
    assert [Seal(bytes(32), "m", ("n",)).sample(state, ply) for ply in range(50)] != draws[:50]
    assert [seal.sample(state, ply) for ply in range(50)] == draws[:50]


def test_a_seed_is_committed_before_it_is_shown() -> None:
    seed = new_seed()
    assert len(seed) == 32
    assert len(commitment(seed)) == 64
    assert commitment(seed) != commitment(new_seed())


def test_a_record_without_its_seed_cannot_be_verified() -> None:
    record = read(TEXT)
    with pytest.raises(BadRecord, match="published after the match"):
        verify(record)
    record.seed, record.seal = bytes(32).hex(), commitment(bytes(31))
    with pytest.raises(BadRecord, match="not the seed that was sealed"):
        verify(record)
    record.seal = commitment(bytes(32))
    assert verify(record) == 0


def test_a_rejected_number_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([b"\xff" * 32, (4).to_bytes(32, "big")])
    monkeypatch.setattr("potluck.records.seal.hmac.digest", lambda *_: next(answers))
    assert Seal(bytes(32), "m").sample(HeapGame().new(), 0) == 2
