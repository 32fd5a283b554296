"""The levels: their names, what is said of them, and that none throws away what it sees one move ahead."""

import os
from collections import Counter
from pathlib import Path

import msgspec
import pytest

import potluck
from potluck import BadOptions, Dice
from potluck.bots.search import Limit
from potluck.players import nets
from potluck.players.door import Player, lead
from potluck.players.former import FORMER, NEAREST, OLD, OLD_NAMES
from potluck.players.levels import FIRST_CHOICE, LEVELS, NAMES, STAND_IN, character, level, level_name, level_names
from potluck.players.settings import Level, read_level, write_level

COMPILED = os.environ.get("POTLUCK_MODE") == "compiled"
SEEDS = 20 if COMPILED else 2
ENOUGH = 400  # steps of a deep search: the strong levels need no more to see these

# A position by rows, what nobody in their senses does there, and why.
FOOLISH: dict[str, list[tuple[str, str, str]]] = {
    "potential": [
        (
            "..........|..........|......bb..|..........|..........|.1..3.....|..........|....2.....|..........|"
            "..........|seat=0",
            "b5-a4 b5-a5 b5-a6",
            "walks the last charge of a piece into the Edge, which drains it",
        ),
        (
            "..........|..........|..........|.b...ee...|........f.|..........|.......61.|..........|..2.b.....|"
            "..........|seat=0 quiet=3",
            "h4-j4 i4-j3 i4-j4 i4-j5 c2-b1 c2-c1 c2-d1",
            "overcharges its strongest piece, drains its own, or goes into the Edge for nothing",
        ),
        (
            "..........|..........|..........|..b...f...|..6.......|..5.a.....|..........|.2....b.5.|..2.......|"
            "..........|seat=0",
            "c6-c8 c6-c4 b3-a3 c2-c1",
            "jumps until the piece is overcharged, or goes into the Edge",
        ),
    ],
    "struggle": [
        (
            "w|.k|...|....|.....|.y..Bg|r.RY.|......|.....|K...|...|..|W|seat=1 rules0=caboose+reaper:yellow;"
            "green_at:g3+tower:black rules1=teleporter:blue+armor:blue+jolt:green active=g2 lively=1",
            "stop",
            "stops before a piece that can be taken",
        ),
        (
            "w|.k|...|...g|....G|.y..B.|r.RY.|......|.....|K...|...|..|W|seat=1 rules0=caboose+reaper:yellow"
            "+tower:black rules1=teleporter:blue+armor:blue+jolt:green",
            "b6-b5 b6-a6 c6-c5 c6-d5 c6-b7",
            "wanders off while a piece can be taken",
        ),
    ],
    "potion_explosion": [
        (
            "RBRYRBR YYBKKKRBY+7 YBYKYKKBK+2 RBBYRBRBK+2 BYRRKYKYY+6|balm5+8 draft7+6 love6+8 magnet7+7 sands6+7|"
            "seats=2 seat=1 phase=turn kinds=sands+magnet+balm+love+draft+lava acted=pick round=5|"
            "desk0=love5:BBB/love7:RRKKK pool0=BKK done0=sands4+balm4 helps0=2|"
            "desk1=sands4:KYY/balm6:RYYY pool1=BY done1=draft4 helps1=3",
            "help-e2 help-c5 help-d3 help-a2 help-b1 help-e8",
            "pays two points for a marble that fits nowhere",
        ),
        (
            "RBRYRBR YYBKKKRBY+7 YBYKYKBKR+1 RBBYRBRBK+2 BYRRKYKYY+6|balm5+8 draft7+6 love6+8 magnet7+7 sands6+7|"
            "seats=2 seat=1 phase=turn kinds=sands+magnet+balm+love+draft+lava acted=pick+help round=5|"
            "desk0=love5:BBB/love7:RRKKK pool0=BKK done0=sands4+balm4 helps0=2|"
            "desk1=sands4:KYY/balm6:RYYY pool1=BKY done1=draft4 drunk1=draft helps1=4",
            "end black-2",
            "ends the turn, or fills another tile, instead of completing a potion",
        ),
    ],
    "potus": [
        (
            ".aCT.oUc|.R....a.|....*.R.|.T.....*|T.uuA.*.|.RA*....|t....uT.|S.o.u.o.|phase=move actor=0 left=1"
            " moving=Tg2 teleported=1 battles=12 shown=Washington/Nixon"
            " cards=nn..f..nff.n.f....fn.n.nffnn.f.nnf.ffn.f.fn events=x.x.x..x.xx",
            "T.g2-f3 T.g2-g3 T.g2-h3 T.b5-b6 T.b5-c6 T.a4-a5",
            "leads a Turncoat away from the circle that it can be brought to",
        ),
        (
            ".aUo.oUa|.R....U.|.UU.*.R.|.*.....*|*.uu+.*.|.RC*.A..|..A..uR.|S.o.u.o.|phase=move stacks=e4:ct actor=0"
            " left=1 money=0/50 battles=4 shown=Wilson/Monroe cards=....f................n.nffn.....nf........."
            " events=..x....x...",
            "C.c3-b2 C.c3-d2 A.c2-b1 A.f3-g4",
            "walks away with the last move of the turn from a stack that an Advocate can break up",
        ),
    ],
    "magic_potion": [
        (
            ".......|.......|..t....|.......|.h..mS.|....B..|....P..|hunter=blue,18,20,none!|thief=blue,18,0,II!|"
            "swordsman=red,20,18,III,none!,none!|priest=red,12,0,I!|magician=blue,18,0,none!|"
            "merchant=red,18,0,none!|used=+3|round=4 phase=act actor=swordsman",
            "done",
            "hoards 18 dice beside an enemy who has none",
        ),
        (
            ".......|.......|.......|...m..B|.h...tS|.....P.|.......|hunter=blue,18,33,none!|"
            "thief=blue,18,0,I!,II!,none!|swordsman=red,18,33,III,none!,none!|priest=red,1,0|"
            "magician=blue,18,0,none!,+1~|merchant=red,7,0,none!,+1|used=+1,+2,+3|"
            "round=7 phase=move actor=swordsman hound=d4",
            "go-g2",
            "walks off with 33 dice from an enemy who has none",
        ),
        (
            ".......|.......|.......|...m..B|.h...tS|.....P.|.......|hunter=blue,18,33,none!|"
            "thief=blue,18,0,I!,II!,none!|swordsman=red,18,33,III,none!,none!|priest=red,1,0|"
            "magician=blue,18,0,none!,+1~|merchant=red,7,0,none!,+1|used=+1,+2,+3|"
            "round=7 phase=aim actor=swordsman target=thief hound=d4",
            "roll-1 roll-2 roll-3 roll-33",
            "attacks with hardly any of 33 dice, or with all where a few would do",
        ),
    ],
}
CASES = [(name, *case) for name, cases in FOOLISH.items() for case in cases]


@pytest.mark.parametrize(("name", "rows", "foolish", "why"), CASES, ids=[f"{case[0]}: {case[3]}" for case in CASES])
def test_no_level_throws_away_what_it_sees_one_move_ahead(name: str, rows: str, foolish: str, why: str) -> None:
    game = potluck.load(name)
    text = rows.replace("|", "\n")
    state = game.read_position(text, Dice(0))
    legal = {game.write(state, move) for move in state.moves()}
    bad = {move.replace(".", " ") for move in foolish.split()}
    assert bad < legal
    for each in level_names(game):
        setting = level(game, each)
        if not COMPILED and setting.steps > ENOUGH and not setting.haste:
            continue  # the strong ones are tried where they are quick
        limit = Limit(min(setting.steps, ENOUGH), 0.0)
        seeds = SEEDS if setting.softness or setting.haste else 1
        chosen = {Player(game, setting, seed).choose(text, int(state.to_move), limit) for seed in range(seeds)}
        assert not chosen & bad, f"{each} {why}"


def test_the_choice_is_soft_up_to_the_cut_off() -> None:
    game = potluck.load("potential")
    player = Player(game, Level("greedy", softness=0.1, cutoff=0.25), 7)
    counts = Counter(player._pick_softly([0.0, -0.1, -0.2, -0.3, -2.0]) for _ in range(3000))
    assert set(counts) == {0, 1, 2}
    assert 0.60 < counts[0] / 3000 < 0.73  # 1 : 0.37 : 0.14 is 66 % : 24 % : 9 %
    assert 0.20 < counts[1] / 3000 < 0.29
    assert 0.06 < counts[2] / 3000 < 0.12
    assert {player._pick_softly([0.1, 1000.0]) for _ in range(50)} == {1}


def test_a_lead_does_not_shrink_when_a_match_is_nearly_decided() -> None:
    def squash(value: float) -> float:
        return 0.98 * value / (1 + abs(value))

    for sign in (1, -1):
        for true in (0.0, 0.5, 3.0, 20.0):
            assert lead(squash(sign * true)) == pytest.approx(sign * true)
    assert lead(1.0) == -lead(-1.0) > lead(0.99) > 100


def test_a_hasty_level_sometimes_looks_one_move_ahead_only() -> None:
    game = potluck.load("potential")
    text = game.write_position(game.new())
    player = Player(game, Level("alphabeta", 300, depth=2, haste=0.5), 3)
    steps = []
    for _ in range(12):
        player.choose(text, 0)
        steps.append(player.search is player.glance)
    assert 0 < sum(steps) < 12
    careful = Player(game, Level("alphabeta", 300, depth=2), 3)
    assert careful.glance is careful.search


@pytest.mark.parametrize("name", potluck.names())
def test_every_level_has_a_name_and_a_sentence_of_its_own(name: str) -> None:
    game = potluck.load(name)
    names = level_names(game)
    assert names == sorted(names, key=NAMES.index)
    assert 6 <= len(names) <= 10
    assert {FIRST_CHOICE, STAND_IN, NAMES[0], NAMES[-1]} <= set(names)
    said = [character(game, each) for each in names]
    assert len(set(said)) == len(names)
    assert all(text.endswith(".") and "," in text for text in said)
    assert level_name(game, "kettle") in names  # remembered from another game
    for setting in LEVELS[name].values():
        assert not setting.overlooks  # what was overlooked could be anything
        assert not setting.softness or setting.cutoff


@pytest.mark.parametrize("name", potluck.names())
def test_the_names_of_0_1_0_mean_the_nearest_level_and_its_settings_are_kept(name: str) -> None:
    game = potluck.load(name)
    nearest = [level_name(game, each) for each in OLD_NAMES]
    assert nearest == sorted(nearest, key=NAMES.index)
    for each in OLD_NAMES:
        assert level(game, each) == LEVELS[name][NEAREST[name][each]]
        assert level(game, OLD + each) == FORMER[name][each]
        assert level_name(game, OLD + each) == level_name(game, each)
    with pytest.raises(BadOptions, match=r"expected one of 0\.1\.0-novice"):
        level(game, "0.1.0-wizard")


class Meeting(msgspec.Struct):
    """Hold how a level of 0.1.0 fared against one of today: a line of benchmarks/levels/nearest.jsonl."""

    game: str
    players: list[str]
    settings: list[str]
    score: float
    quarters: str  # of the points of each pair of matches

    def distance(self) -> float:
        """Tell how far from equal they were."""
        return abs(self.score - 0.5)


MEETINGS = msgspec.json.Decoder(Meeting).decode_lines(
    Path(__file__).parents[2].joinpath("benchmarks/levels/nearest.jsonl").read_text()
)


@pytest.mark.parametrize("name", potluck.names())
@pytest.mark.parametrize("old", OLD_NAMES)
def test_a_name_of_0_1_0_means_the_same_settings_or_who_came_nearest_in_matches(name: str, old: str) -> None:
    game = potluck.load(name)
    same = [each for each, setting in LEVELS[name].items() if setting == FORMER[name][old]]
    met = [meeting for meeting in MEETINGS if meeting.game == name and meeting.players[0] == OLD + old]
    for meeting in met:  # one that has changed since is to be measured again
        assert [read_level(setting) for setting in meeting.settings] == [level(game, each) for each in meeting.players]
        points = [int(quarter) / 4 for quarter in meeting.quarters]
        assert sum(points) / len(points) == pytest.approx(meeting.score, abs=0.001)
    nearest = same or [min(met, key=Meeting.distance).players[1]]
    assert level_name(game, old) == nearest[0]


def test_settings_are_read_as_they_were_written() -> None:
    settings = [setting for levels in (*LEVELS.values(), *FORMER.values()) for setting in levels.values()]
    for setting in settings:
        assert read_level(write_level(setting)) == setting
    assert write_level(Level("mcts", 400, temperature=0.1, learned=True)) == (
        "mcts:steps=400:temperature=0.1:learned=True"
    )
    assert [field for field in msgspec.structs.fields(Level) if field.required] == [msgspec.structs.fields(Level)[0]]


def test_a_level_says_who_judges_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    top = NAMES[-1]
    assert character(potluck.load("struggle"), top).endswith("as it has learned from its own matches.")
    other = potluck.load("struggle", pact_with_white=True)
    assert "is not used: it has not seen the option pact_with_white." in character(other, top)
    file = nets.shipped_file("struggle")
    for damaged, trouble in (
        (file[:-1] + bytes([file[-1] ^ 1]), "the net for struggle is damaged"),
        (file.replace(b'"game":"struggle"', b'"game":"potential"'), "the net is for potential"),
        (file.replace(b'"rules_version":', b'"rules_version":9', 1), "rules 9"),
        (file.replace(b'"layout":', b'"layout":9', 1), "inputs 9"),
        (b"", "no net comes with this game"),
        (b"nonsense", "this is not the file of a net"),
    ):
        monkeypatch.setattr(nets, "shipped_file", lambda name, bytes_=damaged: bytes_)
        game = potluck.load("struggle")
        said = character(game, top)
        assert trouble in said[said.index("Its learned judgement is not used: ") :]
        state = game.new()
        game.read(state, Player(game, level(game, top), 1).choose(game.write_position(state), 0, Limit(20, 0.0)))
