"""Positions of Magic Potion as words.

Seven words are the rows of the field from 7 down to 1: "." or the letter of a character, capital for Red. Then come
fields, in any order:

| field | value |
| --- | --- |
| hunter=red,18,3,I*,+2 | its side, health, dice and items; or "dead"; or "undead" or "fresh" before the health |
| c5=II,+1 | items that lie on a slot |
| used=+1,+2 | energy that was used |
| round, phase, actor, target, mode, left, answer, attack, defence | how far the match is |
| hound=d4, bitten=thief, grudge=thief | the hound when it is not with the hunter; whom the swordsman damaged |
| winner=0, ending=MP10 | the end |

All cards that are not named are in the pile, or not yet placed. For a viewer who may not know it, a card is "?" or
"?*", a number of dice "?", and a secretly placed character is not on the field but ends in "@?".
"""

import re

from potluck.core.dice import Dice
from potluck.core.english import shown
from potluck.core.errors import BadNotation
from potluck.core.fields import check_fields, number_field, position_words, showing, word_field, write_fields
from potluck.core.state import ALL, OVER
from potluck.games.magic_potion import position as at
from potluck.games.magic_potion.board import CELLS, HOME, NAMES, SIZE, TERRITORY, WALL
from potluck.games.magic_potion.characters import CAST, LETTERS, WHO
from potluck.games.magic_potion.checks import PHASE_NAMES, check_position
from potluck.games.magic_potion.items import (
    CARDS,
    COPIES,
    DEALT_NOTHING,
    ENERGY,
    ITEM_NAMES,
    KIND,
    KINDS,
    NOTHING,
    RECIPES,
)
from potluck.games.magic_potion.notation import card_text, cards_at
from potluck.games.magic_potion.position import DICE_A_ROUND, DRAW, MOST_DICE, MOST_ROUNDS, NOBODY, NONE, Options
from potluck.games.magic_potion.rules import MagicPotionState, fresh_state
from potluck.games.magic_potion.secrets import THIRD, fits, forget_third, is_dealt, redraw, settle, show_recipe
from potluck.games.magic_potion.words import MARKS, bare

COLOURS = ("red", "blue")
LIVES = {"undead": at.UNDEAD, "fresh": at.FRESH}
MODE_NAMES = ("plain", "stab", "extra", "bribed")
FIELDS = (
    *(*WHO, *NAMES, "used", "round", "phase", "actor", "target", "mode", "left", "answer", "attack", "defence"),
    *("hound", "bitten", "grudge", "winner", "ending"),
)
FACTS = (
    r"(?P<side>red|blue),(?:(?P<dead>dead)|(?:(?P<life>undead|fresh),)?(?P<health>[0-9]{1,2}),(?P<dice>1?[0-9]{1,2}|\?)"
    r"(?P<cards>(?:,[^,@]+)*)(?P<cell>,@\?)?)"
)
ENDINGS = ("MP10", "MP25", "MP26")
ATTEMPTS = 1000  # to fill in what a text hides without ending the match


# Writing


def write_position(state: MagicPotionState, viewer: int) -> str:
    """Write a position as a viewer may know it."""
    lines = [
        "".join(_mark(state, row * SIZE + column, viewer) for column in range(SIZE)) for row in reversed(range(SIZE))
    ]
    lines += [f"{WHO[who]}={_facts(state, who, viewer)}" for who in range(CAST) if state.side(who) != NOBODY]
    lying = [
        f"{NAMES[cell]}={_cards(state, at.LYING + cell, ALL)}"
        for cell in range(CELLS)
        if cards_at(state, at.LYING + cell)
    ]
    if lying:
        lines.append(" ".join(lying))
    if cards_at(state, at.USED):
        lines.append(f"used={','.join(ITEM_NAMES[KIND[card]] for card in cards_at(state, at.USED))}")
    return "\n".join([*lines, write_fields(_turn_fields(state, viewer))])


def is_hidden_from(state: MagicPotionState, character: int, viewer: int) -> bool:
    """Tell whether a viewer sits elsewhere than the character's own side."""
    return viewer not in (ALL, state.side(character))


def _mark(state: MagicPotionState, cell: int, viewer: int) -> str:
    """Write who stands on a slot."""
    who = int(state.data[cell]) - 1
    if who == NONE or (state.hides_cell(who) and is_hidden_from(state, who, viewer)):
        return "."
    return LETTERS[who] if state.side(who) == 0 else LETTERS[who].lower()


def _facts(state: MagicPotionState, who: int, viewer: int) -> str:
    """Write the facts of a character."""
    words = [COLOURS[state.side(who)]]
    life = int(state.data[at.LIFE + who])
    if life == at.DEAD:
        return f"{words[0]},dead"
    words += [name for name, value in LIVES.items() if value == life]
    hidden = is_hidden_from(state, who, viewer)
    words.append(str(state.data[at.HEALTH + who]))
    words.append("?" if hidden and state.hides_dice(who) else str(state.data[at.DICE + who]))
    if cards_at(state, who):
        words.append(_cards(state, who, viewer))
    if hidden and state.hides_cell(who):
        words.append("@?")
    return ",".join(words)


def card_name(state: MagicPotionState, card: int, viewer: int) -> str:
    """Write a card as a viewer may know it."""
    face, place = int(state.data[at.FACE + card]), int(state.data[at.PLACE + card])
    if face != at.OPEN_FACE and place < CAST and is_hidden_from(state, place, viewer):
        return "?" + MARKS[face]
    return card_text(KIND[card], face)


def card_names(state: MagicPotionState, place: int, viewer: int) -> list[str]:
    """List the cards in a place as a viewer may know them: their order tells nothing."""
    names = [card_name(state, card, viewer) for card in cards_at(state, place)]
    return sorted(names, key=lambda name: (name.startswith("?"), name if name.startswith("?") else ""))


def _cards(state: MagicPotionState, place: int, viewer: int) -> str:
    """Write the cards in a place; those that lie need no mark."""
    names = card_names(state, place, viewer)
    return ",".join(name.rstrip("!") if place >= at.LYING else name for name in names)


def _turn_fields(state: MagicPotionState, viewer: int) -> dict[str, str]:
    """Write how far the match is; what is as usual is left out."""
    hides_left = viewer != ALL and state.hides_left(viewer)
    return {
        "round": str(state.round()),
        "phase": PHASE_NAMES[state.phase()],
        "actor": _who(state.actor()),
        "target": _who(state.target()),
        "mode": "" if state.mode() == at.PLAIN else MODE_NAMES[state.mode()],
        "left": "?" if hides_left else str(state.left() or ""),
        "answer": str(state.answer() or ""),
        "attack": str(state.attack() or ""),
        "defence": str(state.defence() or ""),
        "hound": "" if state.hound() == WALL else NAMES[state.hound()],
        "bitten": _who(state.bitten()),
        "grudge": _who(state.grudge()),
        "winner": ("draw" if state.winner() == DRAW else str(state.winner())) if state.to_move == OVER else "",
        "ending": state.ending(),
    }


def _who(who: int) -> str:
    """Name a character, if there is one."""
    return "" if who == NONE else WHO[who]


# Reading


def read_position(text: str, options: Options, dice: Dice | None) -> MagicPotionState:
    """Read a position; what it hides is drawn from the dice."""
    reader = Reader(text, options)
    reader.read()
    with showing(reader.state):
        _complete(reader, dice)
    return reader.state


def _complete(reader: "Reader", dice: Dice | None) -> None:
    """Work out what follows from a position, and refuse one that cannot be."""
    check_position(reader.state)
    if reader.state.ending() == "MP10":
        show_recipe(reader.state)
    if reader.state.data[at.FACE + THIRD] == at.OPEN_FACE:
        forget_third(reader.state)
    settle(reader.state)
    if reader.hides:
        fill_in(reader.state, reader.hides, dice)
    if not fits(reader.state):
        raise BadNotation(
            "position in which a side has the whole recipe, or a piece is where its mark excludes it: "
            "expected phase=over, or other items (MP10, MP39)"
        )


def fill_in(state: MagicPotionState, hides: set[int], dice: Dice | None) -> None:
    """Draw what the sides hide, so that it fits what everybody knows."""
    if dice is None:
        raise BadNotation("position with ?: expected dice to fill in what is hidden")
    for _ in range(ATTEMPTS):
        redraw(state, 0 in hides, 1 in hides, dice)
        if fits(state):
            return


def bad_field(name: str, value: str, expected: str) -> BadNotation:
    """Make the error for a field."""
    return BadNotation(f"position field {name}={shown(value)}: expected {expected}")


class Reader:
    """Read a position word by word."""

    def __init__(self, text: str, options: Options) -> None:
        self.rows, self.fields = position_words(text, SIZE)
        self.state = fresh_state(options)
        self.pool = [[card for card in range(CARDS) if KIND[card] == kind] for kind in range(KINDS)]
        self.standing: dict[int, tuple[int, int]] = {}  # the side and the slot of each character on the field
        self.unknown: list[tuple[int, int]] = []  # the carrier and the face of each hidden card
        self.unplaced: list[int] = []  # the characters whose slot is hidden
        self.unsaid: list[int] = []  # the characters whose dice are hidden
        self.hides: set[int] = set()  # the seats that hide something
        self.shows: set[int] = set()  # the seats of which a text tells secrets

    def read(self) -> None:
        """Read everything; whether it makes sense is checked afterwards."""
        check_fields(self.fields, FIELDS)
        for row, word in zip(reversed(range(SIZE)), self.rows, strict=True):
            self._read_row(row, word)
        self._read_phase()
        for card in range(CARDS):
            self.state.data[at.PLACE + card] = at.PILE
            self.state.data[at.FACE + card] = at.DRAWN_FACE
        for who, name in enumerate(WHO):
            if name in self.fields:
                self._read_character(who, self.fields[name])
        if self.standing:
            raise BadNotation(f"position: expected a field {WHO[min(self.standing)]}=… for who is on the field")
        self._read_loose_cards()
        self._deal_hands()
        self._fill_cards()
        self._read_turn()
        self._fill_setup()
        if self.hides & self.shows:
            raise BadNotation("position with ?: expected all secrets of a side hidden, or none")

    def _read_row(self, row: int, word: str) -> None:
        """Read who stands in a row."""
        if not re.fullmatch(f"[.{LETTERS}{LETTERS.lower()}]{{{SIZE}}}", word):
            raise BadNotation(f"position row {shown(word)}: expected seven of . and the letters {LETTERS}")
        for column, mark in enumerate(word):
            who = LETTERS.find(mark.upper())
            if who in self.standing:
                raise BadNotation(f"position row {shown(word)}: the {WHO[who]} stands on the field twice")
            if who != NONE:
                self.standing[who] = (0 if mark.isupper() else 1, row * SIZE + column)

    def _read_phase(self) -> None:
        """Read the round and the phase."""
        state = self.state
        state.data[at.PHASE] = word_field(self.fields, "phase", PHASE_NAMES, "move")
        least = 1 if state.phase() >= at.FREE else 0
        most = 0 if state.phase() in (at.PICK, at.PLACING, at.HIDE) else int(state.options.round_limit) or MOST_ROUNDS
        number = number_field(self.fields, "round", least, most, least)
        state.data[at.ROUND], state.data[at.ROUND + 1] = divmod(number, 256)

    def _read_character(self, who: int, text: str) -> None:
        """Read the facts of a character."""
        match = re.fullmatch(FACTS, text)
        if not match:
            raise bad_field(WHO[who], text, "side,health,dice and items, or side,dead")
        state = self.state
        seat = COLOURS.index(match["side"])
        state.data[at.SIDE + who] = seat
        standing = self.standing.pop(who, None)
        if standing and (standing[0] != seat or match["dead"] or match["cell"]):
            raise bad_field(WHO[who], text, "what the field shows of it")
        if standing:
            state.put(who, standing[1])
        if match["dead"]:
            return
        state.data[at.LIFE + who] = LIVES[match["life"]] if match["life"] else at.LIVING
        state.data[at.HEALTH + who] = int(match["health"])
        self._read_dice(who, match["dice"])
        if match["cell"]:
            self.unplaced.append(who)
            self.hides.add(seat)
        for word in match["cards"].split(",")[1:]:
            self._read_card(who, word)

    def _read_dice(self, who: int, word: str) -> None:
        """Read how many dice a character has."""
        if word == "?":
            self.unsaid.append(who)
            self.hides.add(self.state.side(who))
        else:
            self.state.data[at.DICE + who] = int(word)

    def _read_card(self, who: int, word: str) -> None:
        """Read an item that a character carries."""
        seat = self.state.side(who)
        name = bare(word)
        face = MARKS.index(word[len(name) :]) if word[len(name) :] in MARKS else at.OPEN_FACE
        if name == "?" and face != at.OPEN_FACE:
            self.unknown.append((who, face))
            self.hides.add(seat)
            return
        if name == "?" or word != name + MARKS[face]:
            raise bad_field(WHO[who], word, "an item with the mark *, !, ~, ^, ~* or none")
        kind = self._put_card(WHO[who], name, who, face)
        kinds = (
            (seat, NOTHING) if is_dealt(face) else range(KINDS) if face == at.OPEN_FACE else range(RECIPES - 1, KINDS)
        )
        if kind not in kinds:
            raise bad_field(WHO[who], word, "an item that this side can have got so (MP30)")
        if face != at.OPEN_FACE:
            self.shows.add(seat)

    def _put_card(self, field: str, name: str, place: int, face: int) -> int:
        """Take a card from the pool and put it somewhere; return its kind."""
        kind = ITEM_NAMES.index(name) if name in ITEM_NAMES else KINDS
        if kind == KINDS or not self.pool[kind]:
            raise bad_field(field, name, f"one of {', '.join(ITEM_NAMES)}, no more than there are (MP30)")
        card = self.pool[kind].pop(0)
        if place < CAST:
            self.state.carry(card, place, face)
        else:
            self.state.data[at.PLACE + card] = place
            self.state.data[at.FACE + card] = face
        return kind

    def _read_loose_cards(self) -> None:
        """Read the items that lie on the field and those that were used."""
        for cell, name in enumerate(NAMES):
            for word in self.fields[name].split(",") if name in self.fields else ():
                self._put_card(name, word, at.LYING + cell, at.OPEN_FACE)
        for word in self.fields["used"].split(",") if "used" in self.fields else ():
            if ENERGY[self._put_card("used", word, at.USED, at.OPEN_FACE)] == 0:
                raise bad_field("used", word, "energy only (MP14)")

    def _deal_hands(self) -> None:
        """Leave the dealt cards in the hands of the sides that have not placed them."""
        state = self.state
        for seat in range(2):
            carriers = [who for who in range(CAST) if state.side(who) == seat and state.data[at.HELD + who]]
            if state.round() == 0 and not carriers and seat not in {state.side(who) for who, _ in self.unknown}:
                for kind in (seat, NOTHING, NOTHING):
                    self._put_card(COLOURS[seat], ITEM_NAMES[kind], at.HAND + seat, at.DEALT_FACE)

    def _fill_cards(self) -> None:
        """Put some card wherever one is hidden; the rest is the pile."""
        for who, face in self.unknown:
            seat = self.state.side(who)
            own = [seat, NOTHING] if is_dealt(face) else [6, 5, 4, NOTHING, 2]
            kind = next((kind for kind in own if self.pool[kind]), NOTHING)
            self._put_card(WHO[who], ITEM_NAMES[kind], who, face)
        faces = [int(self.state.data[at.FACE + card]) for card in range(CARDS) if KIND[card] == NOTHING]
        drawn = [face for face in faces if face != at.OPEN_FACE and not is_dealt(face)]
        if self.pool[0] or self.pool[1] or len(drawn) > COPIES[NOTHING] - 2 * DEALT_NOTHING:
            raise BadNotation("position: expected Recipe I, Recipe II and four items of none outside the pile (MP30)")

    def _read_turn(self) -> None:
        """Read who does what, the hound, and the end."""
        state = self.state
        state.data[at.ACTOR] = self._read_who("actor") + 1
        state.data[at.TARGET] = self._read_who("target") + 1
        state.data[at.BITTEN] = self._read_who("bitten") + 1
        state.data[at.GRUDGE] = self._read_who("grudge") + 1
        mode = self.fields.get("mode", "plain")
        hound = self.fields.get("hound", "")
        if mode not in MODE_NAMES or hound not in ("", *NAMES):
            raise BadNotation(f"position fields mode={shown(mode)}, hound={shown(hound)}: expected a mode and a slot")
        state.data[at.MODE] = MODE_NAMES.index(mode)
        state.data[at.HOUND_AT] = NAMES.index(hound) if hound else WALL
        self._read_left()
        state.data[at.ANSWER] = number_field(self.fields, "answer", 0, MOST_DICE + 9)
        for name, place in (("attack", at.ATTACK_SUM), ("defence", at.DEFENCE_SUM)):
            state.data[place], state.data[place + 1] = divmod(number_field(self.fields, name, 0, 1999), 256)
        self._read_end()

    def _read_left(self) -> None:
        """Read how many dice are left, unless they are given out secretly."""
        state = self.state
        if self.fields.get("left") != "?":
            state.data[at.LEFT] = number_field(self.fields, "left", 0, MOST_DICE + 9)
            return
        if state.phase() != at.GIVE or state.round() > 0 or not state.options.secret_setup or state.actor() == NONE:
            raise bad_field("left", "?", "no hidden dice here (MP7)")
        state.data[at.LEFT] = DICE_A_ROUND
        self.hides.add(state.side(state.actor()))

    def _read_who(self, field: str) -> int:
        """Read the name of a character."""
        name = self.fields.get(field)
        if name is not None and (name not in WHO or name not in self.fields):
            raise bad_field(field, name, "a character that was picked")
        return WHO.index(name) if name is not None else NONE

    def _read_end(self) -> None:
        """Read how a finished match ended."""
        winner, ending = self.fields.get("winner"), self.fields.get("ending")
        if self.state.phase() != at.ENDED:
            if winner is not None or ending is not None:
                raise BadNotation("position fields winner and ending: expected only with phase=over")
            return
        if winner not in ("0", "1", "draw") or ending not in ENDINGS:
            raise BadNotation(
                f"position with phase=over: expected winner=0, 1 or draw, and one of {', '.join(ENDINGS)}"
            )
        self.state.finish(DRAW if winner == "draw" else int(winner), int(ending[2:]))

    def _fill_setup(self) -> None:
        """Choose some slots and dice where they are hidden."""
        state = self.state
        for who in self.unplaced:
            start = state.side(who) * TERRITORY
            free = [cell for cell in HOME[start : start + TERRITORY] if state.data[cell] == 0]
            if not free or not state.options.secret_setup or state.phase() != at.PLACING:
                raise bad_field(WHO[who], self.fields[WHO[who]], "no hidden slot here (MP7)")
            state.put(who, free[0])
        for who in self.unsaid:
            if state.actor() == NONE or not state.hides_dice(who):
                raise bad_field(WHO[who], self.fields[WHO[who]], "no hidden dice here (MP7)")
            state.data[at.DICE + who] = 0 if state.next_living(state.side(who), who) != NONE else DICE_A_ROUND
        for who in range(CAST):
            if self._tells_setup(who):
                self.shows.add(state.side(who))

    def _tells_setup(self, who: int) -> bool:
        """Tell whether the text says of a character what was chosen secretly."""
        state = self.state
        giving = state.phase() == at.GIVE and state.actor() != NONE and state.side(who) != NOBODY
        tells_dice = giving and who not in self.unsaid and state.hides_dice(who)
        return tells_dice or (who not in self.unplaced and state.hides_cell(who))
