"""Every lesson can be played to its end, teaches what newcomers need, and a damaged one is refused with its line."""

import re
from importlib.resources import files

import pytest

import potluck
from potluck.core.dice import Dice
from potluck.core.game import Game
from potluck.core.state import State
from potluck.records.lessons import ELSE, LONGEST_SAY, LOST, Step, Trial, lessons, read_lessons, solution

TAUGHT = [name for name in potluck.names() if files("potluck.games").joinpath(name, "lessons.md").is_file()]
STEPS = [
    pytest.param(name, step, id=f"{name}-{step.line}")
    for name in TAUGHT
    for chapter in lessons(name)
    for step in chapter.steps
]
BOARD = ".......... " * 4 + "...1a..... " + ".......... " * 5
GOOD = f"""# Lessons
## One
### Take it
* position: {BOARD}seat=0
* say: Take it.
* ring: d6
* arrow: d6 f6
* do: d6-f6
* wrong d6-d7: Not there.
* praise: Taken.
* rulings: PT17
"""

# What no lesson has to teach: every other ruling is one that a newcomer needs.
LATER = {
    "happens by itself, and the log tells it": """
        PT5 PT6 PT7 PT16 ST10 ST22 PX21 PX22 PX26 PX29 PO3 PO16 PO17 PO35 PO36 PO37 PO40 PO41 MP4 MP26 MP32 MP36""",
    "stands on the card of a special rule, a potion, an Event or a character": """
        ST12 ST13 ST14 ST15 ST17 ST18 ST19 ST20 ST21 PO18 PO19 PO20 PO21 PO22 PO23 PO24 PO25 PO26 PO27 PO28
        MP2 MP3 MP17 MP18 MP19 MP21 MP22 MP23 MP34""",
    "is seen on the board": "PX19 PX23 PX24 PX27 PO1 PO29 PO32 MP31 MP33 MP35 MP37 MP39",
    "is agreed on before a match": "ST11 ST23 ST27 ST28 PX17 PO42 MP38",
}
# Decisions that only a potion, an Event or an ability brings: its card says what to do.
ON_CARDS = {"balm", "draft", "lava", "love", "magnet", "prismatic", "sands", "defect", "fly", "hound", "raise"}
MATCHES = 3  # random ones, in which nearly every kind of decision comes


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_every_step_is_done_by_its_solution(name: str, step: Step) -> None:
    trial = Trial(name, step)
    answers = [trial.play(move) for move in solution(name, step)]
    assert [answer.kind for answer in answers] == ["right"] * (len(answers) - 1) + ["done"]
    assert answers[-1].sentence == step.praise
    assert trial.play("anything").sentence == "This step is done."


@pytest.mark.parametrize(("name", "step"), STEPS)
def test_steps_are_short_and_plain(name: str, step: Step) -> None:
    assert len(step.say.split()) <= LONGEST_SAY
    assert step.say.endswith(".")
    assert step.praise.endswith(".")
    assert "!" not in step.say + step.aside + step.praise + step.know


@pytest.mark.parametrize("name", TAUGHT)
def test_a_game_is_taught_in_six_to_ten_steps(name: str) -> None:
    assert 6 <= sum(len(chapter.steps) for chapter in lessons(name)) <= 10


@pytest.mark.parametrize("name", TAUGHT)
def test_every_ruling_that_a_newcomer_needs_is_taught(name: str) -> None:
    taught = {ruling for chapter in lessons(name) for step in chapter.steps for ruling in step.rulings}
    later = set(" ".join(LATER.values()).split()) & set(potluck.rulings(name))
    assert set(potluck.rulings(name)) - taught == later


@pytest.mark.parametrize("name", TAUGHT)
def test_every_kind_of_decision_is_taught(name: str) -> None:
    taught = set()
    for chapter in lessons(name):
        for step in chapter.steps:
            trial = Trial(name, step)
            for move in solution(name, step):
                taught.add(phase_of(trial.match.game, trial.match.state))
                trial.play(move)
    assert phases_of_matches(name) - ON_CARDS <= taught


def phases_of_matches(name: str) -> set[str]:
    """Name what is decided in random matches."""
    found = set()
    for seed in range(MATCHES):
        match, dice = potluck.Match(name, seed=seed), Dice(seed)
        while not match.is_over and len(match.moves) < 600:
            moves = list(match.state.moves())
            if len(moves) > 1:
                found.add(phase_of(match.game, match.state))
            match.play(moves[dice.below(len(moves))])
    return found


def phase_of(game: Game, state: State) -> str:
    """Name what is decided, where the position says it: placing, picking, sharing out."""
    told = re.search(r"\bphase=(\w+)", game.write_position(state))
    return told[1] if told else ""


def one_step(text: str) -> Step:
    """Read a file of one step."""
    return read_lessons("potential", text)[0].steps[0]


def test_wrong_tries_are_answered_and_change_nothing() -> None:
    trial = Trial("potential", one_step(GOOD))
    before = trial.match.copy()
    assert trial.play("d6-d7") == trial.play("d6-d7")
    assert trial.play("d6-d7").sentence == "Not there."
    assert trial.play("d6-c5").sentence == ELSE
    refused = trial.play("d6-e6")
    assert (refused.kind, refused.ruling) == ("refused", "PT1")
    assert trial.play("?!").kind == trial.play("").kind == "refused"
    assert trial.match == before
    assert trial.play("d6-f6").kind == "done"


def test_moves_in_parentheses_are_made_for_the_learner() -> None:
    position = ".......... " * 5 + "..b....... ..1....... " + ".......... " * 2 + "........b. seat=0"
    text = GOOD.replace("* do: d6-f6", "* do: c4-d5 (i1-i2) d5-d6").replace("* ring: d6\n* arrow: d6 f6\n", "")
    text = "\n".join(f"* position: {position}" if line.startswith("* position") else line for line in text.splitlines())
    step = one_step(text.replace("* wrong d6-d7: Not there.\n", ""))
    assert solution("potential", step) == ["c4-d5", "d5-d6"]
    assert Trial("potential", step, ["c4-d5", "d5-d6"]).done


def test_any_win_will_do_where_a_win_is_asked_for() -> None:
    step = one_step(GOOD.replace("* do: d6-f6", "* do: win").replace("* wrong d6-d7: Not there.\n", ""))
    assert solution("potential", step) == ["d6-f6"]
    assert Trial("potential", step).play("d6-f6").kind == "done"
    assert Trial("potential", step).play("d6-d7").sentence == LOST
    assert "no win was found within the turn" in refused_for(step_of_wins("...1..a...").replace("* arrow: d6 f6\n", ""))


def refused_for(text: str) -> str:
    """Return why lessons are refused."""
    with pytest.raises(potluck.BadRecord) as refused:
        read_lessons("potential", text)
    return str(refused.value)


def step_of_wins(row: str) -> str:
    """Write a step that asks for a win, with another row."""
    text = GOOD.replace("...1a.....", row).replace("* do: d6-f6", "* do: win")
    return text.replace("* wrong d6-d7: Not there.\n", "")


def test_a_file_without_steps_teaches_nothing() -> None:
    assert read_lessons("potential", "# Lessons\n\nNothing yet.\n") == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("* say: Take it.\n", "", r"lessons.md, line 3, 'Take it': expected a field say"),
        ("* say: Take it.", "* say: " + "word " * 13, "at most 12 words"),
        ("* say: Take it.", "* sing: La.", r"line 5: '\* sing: La.': expected \* field: value"),
        ("* say: Take it.", "say it", "expected a field, or the next step"),
        ("PT17", "PT99", "no ruling PT99"),
        ("d6-f6\n* wrong", "d6-e6\n* wrong", "do 'd6-e6': illegal move"),
        ("* do: d6-f6", "* do: d6-f6 f6-f7", "the match is over"),
        ("* do: d6-f6", "* do: (d6-f6)", "the step is not done by it"),
        ("* ring: d6", "* ring: a9", "'a9': nothing can be done there"),
        ("* wrong d6-d7", "* wrong d6-f6", "expected a legal move that is not asked for"),
        ("seat=0", "seat=7", "position field seat"),
    ],
)
def test_a_damaged_lesson_is_refused_with_its_line(old: str, new: str, complaint: str) -> None:
    assert old in GOOD
    with pytest.raises(potluck.BadRecord, match=complaint):
        read_lessons("potential", GOOD.replace(old, new))
