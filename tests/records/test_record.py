"""Records: what is written can be read, and what cannot be read is refused with its line."""

import msgspec
import pytest

import potluck
from core.test_game import HeapGame
from potluck.core.dice import Dice
from potluck.core.errors import BadRecord
from potluck.records import Record, Seal, commitment, new_seed, read, replay, verify, write
from potluck.records import record as records
from potluck.records.golden import playthrough, transcript
from potluck.records.match import Match
from potluck.records.record import LARGEST
from potluck.records.seal import Verified, filled, receipt, seal_of

GAME = potluck.load("potential")
TEXT = """\
Game: potential
Options: removal_target=6
Rules: 2
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
    assert Match.from_record(record).state.turn == 2


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
        (changed(("Rules: 2", "Rules: 9")), "plays Potential by rules 2"),
        (changed(("Rules: 2", "Rules: one")), "header Rules: 'one': expected a number"),
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


def test_a_record_of_older_rules_says_so_where_it_does_not_fit() -> None:
    with pytest.raises(BadRecord, match=r"illegal move 'b3-b9'.*; it was played by rules 1, and these are 2"):
        read(changed(("Rules: 2", "Rules: 1"), ("b3-b4 b4-b5", "b3-b9")))


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
    record.commitments = [commitment(nonce) for nonce in record.nonces]
    record.seed, record.seal = bytes(32).hex(), seal_of(bytes(31), record.terms())
    with pytest.raises(BadRecord, match="not the seed that was sealed"):
        verify(record)
    record.seal = seal_of(bytes(32), record.terms())
    assert verify(record) == Verified(0, 2, begins=False, filled=False)


def test_a_rejected_number_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([b"\xff" * 32, (4).to_bytes(32, "big")])
    monkeypatch.setattr("potluck.records.seal.hmac.digest", lambda *_: next(answers))
    assert Seal(bytes(32), "m").sample(HeapGame().new(), 0) == 2


def sealed(**changes: object) -> Record:
    """Write a match down whose first seat and dice were drawn from two nonces."""
    nonces = ("0" * 32, "f" * 32)
    seal = Seal(bytes(32), "m", nonces)
    record = Match("potus", dice=seal, first=seal.first(2)).record()
    record.begins_drawn = True
    record.seal = seal_of(bytes(32), record.terms())
    return msgspec.structs.replace(record, **changes)


def test_a_seal_names_its_version_and_what_was_committed_to() -> None:
    record = sealed()
    text = write(record)
    assert f"Seal: 2 {record.seal}\nCommitments: {', '.join(record.commitments)}\nNonces: " in text
    assert "Begins: drawn\n" in text
    assert read(text) == record
    kept = receipt("m", record.seal, record.commitments)
    assert verify(read(text), kept) == Verified(len(record.moves), 2, begins=True, filled=False)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("Seal: 2 ", "Seal: two ", "header Seal: 'two "),
        ("Begins: drawn", "Begins: 1", "header Begins: '1': expected drawn"),
    ],
)
def test_a_seal_that_cannot_be_is_refused(old: str, new: str, why: str) -> None:
    with pytest.raises(BadRecord, match=why):
        read(write(sealed()).replace(old, new))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"sealed": 3}, "this Potluck knows seals up to version 2"),
        ({"seed": "1" * 64}, "not the seed that was sealed"),
        ({"begins_drawn": False}, "with these terms"),
        ({"nonces": ["1" * 32, "f" * 32]}, "not those that the players committed to"),
        ({"nonces": []}, "not those that the players committed to"),
    ],
)
def test_what_was_not_sealed_is_refused(changes: dict[str, object], why: str) -> None:
    with pytest.raises(BadRecord, match=why):
        verify(sealed(**changes))


def test_another_first_seat_or_other_hidden_things_are_refused() -> None:
    record = sealed()
    record.options = "" if record.options else "first=1"
    with pytest.raises(BadRecord, match="the seal draws seat"):
        verify(record)
    with pytest.raises(BadRecord, match="receipt that was kept"):
        verify(sealed(), "0" * 64)


def test_what_a_position_hides_is_drawn_from_the_seal() -> None:
    game = potluck.load("magic_potion")
    dice, state = Dice(3), game.new(2)
    while "?" not in game.write_position(state, 0):
        moves = list(state.moves())
        state.play(moves[dice.below(len(moves))])
    hidden = " ".join(game.write_position(state, 0).split())
    seal = Seal(bytes(32), "m", ("0" * 32, "f" * 32))
    record = Match(game, 2, seal.fill(game, hidden), dice=seal).record()
    record.hidden = hidden
    record.seal = seal_of(bytes(32), record.terms())
    assert verify(read(write(record))).filled
    assert read(write(record)) == record
    other = next(fill for number in range(99) if (fill := filled(game, hidden, Dice(number))) != record.position)
    with pytest.raises(BadRecord, match="header Position: the seal draws something else"):
        verify(msgspec.structs.replace(record, position=other, moves=[]))
    assert filled(game, other, Dice(0)) == other


def test_records_older_than_commitments_keep_verifying() -> None:
    record = Match("potus", dice=Seal(bytes(32), "m", ("one", "bot"))).record()
    record.sealed, record.seal, record.commitments = 1, commitment(bytes(32)), []
    text = write(record)
    assert f"Seal: {commitment(bytes(32))}\nNonces: one, bot\n" in text
    assert verify(read(text)) == Verified(len(record.moves), 1, begins=False, filled=False)
