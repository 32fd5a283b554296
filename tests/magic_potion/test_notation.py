"""Words of Magic Potion: moves, positions, refusals, prompts, the log, the view and the pictures."""

import pytest

import potluck
from magic_potion.field import GAME, drawn, play, refused
from potluck import ALL, SPECTATOR, Dice
from potluck.core.errors import BadNotation, IllegalMove
from potluck.core.perft import perft
from potluck.games.magic_potion.view import MagicPotionView

BASE = """
    .......
    ..s.p..
    .......
    .......
    .......
    ..M.T..
    .......
    hunter=red,dead thief=red,18,2,I* magician=red,20,0,none!
    swordsman=blue,20,1,none! priest=blue,18,0 necromancer=blue,dead a7=II,none,none
"""
SECRET = potluck.load("magic_potion", secret_setup=True)
DICE_GAME = potluck.load("magic_potion", bonus_as="dice")


def test_moves_are_words() -> None:
    state = drawn(
        "..b.T..\n...p...", "thief=red,18,2,I*,+2 priest=blue,18,1,II* merchant=blue,9,0", "phase=move actor=thief"
    )
    assert [GAME.write(state, move) for move in state.moves()][:3] == ["go-e1", "go-f1", "go-d2"]
    play(state, "go-d2")
    assert [(choice.text, choice.path, choice.label) for choice in GAME.choices(state)] == [
        ("show-I*", ["show-I*"], "Show Recipe I"),
        ("show-+2", ["show-+2"], "Show +2 Energy"),
        ("attack-priest", ["d1", "attack"], "Attack the Priest"),
        ("attack-merchant", ["c2", "attack"], "Attack the Merchant"),
        ("done", ["done"], "No attack"),
    ]


def test_every_code_can_be_written_anywhere() -> None:
    for state in (GAME.new(), drawn("...T...\n...p...", "thief=red,9,1 priest=blue,9,1,+1", "phase=act actor=thief")):
        texts = [GAME.write(state, move) for move in range(GAME.move_count)]
        assert len(set(texts)) == GAME.move_count


def test_chance_can_be_written_anywhere() -> None:
    state = drawn(
        "....T..\n.......\np......\n.......", "thief=red,18,2,I* priest=blue,18,1,II*", "phase=move actor=thief"
    )
    play(state, "go-d4")
    texts = [GAME.write(state, move) for move in range(GAME.chance_count)]
    assert len(set(texts)) == GAME.chance_count


def test_labels_are_verbs() -> None:
    facts = "hunter=red,18,2,I* thief=red,9,1 priest=blue,18,1,II*,+1!"
    state = drawn("..H....\n.......\n..Tp...", facts, "phase=hound actor=hunter hound=c2")
    labels = {GAME.label(state, move) for move in state.moves()}
    assert {"Send the hound to d1", "Leave the hound", "Keep the hound"} < labels
    play(state, "hound-home", "done", "stay", "attack-priest")
    assert {GAME.label(state, move) for move in state.moves()} == {
        "Use the open +1 Energy",
        "Show Recipe II",
        "Roll 0 dice",
        "Roll 1 die",
    }
    play(state, "roll-0", "6")
    assert {GAME.label(state, move) for move in state.moves()} == {"Take nothing", "Steal an item", "Steal dice"}
    assert GAME.label(GAME.new(), 0) == "Pick the Assassin"


@pytest.mark.parametrize(
    "text", ["", "go", "go-", "go-h1", "go-d8", "pick-dog", "roll-200", "show-+4", "blast-d4", "take-"]
)
def test_nonsense_is_no_move(text: str) -> None:
    with pytest.raises(BadNotation, match="expected a move like go-d4"):
        GAME.read(GAME.new(), text)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        *(("GO-D3", "go-d3"), ("go d3", "go-d3"), ("Go to d3", "go-d3"), ("go_d3", "go-d3"), ("go: d3", "go-d3")),
        *(("go-d2", "stay"), ("Stay", "stay"), ("STAB d1", None)),
    ],
)
def test_a_move_is_read_leniently(typed: str, meant: str | None) -> None:
    state = drawn("...T...\n...p...", "thief=red,18,2,I* priest=blue,18,1,II*", "phase=move actor=thief")
    if meant is None:
        refused(state, typed, "MP17")
    else:
        assert GAME.write(state, GAME.read(state, typed)) == meant


def test_items_and_names_are_read_leniently() -> None:
    facts = "thief=red,18,2,I*,+2,none priest=blue,18,1,II*"
    state = drawn("...T...\n...p...", facts, "phase=act actor=thief")
    texts = {"Attack the Priest": "attack-priest", "show +2": "show-+2", "show i": "show-I*", "SHOW-NONE": "show-none"}
    assert {typed: GAME.write(state, GAME.read(state, typed)) for typed in texts} == texts


def test_a_prompt_offers_to_stay_only_where_that_is_allowed() -> None:
    facts = "assassin=red,15,0,I* thief=red,18,0 priest=blue,18,1,II* hunter=blue,18,0"
    free = drawn("A......\n.......\n.......\nT..p..h", facts, "phase=move actor=assassin")
    assert GAME.prompt(free, 0) == "Move the Assassin off the surprise slot, up to 2 slots."
    stab = drawn("T......\nAp.....\nh......\n.......\n.......", facts, "phase=move actor=assassin")
    assert GAME.prompt(stab, 0) == "Move the Assassin off the surprise slot, by Back Stab."
    for text in ("stay", "go-a4"):
        with pytest.raises(IllegalMove, match=r"stays on it .*: move the Assassin off .*, by Back Stab \(MP12\)"):
            GAME.read(stab, text)
    with pytest.raises(IllegalMove, match=r"begins with the move: move the Assassin off .* \(MP9\)"):
        GAME.read(stab, "done")
    walled = drawn("A......\nTp.....\nh......\n.......\n.......", facts, "phase=move actor=thief")
    assert GAME.prompt(walled, 0) == "The Thief has no way to go: stay."


def test_a_refusal_quotes_the_move_and_names_the_ruling() -> None:
    state = drawn("...T...\n.......\n...p...", "thief=red,18,2,I* priest=blue,18,1,II*", "phase=act actor=thief")
    with pytest.raises(IllegalMove) as error:
        GAME.read(state, "attack-priest")
    sentence = (
        "the Thief attacks an enemy 1 slot away with at least one die; they have 2 dice and the Priest is 2 slots away"
    )
    assert str(error.value) == f"illegal move 'attack-priest': {sentence} (MP15)"


def test_refusals_of_the_hound_say_what_to_write() -> None:
    facts = "hunter=red,18,2,I* thief=red,9,1 priest=blue,18,1,II*"
    state = drawn("..H....\n.......\n..Tp...", facts, "phase=hound actor=hunter hound=c2")
    assert GAME.write(state, GAME.read(state, "hound-c2")) == "hound-stay"
    together = drawn("..H....\n.......\n..Tp...", facts, "phase=hound actor=hunter hound=c3")
    refused(together, "hound-stay", "MP18")
    refused(state, "roll-1", "MP34")


def test_positions_are_drawn_and_read() -> None:
    text = GAME.write_position(GAME.read_position(BASE + "phase=act actor=thief"))
    assert text.splitlines()[5:] == [
        "..M.T..",
        ".......",
        "hunter=red,dead",
        "thief=red,18,2,I*",
        "swordsman=blue,20,1,none!",
        "priest=blue,18,0",
        "magician=red,20,0,none!",
        "necromancer=blue,dead",
        "a7=II,none,none",
        "round=1 phase=act actor=thief",
    ]


@pytest.mark.parametrize(
    ("old", "new", "turn", "complaint"),
    [
        (BASE, "....... .......", "", "expected 7 words"),
        ("..M.T..", "x.M.T..", "", "expected seven of"),
        ("..M.T..", "..M.M..", "", "stands on the field twice"),
        ("", "", "speed=2", "speed"),
        ("", "", "phase=nap", "expected one of pick"),
        ("", "", "phase=act round=0", "round"),
        ("", "", "phase=act round=100", "round"),
        ("", "", "phase=hide round=2", "round"),
        ("thief=red", "thief=green", "", "side,health,dice"),
        ("thief=red,18", "thief=red,?", "", "side,health,dice"),
        ("thief=red", "thief=blue", "", "what the field shows"),
        ("thief=red,18,2,I*", "thief=red,dead", "", "what the field shows"),
        ("thief=red,18,2,I*", "", "", "for who is on the field"),
        ("..M.T..", "..M....", "phase=act actor=thief", "the thief to stand on the field"),
        ("..M.T..", "..M....", "phase=give actor=swordsman round=2", "the thief to stand on the field"),
        ("red,18", "red,19", "phase=act actor=thief", "health of the thief"),
        ("red,18", "red,0", "phase=act actor=thief", "health of the thief"),
        ("hunter=red", "hunter=blue", "phase=act actor=thief", "three characters a side"),
        ("I* ", "II* ", "", "can have got so"),
        ("I* ", "I ", "", "can have got so"),
        ("I* ", "I*,I! ", "", "no more than there are"),
        ("I* ", "I*,gold ", "", "no more than there are"),
        ("I* ", "I*,none* ", "phase=act actor=thief", "no more than one dealt"),
        ("I* ", "I*! ", "", "with the mark"),
        ("I* ", "?! ", "", "with the mark"),
        ("a7=II", "a7=+1", "", "outside the pile"),
        ("", "", "used=none", "energy only"),
        ("", "", "used=", "no more than there are"),
        ("", "", "phase=act", "an actor on the field"),
        ("", "", "phase=act actor=hunter", "an actor on the field"),
        ("", "", "phase=act actor=assassin", "a character that was picked"),
        ("", "", "phase=act actor=magician", "something that the actor can do"),
        ("", "", "phase=act actor=thief target=priest", "a target where there is one"),
        ("", "", "phase=aim actor=thief", "a target where there is one"),
        ("", "", "phase=aim actor=thief target=priest", "a choice of dice"),
        ("", "", "phase=roll actor=thief target=priest left=1", "an enemy in range, and dice"),
        ("", "", "phase=defend actor=thief target=priest left=1 attack=2", "the attack points"),
        ("", "", "phase=defend actor=thief target=priest", "a die to be rolled"),
        ("", "", "phase=steal actor=thief target=priest", "the thief next to an enemy"),
        ("", "", "phase=stolen actor=thief target=magician", "the thief next to an enemy"),
        ("", "", "phase=heal actor=thief target=thief", "the priest and a teammate"),
        ("", "", "phase=raise actor=thief target=hunter", "the necromancer, and a dead"),
        ("", "", "phase=take actor=thief target=priest", "the merchant next to"),
        ("", "", "phase=hound actor=thief", "the living hunter"),
        ("", "", "phase=draw actor=thief", "on a surprise slot"),
        ("", "", "phase=free actor=thief", "the bitten as actor"),
        ("", "", "phase=act actor=thief mode=stab target=priest", "a mode of the actor's own"),
        ("", "", "phase=act actor=thief mode=sleep", "a mode and a slot"),
        ("", "", "phase=act actor=thief hound=z9", "a mode and a slot"),
        ("", "", "phase=act actor=thief hound=d4", "no hound without"),
        ("", "", "phase=act actor=thief bitten=priest", "the hound on the slot"),
        ("", "", "phase=act actor=thief grudge=hunter", "grudge at an enemy"),
        ("", "", "phase=act actor=thief left=3", "left and attack only"),
        ("", "", "phase=act actor=thief answer=3", "answer and defence only"),
        ("", "", "phase=act actor=thief left=?", "no hidden dice"),
        ("", "", "phase=act actor=thief left=x", "left"),
        ("red,18,2", "red,18,?", "phase=act actor=thief", "no hidden dice"),
        ("", "", "phase=act actor=thief winner=0", "only with phase=over"),
        ("", "", "phase=over", "expected winner"),
        ("", "", "phase=over winner=0 ending=MP1", "expected winner"),
        ("priest=blue,18,0", "priest=blue,18,0,?", "phase=act actor=thief", "expected dice"),
        ("magician=red,20,0", "magician=red,20,0,?", "phase=act actor=thief", "all secrets of a side hidden, or none"),
        ("hunter=red,dead", "hunter=red,18,0,@?", "phase=act actor=thief", "no hidden slot"),
        ("", "", "phase=give actor=thief round=1", "no recovery in the first round"),
        ("", "", "phase=give actor=magician round=2", "not the last to get dice"),
        ("", "", "phase=give round=2", "an actor who is given dice"),
        ("", "", "phase=give actor=thief round=2 left=6", "at most five"),
        ("red,18,2", "red,undead,3,2", "phase=act actor=magician", "to have no dice"),
        ("red,18,2", "red,undead,3,0", "phase=act actor=magician", "a living necromancer"),
        ("swordsman=blue,20,1,none! priest=blue,18,0", "swordsman=blue,dead priest=blue,dead", "", "stands|field"),
        ("", "", "phase=pick", "picks in turn"),
    ],
)
def test_a_position_that_cannot_be_is_refused(old: str, new: str, turn: str, complaint: str) -> None:
    assert old in BASE
    with pytest.raises(BadNotation, match=complaint):
        GAME.read_position(f"{BASE.replace(old, new) if old else BASE} {turn}")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("left=4", "left=3", "five dice a side"),
        ("thief=red,18,0", "thief=red,18,1", "five dice a side"),
        ("thief=red,18,0", "thief=red,17,0", "full health"),
        ("thief=red,18,0", "thief=red,dead", "to live in the set-up"),
        ("phase=give", "used=+1 phase=give", "no items in play"),
        ("phase=give", "target=thief phase=give", "no fight"),
        ("phase=give", "attack=1 phase=give", "no fight"),
        ("phase=give actor=hunter left=4", "phase=place", "five dice a side"),
        ("phase=give actor=hunter left=4", "phase=place actor=hunter", "no actor in this step"),
        ("phase=give actor=hunter left=4", "phase=hide", "to stand on the field"),
        ("15,1", "15,?", "five dice a side"),
        ("15,1", "15,1,I*,none*,none*", "no items before"),
    ],
)
def test_a_set_up_that_cannot_be_is_refused(old: str, new: str, complaint: str) -> None:
    state = SECRET.new()
    play(
        state,
        "pick-thief",
        "pick-priest",
        "pick-hunter",
        "pick-magician",
        "pick-assassin",
        "pick-merchant",
        game=SECRET,
    )
    play(state, "give-1", game=SECRET)
    text = SECRET.write_position(state)
    assert old in text
    with pytest.raises(BadNotation, match=complaint):
        SECRET.read_position(text.replace(old, new), Dice(1))


def placed(game: potluck.Game, *cells: str) -> str:
    """Draw a set-up with some characters placed."""
    state = game.new()
    play(
        state, "pick-thief", "pick-priest", "pick-hunter", "pick-magician", "pick-assassin", "pick-merchant", game=game
    )
    play(state, "give-1", "give-1", "give-1", "give-1", *(f"place-{cell}" for cell in cells), game=game)
    return game.write_position(state)


def test_slots_are_chosen_in_turn() -> None:
    text = placed(GAME, "c1", "c7")
    with pytest.raises(BadNotation, match="placed in turn"):
        GAME.read_position(text.replace("..p....", "..pm..."))
    with pytest.raises(BadNotation, match="in its territory"):
        GAME.read_position(text.replace("..p....", "p......"))
    secret = placed(SECRET, "c1", "d1")
    with pytest.raises(BadNotation, match="all secrets of a side hidden"):
        SECRET.read_position(secret.replace("..AH...", "..A....").replace("18,1\nthief", "18,1,@?\nthief"), Dice(1))
    with pytest.raises(BadNotation, match="no hidden slot"):
        GAME.read_position(
            text.replace("..A....", ".......").replace("assassin=red,15,1", "assassin=red,15,1,@?"), Dice(1)
        )


def test_items_are_placed_in_turn() -> None:
    text = placed(GAME, "c1", "c7", "d1", "d7", "e1", "e7")
    blue = text.replace("merchant=blue,18,3", "merchant=blue,18,3,II*").replace(
        "priest=blue,18,1", "priest=blue,18,1,none*"
    )
    with pytest.raises(BadNotation, match="items placed in turn"):
        GAME.read_position(blue.replace("magician=blue,20,1", "magician=blue,20,1,none*"))
    red = text.replace("thief=red,18,3", "thief=red,18,3,I*").replace("hunter=red,18,1", "hunter=red,18,1,none*")
    with pytest.raises(BadNotation, match="one dealt item on each"):
        GAME.read_position(red.replace("assassin=red,15,1", "assassin=red,15,1,none!"))
    assert GAME.read_position(red.replace("assassin=red,15,1", "assassin=red,15,1,none*")).to_move == 1


def test_secret_dice_are_all_hidden_or_none() -> None:
    state = SECRET.new()
    play(
        state,
        "pick-thief",
        "pick-priest",
        "pick-hunter",
        "pick-magician",
        "pick-assassin",
        "pick-merchant",
        game=SECRET,
    )
    play(state, "give-1", "give-1", "give-2", game=SECRET)
    text = SECRET.write_position(state, 1)
    assert SECRET.write_position(SECRET.read_position(text, Dice(3)), 1) == text
    with pytest.raises(BadNotation, match="all secrets of a side hidden"):
        SECRET.read_position(text.replace("assassin=red,15,?", "assassin=red,15,1"), Dice(3))


def test_prompts_and_asides() -> None:
    facts = "assassin=red,15,2,I* necromancer=blue,15,1,II* thief=blue,undead,3,0"
    state = drawn("...A...\n...t...\n...n...", facts, "phase=act actor=assassin")
    assert GAME.prompt(state, 0) == "Act with the Assassin: attack, show an item or end the turn."
    assert GAME.prompt(state, 1) == GAME.prompt(state, SPECTATOR) == "{0} is to move."
    assert GAME.aside(state, 0) == ""
    play(state, "attack-thief")
    assert GAME.prompt(state, 0) == "How many dice does the Assassin roll against the Thief?"
    assert GAME.aside(state, 0) == "The attack adds +3. The defence is +1."
    assert GAME.aside(state, 1) == ""
    state = drawn(
        "...S...\n...n...",
        "swordsman=red,9,2 necromancer=blue,15,1,II*",
        "phase=aim actor=swordsman target=necromancer grudge=necromancer",
    )
    adds = "The attack adds 2 free dice and +4."
    assert GAME.aside(state, 0) == f"{adds} The defence can be up to 1 die and +2."
    play(state, "roll-1")
    assert GAME.aside(state, 1) == "The attack will be 7 to 22. You have up to 1 die and +2."
    values = drawn(
        "...S...\n...n...",
        "swordsman=red,9,2 necromancer=blue,15,1,II*",
        "phase=aim actor=swordsman target=necromancer",
        DICE_GAME,
    )
    assert DICE_GAME.aside(values, 0) == "The attack adds 4 free dice. The defence can be up to 3 dice."
    stab = drawn(
        "...p...\n...A...", "assassin=red,15,0,I* priest=blue,9,0", "phase=act actor=assassin mode=stab target=priest"
    )
    assert GAME.prompt(stab, 0) == "Act with the Assassin: attack the Priest."
    extra = potluck.load("magic_potion", swordsman="extra_attack")
    facts = "swordsman=red,9,2 necromancer=blue,15,1,II*"
    again = drawn(
        "...S...\n...n...", facts, "phase=act actor=swordsman mode=extra target=necromancer grudge=necromancer", extra
    )
    assert extra.prompt(again, 0) == "Act with the Swordsman: attack the Necromancer again, or end the turn."


def test_the_log_tells_steals_and_falls() -> None:
    facts = "thief=red,18,1,I* priest=blue,2,1,II* merchant=blue,9,0"
    state = drawn("...T..b\n...p...", facts, "phase=act actor=thief")
    play(state, "attack-priest", "roll-0")
    assert (
        GAME.tell(state, GAME.read(state, "6"), ALL)[1]
        == "Attack 8 against defence 3: 5 damage, the Priest's health 2 → 0."
    )
    play(state, "6")
    assert GAME.tell(state, GAME.read(state, "steal-dice"), ALL) == [
        "{0}'s Thief stole 1 die from the Priest.",
        "{1}'s Priest fell on d1, leaving Recipe II there.",
    ]
    assert GAME.tell(state, GAME.read(state, "done"), ALL)[0] == "{0}'s Thief took nothing."
    assert GAME.tell(state, GAME.read(state, "steal-item"), ALL) == ["{0}'s Thief reached for an item of the Priest."]


def test_the_view_shows_what_the_page_draws() -> None:
    facts = "hunter=red,18,2,I* thief=red,9,1 priest=blue,18,1,II!,+1"
    state = drawn("..H....\n.......\n..Tp...", facts, "phase=act actor=hunter hound=d1 bitten=priest")
    view = GAME.view(state, 0)
    assert isinstance(view, MagicPotionView)
    hunter, priest = view.figures[1], view.figures[4]
    assert (hunter.cell, hunter.near, hunter.far, hunter.acts, hunter.items) == ("c3", 1, 3, True, ["I*"])
    assert (priest.bitten, priest.items, view.hound) == (True, ["II!", "?"], "d1")
    assert view.near == ["c2", "b3", "d3", "c4"]
    assert len(view.far) == 8
    assert view.recipe == [["I"], ["II"]]
    assert (view.pile, view.round_limit, view.phase) == (11, 99, "act")
    other = GAME.view(state, 1)
    assert isinstance(other, MagicPotionView)
    assert other.recipe == [[], ["II"]]


def test_the_picture_shows_figures_items_and_the_hound() -> None:
    facts = "hunter=red,18,2,I* necromancer=blue,15,0 thief=blue,undead,2,0 d4=+1"
    state = drawn("..H....\n.......\n..tn...", facts, "phase=act actor=hunter hound=d1")
    svg = GAME.picture(GAME.view(state, SPECTATOR))
    assert svg.count("<circle") == 2  # Red is round, and acts
    assert 'opacity=".6"' in svg
    assert ">+1<" in svg
    assert "&#x2739;" in svg
    sketch = GAME.sketch(state, SPECTATOR)
    assert "[bold red reverse](H)[/]" in sketch
    assert "[bold blue]<N>[/]" in sketch
    assert "hound on d1" in sketch
    assert "d4: +1" in sketch
    assert "thief" in sketch
    assert "undead" in sketch
    assert "· ?*" in sketch  # what the hunter was dealt is not told


def test_the_sketch_shows_the_hound_where_nobody_stands() -> None:
    state = drawn(
        "..H....\n.......\n..n....", "hunter=red,18,2 necromancer=blue,15,0", "phase=act actor=hunter hound=d1"
    )
    assert GAME.sketch(state, 0).count(" * ") == 1


def test_the_sketch_says_who_has_fallen() -> None:
    state = drawn(
        "..H....\n.......\n..n....", "hunter=red,18,2 necromancer=blue,15,0 thief=blue,dead", "phase=act actor=hunter"
    )
    assert "[blue]T[/] Blue thief       [dim]has fallen[/]" in GAME.sketch(state, 0)


def test_perft_of_a_fight() -> None:
    # attack, Fire Blast, show I*, done
    state = drawn(
        "...M...\n.......\n...s...", "magician=red,20,3,I* swordsman=blue,20,2,II*", "phase=act actor=magician"
    )
    assert perft(state, 1) == 4
    play(state, "attack-swordsman")
    # 1: one to three dice. 2: each answered by 0, 1, 2 dice or showing II*. 3: a die, or 0, 1, 2 dice after the show.
    assert [perft(state, depth) for depth in (1, 2, 3)] == [3, 12, 3 * (3 * 6 + 3)]
