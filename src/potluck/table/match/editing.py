"""A position put together by hand: changed thing by thing, checked by its game, mended where there is one way."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import msgspec

from potluck.core.dice import Dice
from potluck.core.editing import Draft, Knob, Tool, split
from potluck.core.english import capital, name_seats
from potluck.core.errors import PotluckError
from potluck.core.fields import Impossible
from potluck.core.game import Game
from potluck.core.state import ALL, State
from potluck.table.match.names import sides
from potluck.table.match.study import open_game
from potluck.table.protocol import Edit, Edited, Fault, Mend, Sum
from potluck.table.protocol.refusals import Refused

SETTING_UP = 400  # moves after which a set-up is over in every game
NEAR = 16  # how far from its value a number is tried, to mend a position


def edit(asked: Edit) -> Edited:
    """Change a position, and tell what is wrong with it."""
    try:
        editor = Editor(asked)
        editor.change()
    except PotluckError as error:
        raise Refused("illegal", refusal(str(error)), ruling=ruling_of(str(error))) from error
    return editor.shown()


class Editor:
    """Hold a draft with the game that checks it."""

    def __init__(self, asked: Edit) -> None:
        self.asked = asked
        self.game = open_game(asked.game, asked.options, asked.position)
        self.editing = self.game.folder.editing
        self.draft = Draft(asked.position if asked.spot or asked.knob else self.opened(), self.editing.WORDS)
        self.editing.lay_out(self.draft)

    def opened(self) -> str:
        """Write the position that is to be edited; one that is being set up is played on."""
        if not self.asked.position.strip():
            return self.game.write_position(set_up(self.game, self.game.new(self.asked.seats)))
        state, fault = read(self.game, self.asked.position)
        return self.asked.position if fault else self.game.write_position(set_up(self.game, state))

    @property
    def near(self) -> int:
        """Name the seat at the near edge."""
        return min(self.asked.near, int(self.draft.fields.get("seats", "2")) - 1)

    def change(self) -> None:
        """Do what was asked; what even a draft cannot hold is refused."""
        asked = self.asked
        if asked.knob:
            self.turn(asked.knob, asked.value)
        elif asked.spot and asked.tool:
            if asked.tool not in [tool.name for tool in self.tools()]:
                raise Refused("bad_request", f"tool: there is no {asked.tool} to place")
            self.editing.place(self.draft, asked.tool, asked.spot, self.near)
        elif asked.spot:
            self.editing.take(self.draft, asked.spot, self.near)
        self.state, self.fault = read(self.game, str(self.draft))

    def turn(self, name: str, value: str) -> None:
        """Turn a knob as far as it goes."""
        knob = next((knob for knob in self.knobs() if knob.name == name), None)
        if knob is None or not is_way(knob, value):
            raise Refused("bad_request", f"knob: {name} cannot be set to {value}")
        self.editing.turn(self.draft, name, value, self.near)

    def tools(self) -> list[Tool]:
        """List what can be placed."""
        return self.editing.tools(self.draft)

    def knobs(self) -> list[Knob]:
        """List what stands beside the board."""
        return self.editing.knobs(self.draft, self.near)

    def shown(self) -> Edited:
        """Show the draft with what is wrong."""
        names = sides(self.game)
        return Edited(
            position=str(self.draft),
            view=self.game.view(self.state, ALL),
            seats=int(self.state.seats),
            tools=[Tool(tool.name, capital(name_seats(tool.title, names))) for tool in self.tools()],
            knobs=[named(knob, names) for knob in self.knobs()],
            fault=None if self.fault is None else self.explained(self.fault),
        )

    def explained(self, sentence: str) -> Fault:
        """Say what is wrong, where, and how it could be mended."""
        account, knobs, told = self.editing.account(self.draft), self.knobs(), refusal(sentence)
        if account is None:
            wrong = [knob for knob in knobs if names_it(told, [knob.name, *knob.words])]
            squares = re.findall(r"\b(?:square|field) ([a-h][0-9]{1,2})\b", sentence)
            at = [*(knob.name for knob in wrong), *squares]
            return Fault(self.titled(told, wrong), ruling_of(sentence), at, [], self.mended(wrong or knobs))
        wrong = [knob for knob in knobs if account.wrong in (knob.title.lower(), *knob.words)]
        rows = [Sum(title, count, title == account.wrong) for title, count in account.rows]
        return Fault(account.sentence, account.ruling, [knob.name for knob in wrong], rows, self.mended(wrong))

    def titled(self, sentence: str, knobs: list[Knob]) -> str:
        """Call knobs by their titles where a sentence calls them as the text of a position does."""
        for knob in knobs:
            sentence = re.sub(rf"^{re.escape(knob.name)}:", f"{knob.title}:", sentence, flags=re.IGNORECASE)
        return name_seats(sentence, sides(self.game))

    def mended(self, knobs: list[Knob]) -> Mend | None:
        """Find the one knob and the one value that make the position possible, if there is just one way."""
        tries = ((knob, value) for knob in knobs for value in nearby(knob))
        found = list(islice((one for one in tries if self.is_possible(*one)), 2))
        if len(found) != 1:
            return None
        knob, value = found[0]
        name = dict(zip(knob.values, knob.names, strict=True)).get(value, value)
        title = f"{knob.group}: {knob.title}" if knob.group else knob.title
        label = (knob.mend or "Set “{title}” to {name}").format(title=title, value=value, name=name)
        return Mend(knob.name, value, name_seats(label, sides(self.game)))

    def is_possible(self, knob: Knob, value: str) -> bool:
        """Tell whether the position could be with a knob turned."""
        draft = Draft(str(self.draft), self.editing.WORDS)
        try:
            self.editing.turn(draft, knob.name, value, self.near)
            return read(self.game, str(draft))[1] is None
        except PotluckError:
            return False


def set_up(game: Game, state: State) -> State:
    """Play a set-up on by chance until somebody has a turn; whatever has begun is taken as it lies."""
    dice, begun = Dice(1), not is_set_up(game, state)
    for _ in range(SETTING_UP):
        if begun or (state.to_move >= 0 and not is_set_up(game, state)):
            break
        moves = state.moves()
        state.play(moves[dice.below(len(moves))])
    return state


def is_set_up(game: Game, state: State) -> bool:
    """Tell whether a match is still being set up."""
    return not {f"phase={phase}" for phase in game.folder.editing.SETUP}.isdisjoint(game.write_position(state).split())


def read(game: Game, text: str) -> tuple[State, str | None]:
    """Read a draft; where it cannot be, as far as it can be shown, and why not."""
    try:
        return game.read_position(text, Dice(0)), None
    except Impossible as error:
        return error.state, str(error)


def is_way(knob: Knob, value: str) -> bool:
    """Tell whether a knob can be turned to a value."""
    if knob.several:
        return all(word in knob.values and often <= knob.several for word, often in Counter(split(value)).items())
    return value in (knob.values or [str(number) for number in range(knob.least, knob.most + 1)])


def nearby(knob: Knob) -> Iterator[str]:
    """List the values near the one that a knob has."""
    if knob.several:
        return
    if knob.values:
        yield from (value for value in knob.values if value != knob.value)
        return
    now = int(knob.value)
    for number in range(max(knob.least, now - NEAR), min(knob.most, now + NEAR) + 1):
        if number != now:
            yield str(number)


def named(knob: Knob, names: list[str]) -> Knob:
    """Call the seats by their names."""
    return msgspec.structs.replace(
        knob,
        title=name_seats(knob.title, names),
        names=[name_seats(name, names) for name in knob.names],
        group=name_seats(knob.group, names),
        words=[],
        mend="",
    )


def names_it(sentence: str, words: list[str]) -> bool:
    """Tell whether a sentence is about a thing of this name."""
    return any(re.search(rf"\b{re.escape(word)}\b", sentence, re.IGNORECASE) for word in words if word)


def refusal(sentence: str) -> str:
    """Turn what a position text is refused with into a sentence for who edits its board."""
    told = re.sub(r" \([A-Z]{2}[0-9]+(, [A-Z]{2}[0-9]+)*\)", "", sentence.removeprefix("position "))
    told = re.sub(r", or (seat|phase)=over|phase=over, or | '[A-Za-z]+'", "", told)
    where, _, what = told.rpartition(": ")
    if not what.startswith("expected "):
        return capital(what) + "."
    needed = what.removeprefix("expected ")
    plain = re.match(r"$|position|row|square|track|burner|with|in ", where)
    return f"The position needs {needed}." if plain else f"{capital(where.removeprefix('field '))}: needs {needed}."


def ruling_of(sentence: str) -> str:
    """Find the ruling that a sentence cites."""
    found = re.search(r"\(([A-Z]{2}[0-9]+)", sentence)
    return found[1] if found else ""
