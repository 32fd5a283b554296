"""Words of Potion Explosion: moves, positions, refusals, prompts, the log, the view and the pictures."""

import pytest

import potluck
from potion_explosion.drawing import GAME, KINDS, NINTH, PLAIN, begun, drawn, field, play, settled, texts
from potluck import ALL, CHANCE, OVER, SPECTATOR, Dice
from potluck.core.errors import BadNotation, IllegalMove
from potluck.games.potion_explosion.board import CHANCE_COUNT, MOVE_COUNT
from potluck.games.potion_explosion.notation import TEXTS, marbles_words
from potluck.games.potion_explosion.view import PotionExplosionView

REST = " ".join(PLAIN.split()[1:])
ROUNDS = potluck.load("potion_explosion", rounds=5)
JOY = "magnet+sands+prismatic+balm+love+lava"
TURN = (
    "RBKYRBKYR+7 BKYRBKYRB+7 KYRBKYRBK+7 YRBKYRBKY+7 RBKYRBKYR+7 "
    "wisdom7+8 wisdom6+8 love7+8 love6+8 draft7+7 kinds=sands+magnet+wisdom+love+draft+lava "
    "desk0=sands4/magnet4 desk1=sands4/magnet4"
)


# Moves


def test_every_code_has_a_text_of_its_own() -> None:
    assert len(TEXTS) == len(set(TEXTS)) == MOVE_COUNT
    state = drawn()
    assert [GAME.write(state, move) for move in (0, 8, 45, 90, 91, 99, 100, 132, 141, 147, 148, 153)] == [
        *("a1", "a9", "help-a1", "explode", "red-1", "brew", "red-1-red", "sands", "pool-1", "return-yellow"),
        *("stack-1", "end"),
    ]
    for chance in (GAME.new(), play(state, "a1"), drawn("acted=pick returning=K")):
        assert chance.to_move == CHANCE
        assert all(GAME.write(chance, move) for move in range(CHANCE_COUNT))


@pytest.mark.parametrize(
    "text", ["", "a", "a0", "f1", "a10", "help", "help-f1", "red", "red-3", "pool", "draw-3", "a1 b1"]
)
def test_nonsense_is_no_move(text: str) -> None:
    with pytest.raises(BadNotation, match="expected a move like c3"):
        GAME.read(drawn(), text)


@pytest.mark.parametrize(
    ("text", "move"), [("C3", "c3"), ("Help c3", "help-c3"), ("helpC3", "help-c3"), ("Wisdom", "wisdom")]
)
def test_moves_are_read_leniently(text: str, move: str) -> None:
    state = drawn("done0=wisdom5")
    assert GAME.write(state, GAME.read(state, text)) == move


def test_a_refusal_quotes_the_move_and_names_the_ruling() -> None:
    with pytest.raises(IllegalMove) as error:
        GAME.read(drawn(), "a9")
    assert str(error.value) == (
        "illegal move 'a9': the marble on a9 is out of reach; you reach the lowest 8 of a track (PX1)"
    )


def test_clicks_and_buttons() -> None:
    state = drawn("pool0=YK fresh=YK done0=wisdom5 acted=help helps0=1")
    choices = {choice.text: choice for choice in GAME.choices(state)}
    assert choices["c3"].path == ["c3"]
    assert choices["black-1"].path == ["black", "burner1"]
    assert choices["black-1"].label == "Place black on burner 1"
    assert choices["wisdom"].label == "Drink Potion of Wisdom"
    helped = {choice.text: choice for choice in GAME.choices(drawn())}
    assert helped["help-c3"].path == ["help", "c3"]
    assert helped["help-c3"].label == "Little Help: take c3"
    end = GAME.choices(drawn("acted=pick+help helps0=1"))
    assert [(choice.path, choice.label) for choice in end] == [(["end"], "End your turn")]


@pytest.mark.parametrize(
    ("fields", "moves", "text", "path", "label"),
    [
        ("done0=magnet5", "magnet", "c3", ["c3", "c4"], "Take c3 and c4"),
        ("done0=lava5", "lava", "c3", ["c3"], "Mark c3"),
        ("done0=lava5", "lava a1", "end", ["end"], "That is enough"),
        ("done0=wisdom5", "wisdom", "c3", ["c3"], "Take c3"),
        ("done0=sands5+lava5+wisdom5 drunk0=lava+wisdom", "sands", "lava", ["lava"], "Repeat Filter of Lavamancing"),
        ("seats=3 done0=love5 pool1=R pool2=K", "love", "pool-2", ["third-desk"], "Take the pool of {2}"),
        ("acted=pick desk0=wisdom4/-", "end", "stack-3", ["stack3"], "Take the tile of stack 3"),
        ("acted=pick pool0=RRRBB fresh=RR", "end", "return-blue", ["blue"], "Return blue"),
        ("acted=pick pool0=YYYYKKB fresh=YYYYKKB", "", "brew", ["brew"], "Place forced marbles"),
    ],
)
def test_clicks_and_buttons_of_each_phase(fields: str, moves: str, text: str, path: list[str], label: str) -> None:
    if text == "return-blue":
        fields += " desk0=sands4/wisdom4:RR"
    if text == "brew":
        fields += " desk0=sands4/draft4"
    state = play(drawn(fields), moves)
    choice = next(choice for choice in GAME.choices(state) if choice.text == text)
    assert (choice.path, choice.label) == (path, label)


def test_clicks_and_buttons_of_explosions_drafts_and_prisms() -> None:
    chain = settled(play(drawn(tracks="RBRKYRBKY " + REST), "a2"))
    assert [(choice.path, choice.label) for choice in GAME.choices(chain)] == [(["explode"], "Let them explode")]
    draft = play(begun(), "(balm) (lava) (sands4) (love4) (love4) (draft4)")
    assert GAME.choices(draft)[0].label == "Take Sands of Time"
    joy = play(drawn("done0=prismatic5 pool0=R", kinds=JOY), "prismatic")
    choice = GAME.choices(joy)[0]
    assert choice.path == ["red", "burner1", "blue"]
    assert choice.label == "Place red on a blue hole of burner 1"


def test_marbles_in_words() -> None:
    assert marbles_words([0, 0, 0, 0]) == "none"
    assert marbles_words([2, 0, 0, 0]) == "2 red"
    assert marbles_words([2, 1, 0, 3]) == "2 red, 1 blue and 3 yellow"


# Positions


def test_positions_are_written_and_read() -> None:
    text = GAME.write_position(GAME.read_position(TURN))
    assert text.splitlines()[0] == "RBKYRBKYR+7 BKYRBKYRB+7 KYRBKYRBK+7 YRBKYRBKY+7 RBKYRBKYR+7"
    assert text.splitlines()[1] == "wisdom7+8 wisdom6+8 love7+8 love6+8 draft7+7"
    assert text.splitlines()[2] == "seats=2 seat=0 phase=turn kinds=sands+magnet+wisdom+love+draft+lava round=0"
    assert text.splitlines()[3:] == ["desk0=sands4/magnet4", "desk1=sands4/magnet4"]
    assert GAME.write_position(GAME.read_position(text)) == text


@pytest.mark.parametrize(
    ("word", "put", "complaint"),
    [
        ("RBKYRBKYR+7", "RBKYRBKYRR+7", "expected up to nine"),
        ("RBKYRBKYR+7", "RBKYRBKYR+8", "expected up to nine"),
        ("RBKYRBKYR+7", "RBKYRBKYR+6", "80 in all"),
        ("RBKYRBKYR+7", "RBKYRBKYR", "80 in all"),
        ("wisdom7+8", "wisdom8+8", "expected a tile like wisdom5"),
        ("wisdom7+8", "joy7+8", "expected a tile like wisdom5"),
        ("wisdom7+8", "wisdom7+7", "PX23"),
        ("wisdom7+8", "balm7+8", "balm7: expected at most 0"),
        ("wisdom7+8", "sands4+8", "sands4: expected at most 2"),
        ("desk1=sands4/magnet4", "desk1=sands4", "two burners"),
        ("desk1=sands4/magnet4", "desk1=sands4/joy4", "expected a tile like wisdom5:RRK"),
        ("desk1=sands4/magnet4", "desk1=sands4:K:K:K/magnet4", "expected a tile like wisdom5:RRK"),
        ("desk1=sands4/magnet4", "desk1=sands4:R/magnet4", "fit its holes"),
        ("desk1=sands4/magnet4", "desk1=sands4:KKYY/magnet4", "not all of them"),
        ("desk1=sands4/magnet4", "desk1=sands4:K:KK/magnet4", "fit its holes"),
        ("desk1=sands4/magnet4", "desk1=sands4:Q/magnet4", "letters of R B K Y"),
        ("kinds=sands+magnet", "kinds=joy+magnet", "expected names"),
        ("kinds=sands+magnet", "kinds=magnet+magnet", "expected six of"),
    ],
)
def test_impossible_words_are_refused(word: str, put: str, complaint: str) -> None:
    assert word in TURN
    with pytest.raises(BadNotation) as error:
        GAME.read_position(TURN.replace(word, put, 1))
    assert complaint in str(error.value)


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ("seats=5", "seats"),
        ("seat=2", "seat"),
        ("colour=red", "colour"),
        ("pool2=R", "pool2"),
        ("phase=lunch", "expected one of setup"),
        ("phase=over", "tie and ending"),
        ("phase=over ending=PX1", "expected one of PX14"),
        ("phase=over ending=PX14", "end was triggered"),
        ("ending=PX14", "tie and ending"),
        ("tie=on", "tie and ending"),
        ("fresh=R", "marbles of pool0"),
        ("drunk0=wisdom", "no more wisdom"),
        ("tokens1=1", "field tokens1: expected 0"),
        ("tokens0=1", "field tokens0: expected 0"),
        ("done1=wisdom4+wisdom5+draft4", "PX23"),
        ("helps0=20 helps1=2", "no more Little Help"),
        ("acted=help", "a token for the Little Help"),
        ("acted=run", "expected names"),
        ("taken0=1", "field taken0"),
        ("left=2", "phase=prismatic"),
        ("marked=a1", "balm, draft or lava"),
        ("gap=a1", "gap with phase=chain"),
        ("burning=red", "gap with phase=chain"),
        ("phase=chain acted=pick gap=a9", "a track and how many lie below"),
        ("phase=chain gap=a1", "a pick that began the chain"),
        ("phase=chain acted=pick gap=a1", "something left to do"),
        ("phase=chain acted=pick gap=a1 burning=red", "only hidden marbles above"),
        ("phase=chain acted=pick gap=a1 tie=on", "end was triggered"),
        ("phase=returns acted=pick", "something left to do"),
        ("phase=tiles acted=pick", "something left to do"),
        ("phase=tie", "end was triggered"),
        ("phase=wisdom", "a potion drunk by seat 0"),
        ("phase=setup", "before the first turn"),
        ("phase=drafting", "before the first turn"),
        ("round=100", "a match that goes on"),
        ("round=101", "round"),
        ("landing=a", "a track with room"),
        ("landing=z", "expected one of a"),
        ("seat=", "seat"),
    ],
)
def test_impossible_fields_are_refused(fields: str, complaint: str) -> None:
    with pytest.raises(BadNotation) as error:
        GAME.read_position(f"{TURN} {fields}")
    assert complaint in str(error.value)


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ("starters=wisdom", "none after the draft"),
        ("desk1=sands4/-", "two tiles"),
        ("pool0=RRRR", "at most 3"),
        ("pool1=RRRR", "at most 3"),
        ("phase=tiles acted=pick pool0=RRRR desk0=sands4/- returning=K", "at most 3"),
        ("phase=tiles acted=pick pool0=RRR fresh=R desk0=sands4/-", "a turn under way"),
        ("phase=returns acted=pick pool0=BBBBKK desk0=wisdom4/magnet4", "marbles that may return"),
        ("phase=returns acted=pick pool0=RRRRR desk0=magnet4/sands4", "something left to do"),
        ("phase=prismatic done0=lava4 drunk0=lava left=2", "drunk by seat 0"),
        ("phase=lava done0=lava4 drunk0=lava marked=a1+a2", "marbles that the potion can mark"),
        ("phase=lava done0=lava4 drunk0=lava marked=a9", "marbles that the potion can mark"),
        ("phase=draft done0=draft4 drunk0=draft marked=a1+e1", "marbles that the potion can mark"),
        ("phase=draft done0=draft4 drunk0=draft marked=a2", "marbles that the potion can mark"),
        ("phase=magnet done0=wisdom4 drunk0=wisdom", "drunk by seat 0"),
        ("phase=love done0=love4 drunk0=love", "something to decide"),
        ("phase=wisdom done0=wisdom4 drunk0=wisdom returning=K", "no marbles in this phase"),
        (
            "done0=wisdom4+wisdom5+wisdom6+love4+love5+love6+draft4+draft5+draft6+lava4+lava5+lava6 tokens0=4",
            "no new round",
        ),
    ],
)
def test_impossible_turns_are_refused(fields: str, complaint: str) -> None:
    with pytest.raises(BadNotation) as error:
        drawn(fields)
    assert complaint in str(error.value)


def test_more_impossible_turns_are_refused() -> None:
    with pytest.raises(BadNotation, match="marbles that the potion can mark"):
        drawn("phase=balm done0=balm4 drunk0=balm marked=a1", kinds=JOY)
    with pytest.raises(BadNotation, match="a marble and a hole"):
        drawn("phase=prismatic done0=prismatic4 drunk0=prismatic left=3", kinds=JOY)
    with pytest.raises(BadNotation, match="more than first=3"):
        potluck.load("potion_explosion", first=3).read_position(TURN)
    tracks = "RBKYRBKY+7 " + " ".join(f"{track}+7" for track in REST.split())
    with pytest.raises(BadNotation, match="nine seen marbles"):
        drawn("phase=wisdom done0=wisdom4 drunk0=wisdom pool1=R", tracks=tracks)
    with pytest.raises(BadNotation, match="a tile on top of each"):
        GAME.read_position(TURN.replace("wisdom7+8", "+9") + " phase=wisdom")
    with pytest.raises(BadNotation, match="has not reached a track"):
        drawn("acted=pick returning=K", tracks=PLAIN.replace(" ", "+7 ") + "+7")


SETUP = "+16 +16 +16 +16 +16 - - - - - seats=2 "
SIX = "kinds=sands+magnet+wisdom+love+draft+lava "


def test_the_set_up_can_be_read() -> None:
    laying = GAME.read_position(SETUP + "phase=setup starters=love+love " + SIX)
    assert laying.to_move == CHANCE
    assert GAME.write(laying, laying.moves()[0]) == "sands4"
    draft = GAME.read_position(SETUP + "seat=1 phase=drafting starters=sands+love+lava desk0=draft4/- " + SIX)
    assert draft.to_move == 1


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ("phase=setup kinds=sands+magnet+wisdom+love+draft+lava+balm starters=love", "none before two kinds"),
        (SIX + "phase=setup starters=love+love+sands+sands", "or phase=drafting"),
        (SIX + "phase=setup desk0=love4/-", "no tiles before the draft"),
        (SIX + "phase=setup starters=love seat=1", "the first player"),
        (SIX + "phase=drafting", "two a seat"),
        (SIX + "phase=drafting starters=love+love", "two a seat"),
        (SIX + "phase=drafting starters=love+sands desk0=lava4/draft4", "1 tiles"),
        (SIX + "phase=drafting starters=love+sands desk0=-/lava4 desk1=draft4/-", "1 tiles"),
        (SIX + "phase=drafting starters=love+sands+lava desk0=draft5/-", "starters only"),
        (SIX + "phase=drafting starters=love+sands+lava desk0=draft4:R/-", "80 in all"),
        (SIX + "phase=drafting starters=love+sands+lava desk0=draft4/- helps0=1", "no tokens"),
        (SIX + "phase=drafting starters=love+sands+lava desk0=draft4/- done0=lava5", "no potions"),
        (SIX + "phase=drafting starters=love+sands+lava desk0=draft4/-", "something left to do"),
        ("phase=drafting kinds=sands+magnet+wisdom+love+draft+lava+balm starters=love+love+lava+lava", "six kinds"),
        (SIX + "phase=setup acted=pick", "a turn under way"),
    ],
)
def test_impossible_set_ups_are_refused(fields: str, complaint: str) -> None:
    with pytest.raises(BadNotation) as error:
        GAME.read_position(SETUP + fields)
    assert complaint in str(error.value)


OVER_DESKS = "seats=3 round=5 desk0=sands4/sands5 desk1=magnet4/magnet5 desk2=sands4/magnet4 "


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ("phase=over seat=2 ending=PX26", "PX15 for several leaders"),
        ("phase=over seat=1 ending=PX26 done0=lava5", "after a whole round"),
        ("phase=over seat=2 ending=PX14 done0=lava5", "expected PX26"),
        ("phase=over seat=2 ending=PX15", "the last picks made"),
        ("phase=over seat=2 ending=PX15 done0=lava5", "only for them"),
        ("phase=tie seat=1", "something left to do"),
        ("phase=tie seat=1 pool1=R taken1=1", "in turn order"),
        ("phase=tie seat=0 pool2=R taken2=1 done0=lava5 done1=lava5", "only leaders"),
        ("phase=tie seat=0 taken0=1", "marbles of pool0"),
        ("phase=chain seat=0 tie=on gap=a1 acted=pick", "the last to pick"),
    ],
)
def test_impossible_ends_are_refused(fields: str, complaint: str) -> None:
    with pytest.raises(BadNotation) as error:
        drawn(OVER_DESKS + fields, game=ROUNDS)
    assert complaint in str(error.value)


def test_ends_can_be_read() -> None:
    over = drawn(OVER_DESKS + "phase=over seat=2 ending=PX26 done0=lava5", game=ROUNDS)
    assert over.to_move == OVER
    assert over.score(0) == 1
    tie = drawn(OVER_DESKS + "phase=tie seat=1 pool0=R taken0=1", game=ROUNDS)
    assert tie.to_move == 1


def test_a_marked_position_can_be_read() -> None:
    state = drawn("phase=balm done0=balm4 drunk0=balm marked=a1", tracks="RRRBKYRBK " + REST, kinds=JOY)
    assert texts(state) == ["a2", "a3"]
    assert field(state, "marked") == "a1"


# Prompts and the log


@pytest.mark.parametrize(
    ("fields", "moves", "prompt"),
    [
        ("", "", "Pick one marble from the dispenser."),
        ("acted=pick", "", "End your turn, or take a Little Help first."),
        ("acted=pick done0=wisdom5", "", "End your turn, or drink a potion or take a Little Help first."),
        ("acted=pick+help helps0=1 done0=wisdom5", "", "End your turn, or drink a potion first."),
        ("acted=pick+help helps0=1", "", "End your turn."),
        ("acted=pick pool0=KB fresh=KB", "", "Place your blue and black marbles."),
        ("acted=pick pool0=KK fresh=KK", "", "Place your black marbles."),
        ("acted=pick pool0=KK fresh=K", "", "Place your black marble."),
        ("done0=wisdom5", "wisdom", "Choose a marble: nothing will explode."),
        ("done0=lava5", "lava a1", "Choose another marble, or say that it is enough."),
        (
            "acted=pick pool0=RRRBB fresh=RR desk0=sands4/wisdom4:RR",
            "end",
            "Choose what returns to the dispenser: 2 more marbles.",
        ),
        ("acted=pick desk0=sands4/-", "end", "Choose a stack and take its top tile."),
        ("", "a1", "A marble rolls into sight."),
        ("acted=pick desk0=sands4/-", "end stack-1", "The next tile of a stack is uncovered."),
        ("acted=pick returning=K", "", "Marbles roll back into the dispenser."),
    ],
)
def test_prompts_say_what_is_expected(fields: str, moves: str, prompt: str) -> None:
    state = play(drawn(fields), moves)
    assert GAME.prompt(state, 0) == prompt
    if state.to_move == 0:
        assert GAME.prompt(state, 1) == GAME.prompt(state, SPECTATOR) == "{0} is to move."


def test_prompts_of_potions_and_ends() -> None:
    joy = play(drawn("done0=prismatic5 pool0=RRR", kinds=JOY), "prismatic")
    assert GAME.prompt(joy, 0) == "Place up to 3 marbles on holes of any colour."
    play(joy, "red-1-blue red-1-blue")
    assert GAME.prompt(joy, 0) == "Place one more marble on any hole."
    balm = play(drawn("done0=balm4", tracks="RRRBKYRBK " + REST, kinds=JOY), "balm a1")
    assert GAME.prompt(balm, 0) == "Choose the upper end of the run."
    over = drawn(OVER_DESKS + "phase=over seat=2 ending=PX26 done0=lava5", game=ROUNDS)
    assert ROUNDS.prompt(over, 0) == "{0} won with 7 points."
    share = drawn(
        OVER_DESKS + "phase=over seat=2 ending=PX15 pool0=R pool1=R pool2=K taken0=1 taken1=1 taken2=1", game=ROUNDS
    )
    assert ROUNDS.prompt(share, 0) == "{0}, {1} and {2} share the win with 0 points each."


def test_asides_state_what_follows() -> None:
    assert GAME.aside(drawn("pool0=RRRKKK fresh=RRR"), 0) == "You hold 6 marbles, but your pool keeps only 3."
    assert GAME.aside(drawn(), 0) == ""
    last = potluck.load("potion_explosion", countdown=1)
    assert last.aside(drawn("seat=1 done0=lava4+lava5+lava6 tokens0=1", game=last), 0) == "This is the last round."


def told(fields: str, moves: str, tracks: str = PLAIN, kinds: str = KINDS) -> list[str]:
    """Play all moves but the last, and tell that one."""
    *before, last = moves.split()
    state = play(drawn(fields, tracks=tracks, kinds=kinds), " ".join(before))
    if not last.startswith("("):
        settled(state)
    return GAME.tell(state, GAME.read(state, last.strip("()")), ALL)


@pytest.mark.parametrize(
    ("fields", "moves", "lines"),
    [
        ("", "a2", ["{0} picked blue from a2."]),
        ("", "help-a2", ["{0} took blue from a2 with a Little Help."]),
        ("", "a2 (red)", []),
        ("pool0=K", "black-1", ["{0} placed black on burner 1."]),
        ("acted=pick", "end", ["{0} ended the turn."]),
        ("acted=pick pool0=RRRRR fresh=RR", "end", ["{0} returned 2 red."]),
        ("done0=wisdom5", "wisdom", ["{0} drank Potion of Wisdom."]),
        ("done0=wisdom5", "wisdom a2", ["{0} took blue."]),
        ("done0=magnet5", "magnet a2", ["{0} took 1 blue and 1 black."]),
        ("done0=lava5", "lava a1", ["{0} marked a1."]),
        ("done0=lava5", "lava a1 end", ["{0} sent 1 red back into the dispenser."]),
        ("done0=sands5+wisdom5 drunk0=wisdom", "sands", ["{0} drank Sands of Time.", "It repeats Potion of Wisdom."]),
        (
            "done0=love5 pool1=RRB",
            "love",
            ["{0} drank Elixir of Blind Love.", "{0} took 2 red and 1 blue from {1}'s pool."],
        ),
        (
            "done0=sands5+love5+wisdom5 drunk0=love+wisdom pool1=K",
            "sands love",
            ["{0} repeated Elixir of Blind Love.", "{0} took 1 black from {1}'s pool."],
        ),
        ("seats=3 done0=love5 pool1=RRB pool2=K", "love pool-2", ["{0} took 1 black from {2}'s pool."]),
        ("acted=pick returning=K", "(e)", []),
        (
            "acted=pick desk0=sands4/-",
            "end stack-1",
            ["{0} took Sands of Time with 7 holes for 9 points."],
        ),
        (
            "pool0=B desk0=draft4:RRB/wisdom4",
            "blue-1",
            ["{0} placed blue on burner 1.", "{0} completed Abyssal Draft with 4 holes for 4 points."],
        ),
        ("acted=pick desk0=sands4/- done0=lava4+lava5+lava6", "end stack-1 (wisdom7)", ["…"]),
    ],
)
def test_the_log_says_what_happened(fields: str, moves: str, lines: list[str]) -> None:
    found = told(fields, moves)
    if lines == ["…"]:
        assert found[0].startswith("Stack 1 shows Potion of Wisdom with 7 holes for 11 points.")
        assert found[1] == "{0} earned a skill token: 0 → 1."
    else:
        assert [line.replace("took 1 blue.", "took blue.") for line in found] == lines


def test_the_log_of_explosions_landings_and_prisms() -> None:
    tracks = "RBRRRRRRR " + REST
    assert told("", "a2 (red) explode", tracks) == ["Explosion: {0} took 9 red."]
    lines = told("", "a2 (red) explode (red)", tracks)
    assert lines == ["A hidden red marble exploded as well: {0} took it."]
    short = " ".join(PLAIN.split()[:4]) + " RB"
    landing = "acted=pick returning=KY pool0=RRRRRRYYYYYY fresh=RRRRRRYYYYYY"
    assert told(landing, "(e) (black)", short) == []
    joy = "done0=prismatic5 pool0=RRR"
    assert told(joy, "prismatic red-1-blue", kinds=JOY) == ["{0} placed red on a blue hole of burner 1."]
    assert told(joy, "prismatic red-1-blue end", kinds=JOY) == ["{0} placed no more marbles."]
    assert told("acted=pick pool0=YYK fresh=YYK desk0=sands4/draft4", "brew") == ["{0} placed 1 black and 2 yellow."]


def test_the_log_counts_two_equal_potions_of_one_move_twice() -> None:
    lines = told("acted=pick pool0=RYRY fresh=RYRY desk0=wisdom4:RY/wisdom4:RY desk1=love4/draft4", "brew")
    assert lines[1:] == ["{0} completed Potion of Wisdom with 4 holes for 5 points."] * 2


def test_the_log_of_the_set_up_and_of_the_end() -> None:
    state = begun()
    assert GAME.tell(state, 3, ALL) == ["Balm of Uttermost Stickiness is out of the game."]
    play(state, "(balm) (lava)")
    assert GAME.tell(state, 4 * 5, ALL) == ["A starter was laid out: Elixir of Blind Love."]
    play(state, "(love4) (sands4) (sands4) (magnet4)")
    assert GAME.tell(state, GAME.read(state, "love"), ALL) == [
        "{0} took Elixir of Blind Love with 4 holes for 4 points."
    ]
    end = drawn("seat=1 acted=pick round=4 done0=lava5", game=ROUNDS)
    assert ROUNDS.tell(end, 153, ALL) == ["{1} ended the turn.", "{0} won with 7 points."]


# View and picture


def test_the_view_shows_what_is_seen() -> None:
    shown = GAME.view(drawn("pool0=RRK fresh=K done0=wisdom5+wisdom6 drunk0=wisdom desk0=draft4:RB/love4"), SPECTATOR)
    assert isinstance(shown, PotionExplosionView)
    assert shown.tracks[0].marbles[:3] == ["red", "blue", "black"]
    assert shown.tracks[0].hidden == 7
    assert shown.desks[0].pool == ["red", "red", "black"]
    assert shown.desks[0].fresh == ["black"]
    tile = shown.desks[0].burners[0]
    assert tile is not None
    assert [(hole.colour, hole.marble) for hole in tile.holes] == [
        *(("red", "red"), ("red", None), ("blue", "blue"), ("blue", None)),
    ]
    bottle = shown.desks[0].bottles[0]
    assert (bottle.kind, bottle.points, bottle.drunk) == ("wisdom", [6, 8], 1)
    assert sum(shown.unseen.values()) == sum(track.hidden for track in shown.tracks)
    assert sum(shown.deck.values()) == sum(stack.under for stack in shown.stacks)


def test_the_view_of_a_chain_shows_the_explosions_that_follow() -> None:
    shown = GAME.view(play(drawn(tracks="RKYBYYKRK " + REST), "a4"), 0)
    assert isinstance(shown, PotionExplosionView)
    assert shown.chain is not None
    assert (shown.chain.next, shown.chain.later) == (["a3", "a4", "a5"], [["a2", "a6"], ["a1", "a7"]])


def test_the_view_of_a_chain_shows_what_explodes_next() -> None:
    state = settled(play(drawn(tracks="KRYRRBKYB " + REST), "a3"))
    shown = GAME.view(state, 1)
    assert isinstance(shown, PotionExplosionView)
    assert shown.chain is not None
    assert shown.chain.next == ["a2", "a3", "a4"]
    assert shown.phase == "chain"


def test_marbles_on_strange_holes_are_shown_there() -> None:
    state = drawn("desk0=balm4:RY:KK/lava4", kinds=JOY)
    shown = GAME.view(state, 0)
    assert isinstance(shown, PotionExplosionView)
    tile = shown.desks[0].burners[0]
    assert tile is not None
    assert [(hole.colour, hole.marble) for hole in tile.holes] == [
        *(("red", "red"), ("blue", "yellow"), ("black", None), ("black", None)),
    ]


def test_the_picture_shows_every_marble() -> None:
    state = drawn("pool0=RK done0=wisdom5 desk0=draft4:RB/-", "phase=tiles acted=pick")
    svg = GAME.picture(GAME.view(state, ALL))
    assert svg.count('r="13"') == 45 + 2
    empty = GAME.picture(GAME.view(GAME.new(), ALL))
    assert empty.count("<rect") == 2 + 5 + 2


def test_the_sketch_shows_tracks_stacks_and_desks() -> None:
    state = drawn("pool0=RK done0=wisdom5 desk0=draft4:RB/-", "phase=tiles acted=pick")
    lines = GAME.sketch(state, ALL).splitlines()
    assert sum(line.count("[bold") for line in lines[1:10]) == 45  # nine marbles on each of five tracks
    assert lines[0].count("+7") == 4
    assert lines[0].count("+3") == 1
    assert "▶ [bold]desk 1[/]" in lines[-5]
    assert "wisdom ×1 (0 drunk)" in lines[-5]
    assert "draft4 (4) [bold red]R[/] [red]r[/] [bold blue]B[/]" in lines[-4]
    assert lines[-4].endswith("| empty | marbles [bold red]R[/] [bold white]K[/]")
    assert lines[-1].endswith("marbles none")


def test_evaluators_like_points_and_progress() -> None:
    evaluator = GAME.evaluator()
    base = evaluator.evaluate(drawn(), 0)
    assert base == pytest.approx(0)
    for better in ("done0=lava5", "pool0=K", "desk0=draft4:RRB/love4", "done0=wisdom4+wisdom5 drunk0=wisdom"):
        assert evaluator.evaluate(drawn(better), 0) > 0.01
        assert evaluator.evaluate(drawn(better), 1) < -0.01
    assert evaluator.evaluate(drawn("done0=wisdom4+love4+draft4+lava4+sands5"), 0) < 0.98
    assert evaluator.evaluate(drawn("desk0=-/wisdom4"), 0) == pytest.approx(0)


def test_the_ninth_marble_is_shown_to_be_in_reach_by_option() -> None:
    shown = NINTH.view(drawn(game=NINTH), 0)
    assert isinstance(shown, PotionExplosionView)
    assert shown.reach == 9


def test_dice_play_a_whole_match() -> None:
    state = GAME.new(3)
    dice = Dice(2)
    while state.to_move != OVER:
        moves = state.moves()
        state.play(dice.sample(state) if state.to_move == CHANCE else moves[dice.below(len(moves))])
    assert sum(state.score(seat) for seat in range(3)) == pytest.approx(0)
