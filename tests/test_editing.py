"""Positions put together by hand: in every game, whatever is placed, taken and turned is shown, checked and mended."""

import random
import re

import pytest

import potluck
from potluck.core.dice import Dice
from potluck.core.editing import Knob, split
from potluck.table.match.editing import edit, refusal
from potluck.table.protocol import Edit, Edited
from potluck.table.protocol.refusals import Refused

SQUARES = {
    "potential": [f"{column}{row}" for column in "abcdefghij" for row in range(1, 11)],
    "struggle": [f"{column}{row}" for column in "abcdefg" for row in range(1, 8)],
    "potus": [f"{column}{row}" for column in "abcdefgh" for row in range(1, 9)],
    "magic_potion": [f"{column}{row}" for column in "abcdefg" for row in range(1, 8)],
    "potion_explosion": [
        *(f"{track}{place}" for track in "abcde" for place in range(1, 10)),
        *("burner1", "burner2", "red", "pool", "stack1"),
    ],
}
BUILDERS: dict[str, int | bool | str] = {"powers": "builders/classic"}
ODD = """R+8 BK+8 RB+8 YK+8 RR+8
wisdom5+8 sands5+9 love5+8 magnet5+9 draft5+9
seats=2 seat=0 phase=turn kinds=sands+magnet+wisdom+prismatic+love+draft
desk0=wisdom4:BK:RY/love4 desk1=sands4/magnet4"""


def change(shown: Edited, game: str, **asked: object) -> Edited:
    """Change a position."""
    return edit(Edit(game=game, position=shown.position, **asked))  # type: ignore[arg-type]


def refused(shown: Edited, game: str, **asked: object) -> str:
    """Try to change a position, and return why not."""
    with pytest.raises(Refused) as found:
        change(shown, game, **asked)
    return str(found.value)


def turned(knob: Knob, by: int) -> list[str]:
    """List values of a knob near the one that it has."""
    if knob.several:
        held = split(knob.value)
        return ["/".join(held[1:]), *("/".join([*held, value]) for value in knob.values if value not in held)]
    return knob.values or [str(max(knob.least, min(knob.most, int(knob.value) + by)))]


def knob_of(shown: Edited, name: str) -> Knob:
    """Find a knob."""
    return next(knob for knob in shown.knobs if knob.name == name)


@pytest.mark.parametrize("game", potluck.names())
def test_a_position_to_begin_with_can_be_and_somebody_has_a_turn(game: str) -> None:
    shown = edit(Edit(game=game))
    assert shown.fault is None
    state = potluck.load(game).read_position(shown.position, Dice(0))
    assert state.to_move >= 0
    assert len(shown.tools) > 1
    assert not any("{" in title for title in [*(tool.title for tool in shown.tools), *(k.title for k in shown.knobs)])


@pytest.mark.parametrize("game", potluck.names())
def test_whatever_is_changed_is_shown_or_refused_in_a_sentence(game: str) -> None:
    dice = random.Random(7)
    shown = edit(Edit(game=game))
    faults = 0
    for _ in range(60):
        asked: dict[str, object] = {"spot": dice.choice(SQUARES[game]), "near": dice.randrange(2)}
        if dice.random() < 0.6:
            asked["tool"] = dice.choice(shown.tools).name
        if dice.random() < 0.25:
            knob = dice.choice(shown.knobs)
            asked = {"knob": knob.name, "value": dice.choice(turned(knob, dice.choice([-1, 1]))), "near": 0}
        try:
            after = change(shown, game, **asked)
        except Refused as error:
            assert re.fullmatch(r"[A-Z].*\.|knob: .*", str(error)), str(error)
            continue
        if after.fault:
            faults += 1
            assert re.fullmatch(r"[A-Z0-9].*\.", after.fault.sentence)
            assert "seat=over" not in after.fault.sentence
            with pytest.raises(potluck.PotluckError):
                potluck.load(game).read_position(after.position, Dice(0))
        else:
            potluck.load(game).read_position(after.position, Dice(0))
        shown = after if after.fault is None or dice.random() < 0.5 else shown
    assert faults or game != "potion_explosion"


@pytest.mark.parametrize("game", potluck.names())
def test_any_position_of_a_match_can_be_edited(game: str) -> None:
    match = potluck.Match(potluck.load(game, **(BUILDERS if game == "struggle" else {})), seed=5)
    dice = random.Random(2)
    while not match.is_over and len(match.moves) < 400:
        match.play(dice.choice(list(match.state.moves())))
        if len(match.moves) % 40 == 0:
            position = match.game.write_position(match.state)
            shown = edit(Edit(game=game, options=dict(match.game.changed_options()), position=position))
            assert shown.view.game == game


def test_pieces_of_potential_are_placed_charged_and_taken() -> None:
    shown = change(edit(Edit(game="potential")), "potential", tool="", spot="b9")
    assert ".b.b.b.b.." not in shown.position
    for charge in ("1", "2", "3"):
        shown = change(shown, "potential", tool="piece1", spot="e5")
        assert f"....{'abc'[int(charge) - 1]}....." in shown.position
    assert refused(shown, "potential", tool="piece0", spot="e5") == "The position needs a side with at most 8 pieces."
    assert refused(shown, "potential", tool="piece0", spot="z9") == "Nothing can be placed there."
    assert refused(shown, "potential", tool="tower", spot="e5").startswith("tool: ")
    assert refused(shown, "potential", knob="quiet", value="-3").startswith("knob: ")
    assert refused(shown, "potential", knob="mood", value="3").startswith("knob: ")


def test_a_number_that_is_too_large_is_framed_and_mended_where_there_is_one_way() -> None:
    shown = edit(Edit(game="potential"))
    late = change(shown, "potential", knob="quiet", value="100")
    assert late.fault is not None
    assert (late.fault.at, late.fault.ruling) == (["quiet"], "PT16")
    assert late.fault.mend is None  # there are many ways
    alone = shown
    for cell in ("b9", "d9", "f9", "h9", "c8", "e8", "g8", "i8"):
        alone = change(alone, "potential", spot=cell)
    assert alone.fault is not None
    assert alone.fault.sentence == "The position needs pieces of both sides."


def test_marbles_are_counted_and_the_lid_mends_the_sum() -> None:
    shown = edit(Edit(game="potion_explosion"))
    hidden = int(next(knob.value for knob in shown.knobs if knob.name == "lid"))
    more = change(shown, "potion_explosion", tool="red", spot="pool")
    assert more.fault is not None
    assert more.fault.sentence == "80 marbles, but 81 are placed."
    assert [row.title for row in more.fault.rows if row.wrong] == ["behind the lid"]
    assert sum(row.count for row in more.fault.rows) == 81
    assert more.fault.at == ["lid"]
    assert more.fault.mend is not None
    assert more.fault.mend.label == f"Put {hidden - 1} behind the lid"
    mended = change(more, "potion_explosion", knob=more.fault.mend.knob, value=more.fault.mend.value)
    assert mended.fault is None
    assert "pool0=R" in mended.position
    back = change(mended, "potion_explosion", spot="red")
    assert back.fault is not None
    assert "79 are placed" in back.fault.sentence
    same = change(change(mended, "potion_explosion", tool="blue", spot="pool"), "potion_explosion", spot="pool")
    assert "pool0=R " in same.position
    assert "room for" in refused(shown, "potion_explosion", knob="lid", value="80")
    assert refused(shown, "potion_explosion", tool="red", spot="stack1") == "No marble can be placed there."
    assert refused(shown, "potion_explosion", spot="stack1") == "Nothing can be taken from there."


def test_too_many_marbles_of_a_colour() -> None:
    shown = edit(Edit(game="potion_explosion"))
    for track in "abcde":
        for place in range(1, 10):
            shown = change(shown, "potion_explosion", tool="red", spot=f"{track}{place}")
    assert shown.fault is not None
    assert shown.fault.sentence == "20 red marbles, but 45 are placed."
    assert shown.fault.mend is None


def test_tiles_are_laid_and_filled() -> None:
    shown = edit(Edit(game="potion_explosion"))
    empty = change(shown, "potion_explosion", knob="burner1", value="-")
    assert refused(empty, "potion_explosion", tool="red", spot="burner1") == "There is no tile on that burner."
    kinds = re.search(r"kinds=(\w+)", shown.position)
    assert kinds is not None
    laid = change(empty, "potion_explosion", knob="burner1", value=f"{kinds[1]}5")
    assert f"desk0={kinds[1]}5/" in laid.position
    filled = [change(laid, "potion_explosion", tool=colour, spot="burner1") for colour in ("red", "blue", "yellow")
              if colour in colours_of(laid)]  # fmt: skip
    assert filled
    assert change(filled[0], "potion_explosion", spot="burner1").position == laid.position
    assert change(laid, "potion_explosion", spot="burner1").position == laid.position
    odd = edit(Edit(game="potion_explosion", position=ODD))
    assert "desk0=wisdom4:BKR:Y" in change(odd, "potion_explosion", tool="red", spot="burner1").position
    assert "desk0=wisdom4:BKK:Y" in change(odd, "potion_explosion", tool="black", spot="burner1").position


def colours_of(shown: Edited) -> list[str]:
    """List the open holes of the first burner."""
    return [hole.colour for hole in shown.view.desks[0].burners[0].holes]  # type: ignore[attr-defined]


def test_tokens_share_squares_as_far_as_they_may() -> None:
    shown = edit(Edit(game="potus"))
    candidate = change(shown, "potus", tool="C0", spot="d4")
    assert candidate.position.count("C") == 1
    gone = change(candidate, "potus", spot="d4")
    assert gone.fault is not None
    assert gone.fault.sentence == "The position needs one Candidate and two Advocates of the near seat."
    assert refused(shown, "potus", tool="A0", spot="d8") == "An Advocate stays in its half."
    rich = change(shown, "potus", knob="money-1", value="40000")
    assert "money=0/40000" in rich.position
    assert [knob.name for knob in rich.knobs][:5] == ["phase", "actor", "left", "money-0", "money-1"]
    free = change(change(shown, "potus", spot="a8"), "potus", tool="T0", spot="d4")
    stack = change(free, "potus", tool="C0", spot="d4")
    assert "stacks=d4:CT" in stack.position
    assert change(stack, "potus", tool="C0", spot="c4").position.count("T") == 1
    assert "stacks" not in change(stack, "potus", spot="d4").position


def test_before_a_battle_nobody_has_a_turn() -> None:
    match = potluck.Match("potus", seed=1, chance=False)
    dice = random.Random(1)
    while "phase=battle" not in match.game.write_position(match.state):
        match.play(dice.choice(list(match.state.moves())))
    shown = edit(Edit(game="potus", position=match.game.write_position(match.state)))
    assert [knob.name for knob in shown.knobs][:3] == ["phase", "money-0", "money-1"]
    begun = change(shown, "potus", knob="phase", value="move")
    assert begun.fault is None
    assert "actor=0" in begun.position
    assert "shown=" in begun.position
    assert change(begun, "potus", knob="phase", value="battle").position == shown.position


def test_characters_move_fall_and_live_again() -> None:
    shown = edit(Edit(game="magic_potion"))
    names = [tool.name for tool in shown.tools]
    figures = {figure.name: figure for figure in shown.view.figures if figure.cell}  # type: ignore[attr-defined]
    first, second = names[0], names[1]
    assert "stands there" in refused(shown, "magic_potion", tool=first, spot=figures[second].cell)
    fallen = change(shown, "magic_potion", spot=figures[first].cell)
    assert f"{first}=red,dead" in fallen.position or f"{first}=blue,dead" in fallen.position
    assert f"actor={first}" not in fallen.position
    again = change(fallen, "magic_potion", tool=first, spot="d4")
    assert "dead" not in again.position
    assert change(again, "magic_potion", spot="e4").position == again.position  # nobody is there
    weak = change(shown, "magic_potion", knob=f"{second}-health", value="1")
    strong = change(weak, "magic_potion", knob=f"{second}-dice", value="9")
    assert re.search(rf"{second}=\w+,1,9", strong.position)
    nobody = edit(Edit(game="magic_potion", position=re.sub(r"actor=\w+", "", shown.position)))
    assert f"actor={first}" in nobody.position
    assert change(shown, "magic_potion", knob="actor", value=second).position.count(f"actor={second}") == 1


def test_the_hound_is_placed_and_leaves_with_the_hunter() -> None:
    shown = edit(Edit(game="magic_potion"))
    hunter = next(figure.cell for figure in shown.view.figures if figure.name == "hunter")  # type: ignore[attr-defined]
    hound = change(shown, "magic_potion", tool="hound", spot="d4")
    assert "hound=d4" in hound.position
    assert "hound" not in change(hound, "magic_potion", spot="d4").position
    alone = change(hound, "magic_potion", spot=hunter)
    assert "hound" not in alone.position
    assert "hound" not in [tool.name for tool in alone.tools]


def test_pieces_of_struggle_leave_the_space_where_they_stood() -> None:
    shown = edit(Edit(game="struggle", options=BUILDERS))
    moved = edit(Edit(game="struggle", options=BUILDERS, position=shown.position, tool="white0", spot="d4"))
    assert moved.position.count("W") == 1
    gone = edit(Edit(game="struggle", options=BUILDERS, position=moved.position, spot="d4"))
    assert gone.fault is not None
    assert (gone.fault.sentence, gone.fault.ruling) == ("The position needs both whites.", "ST8")


def test_rules_carriers_and_memories_of_struggle() -> None:
    shown = edit(Edit(game="struggle"))
    names = {knob.value for knob in shown.knobs if knob.name.startswith("rule-0")}
    new = next(name for name in ("torus", "armor", "jolt", "teleporter") if name not in names)
    first = next(knob for knob in shown.knobs if knob.name == "rule-0-0")
    assert new in first.values
    assert not set(first.values) & (names - {first.value})  # a side has three different rules
    other = change(shown, "struggle", knob="rule-0-0", value=new)
    assert other.fault is None
    assert f"{new}:" in other.position  # with a carrier
    carrier = next(knob.name for knob in other.knobs if knob.title.endswith("is carried by") and "-0-" in knob.name)
    assert ":black" in change(other, "struggle", knob=carrier, value="black").position
    assert "may not carry" in refused(other, "struggle", knob=carrier, value="white")


PACT = "rules0=torus:blue+pact+tower:green rules1=armor:red+hatter+reaper:black seat=0"


def struggle_with(rules: str) -> Edited:
    """Lay out a position of Struggle with some rules."""
    shown = edit(Edit(game="struggle"))
    board = shown.position.rpartition("\n")[0]
    return edit(Edit(game="struggle", position=f"{board}\n{rules}"))


def test_a_rule_that_remembers_what_cannot_be_says_so_beside_it() -> None:
    shown = struggle_with(PACT)
    half = change(shown, "struggle", knob="own-0-1", value="3")
    assert half.fault is not None
    assert (half.fault.sentence, half.fault.ruling) == ("A pact names two colours.", "ST14")
    assert {"rule-0-1", "own-0-1", "enemy-0-1"} <= set(half.fault.at)
    whole = change(half, "struggle", knob="enemy-0-1", value="4")
    assert whole.fault is None
    assert "pact;own:3;enemy:4" in whole.position
    broken = change(shown, "struggle", knob="broken-1-0", value="1")
    assert "armor:red;broken:1" in broken.position
    assert "hatter;wait:2" in change(shown, "struggle", knob="wait-1-1", value="2").position


def test_towers_are_built_grow_and_fall() -> None:
    shown = struggle_with(PACT)
    assert [tool.title for tool in shown.tools][12:] == ["Red's tower"]
    for levels in (1, 2, 3, 1):
        shown = change(shown, "struggle", tool="tower0", spot="d5")
        assert f"tower_at:d5;levels:{levels}" in shown.position
        assert shown.fault is None
    moved = change(shown, "struggle", tool="tower0", spot="d6")
    assert "tower_at:d6;levels:1" in moved.position
    low = change(shown, "struggle", tool="tower0", spot="a4")
    assert low.fault is not None
    assert low.fault.sentence == "One tower of one to three levels stands in the middle five rows."
    assert "tower_at" not in change(moved, "struggle", spot="d6").position
    assert "tower_at" not in change(moved, "struggle", tool="red0", spot="d6").position
    occupied = change(shown, "struggle", tool="red0", spot="d6")
    assert refused(occupied, "struggle", tool="tower0", spot="d6") == "A piece stands there."
    again = change(moved, "struggle", knob="rule-0-1", value="caboose")
    assert "tower_at:d6" in again.position


def test_potions_are_completed_and_drunk_and_stacks_laid() -> None:
    shown = edit(Edit(game="potion_explosion"))
    kinds = re.search(r"kinds=(\w+)", shown.position)
    top = knob_of(shown, "top1")
    assert kinds is not None
    done = change(shown, "potion_explosion", knob="done0", value=f"{kinds[1]}5/{kinds[1]}5")
    assert f"done0={kinds[1]}5+{kinds[1]}5" in done.position
    assert done.fault is not None  # the stacks hold them still
    assert (done.fault.sentence, done.fault.ruling) == ("48 tiles, but 50 are placed.", "PX23")
    assert done.fault.at == [f"under{stack}" for stack in range(1, 6)]
    fewer = change(done, "potion_explosion", knob="under1", value="6")
    assert fewer.fault is None
    drunk = change(fewer, "potion_explosion", knob="drunk0", value=kinds[1])
    assert f"drunk0={kinds[1]}" in drunk.position
    assert "drunk0" not in change(drunk, "potion_explosion", knob="done0", value="").position
    assert refused(shown, "potion_explosion", knob="done0", value="/".join([f"{kinds[1]}5"] * 9)).startswith("knob: ")
    bare = change(shown, "potion_explosion", knob="top1", value="-")
    assert top.value not in bare.position.split()[5]
    skilled = change(shown, "potion_explosion", knob="tokens0", value="2")
    assert skilled.fault is not None
    assert (skilled.fault.at, skilled.fault.sentence) == (["tokens0"], "Skill tokens: needs 0.")
    kinds_in_play = split(knob_of(shown, "kinds").value)
    other = next(kind for kind in knob_of(shown, "kinds").values if kind not in kinds_in_play)
    few = refused(shown, "potion_explosion", knob="kinds", value="/".join(kinds_in_play[1:]))
    assert few == "Six kinds are in play, so add another one first."
    seven = change(shown, "potion_explosion", knob="kinds", value="/".join([*kinds_in_play, other]))
    assert seven.fault is not None


def test_cards_and_events_of_potus() -> None:
    shown = edit(Edit(game="potus"))
    turned_cards = change(shown, "potus", knob="turned-0", value="Polk/Taft")
    assert "Taft" in knob_of(turned_cards, "turned-0").value
    assert "shown=Lincoln/" in change(shown, "potus", knob="shown-0", value="Lincoln").position
    assert "union=0/1" in change(shown, "potus", knob="union-1", value="1").position
    drawn = change(shown, "potus", knob="events", value="Veto/Union")
    assert knob_of(drawn, "events").value == "Union/Veto"
    assert refused(shown, "potus", knob="events", value="Veto/Veto").startswith("knob: ")
    waiting = change(shown, "potus", knob="waiting-0", value="Lincoln")
    assert waiting.fault is None or waiting.fault.at


def test_items_are_carried_laid_down_and_used() -> None:
    shown = edit(Edit(game="magic_potion"))
    names = [tool.name for tool in shown.tools]
    holder = next(knob.name for knob in shown.knobs if knob.value == "I*")
    other = next(knob.name for knob in shown.knobs if knob.name.endswith("-items") and knob.name != holder)
    assert {"I", "none", "+3"} <= set(names)
    laid = change(shown, "magic_potion", tool="I", spot="d4")
    assert "d4=I" in laid.position
    assert knob_of(laid, holder).value == ""  # there is only one
    assert refused(laid, "magic_potion", spot="d4").startswith("The position needs Recipe I, Recipe II")
    carried = change(laid, "magic_potion", knob=other, value=f"{knob_of(laid, other).value}/I!")
    assert "d4=I" not in carried.position
    used = change(carried, "magic_potion", knob="used", value="+1/+3")
    assert "used=+1,+3" in used.position
    energy = change(used, "magic_potion", tool="+3", spot="e4")
    assert "used=+1 " in f"{energy.position} ".replace("\n", " ")
    assert "e4" not in change(energy, "magic_potion", spot="e4").position


def test_who_plays_and_what_is_remembered() -> None:
    shown = edit(Edit(game="magic_potion"))
    team = split(knob_of(shown, "team-0").value)
    new = next(name for name in knob_of(shown, "team-0").values if name not in team)
    two = change(shown, "magic_potion", knob="team-0", value="/".join(team[1:]))
    assert two.fault is not None
    assert (two.fault.sentence, two.fault.at) == ("The position needs three characters a side.", ["team-0", "team-1"])
    three = change(two, "magic_potion", knob="team-0", value="/".join([*team[1:], new]))
    assert three.fault is None
    assert f"{new}=red," in three.position
    enemy = split(knob_of(shown, "team-1").value)[0]
    bitten = change(shown, "magic_potion", knob="bitten", value=enemy)
    assert bitten.fault is not None
    assert bitten.fault.at == ["bitten"]
    assert "bitten" not in change(bitten, "magic_potion", knob="bitten", value="-").position
    undead = change(shown, "magic_potion", knob=f"{enemy}-life", value="undead")
    assert f"{enemy}=blue,undead," in undead.position
    assert undead.fault is not None
    assert undead.fault.at == [f"{enemy}-health"]
    assert undead.fault.sentence.startswith("The position needs health of the")


def test_a_text_that_is_no_position_is_refused_and_one_that_cannot_be_is_shown() -> None:
    with pytest.raises(Refused, match="words of board"):
        edit(Edit(game="potential", position="nonsense"))
    with pytest.raises(Refused, match="at most 20000 characters"):
        edit(Edit(game="potential", position="." * 20_001))
    with pytest.raises(Refused, match="chess"):
        edit(Edit(game="chess"))
    empty = " ".join([".........."] * 10)
    shown = edit(Edit(game="potential", position=empty))
    assert shown.fault is not None
    assert shown.view.to_move < 0


def test_sentences_of_checks_are_made_for_who_edits() -> None:
    assert refusal("position field tokens1: expected 2 (PX13)") == "Tokens1: needs 2."
    assert refusal("position tiles wisdom5: expected at most 2 (PX19)") == "Tiles wisdom5: needs at most 2."
    assert refusal("position row '..': expected no charge above 6 (PT15)") == "The position needs no charge above 6."
