"""A position of POTUS put together by hand: its tokens, the money, the movements, the Events and the cards."""

from collections.abc import Iterator

from potluck.core.editing import Draft, Knob, Tool, choice, grid_places, number, pick, several, split, to_move
from potluck.core.editing import account as account
from potluck.games.potus.board import LETTERS, NAMES, SIZE
from potluck.games.potus.notation import EVENT_WORDS, PRESIDENT_WORDS
from potluck.games.potus.position import LONGEST
from potluck.games.potus.words import THINGS

SETUP: tuple[str, ...] = ("place",)  # phases before the first turn
WORDS: int = SIZE
PLACES = grid_places(NAMES, SIZE)
TITLES = {"C": "Candidate", "A": "Advocate", "T": "converted Turncoat", "U": "unconverted Turncoat"}
TOKENS = {f"{letter}{seat}": letter if seat == 0 else letter.lower() for seat in range(2) for letter in TITLES}
LASTING = ("opener", "money", "round", "battles", "events", "cards", "veto", "filibuster", "union", "stacks")

TURNED, WAITING = "nf", "NF"  # the letters of cards, by seat
MOST_ROUNDS = 9
LASTING_EVENTS = {  # by the field: what it says of a seat, and the most of it
    "veto": ("Vetoes against {{{0}}}", 99),
    "filibuster": ("Filibuster against {{{0}}}", 1),
    "union": ("State of the Union for {{{0}}}", 1),
}


def lay_out(draft: Draft) -> None:
    """Let a fresh turn begin if the battle is fought, else the battle."""
    fought = "/" in draft.fields.get("shown", "") and "-" not in draft.fields["shown"].split("/")
    if fought and draft.fields.get("actor", "") in ("0", "1"):
        left = draft.fields.get("left", "0")
        draft.keep(*LASTING, "shown", "actor", phase="move", left=left if left != "0" else "1")
    else:
        draft.keep(*LASTING, phase="battle")


def tools(draft: Draft) -> list[Tool]:
    """List what can be placed."""
    return [Tool(name, f"{{{name[1]}}}'s {TITLES[name[0]]}") for name in TOKENS]


def stacks(draft: Draft) -> dict[str, str]:
    """Read which tokens stand on the squares marked +."""
    return dict(word.split(":") for word in draft.fields.get("stacks", "").split("/") if word)


def put(draft: Draft, spot: str, letters: str) -> None:
    """Write the tokens of a square."""
    found = {name: tokens for name, tokens in stacks(draft).items() if name != spot}
    draft.put(PLACES, spot, letters if len(letters) == 1 else "+" if letters else ".")
    if len(letters) > 1:
        found[spot] = "".join(sorted(letters))
    draft.turn("stacks", "/".join(f"{name}:{tokens}" for name, tokens in found.items()))


def tokens_at(draft: Draft, spot: str) -> str:
    """Read the tokens of a square."""
    mark = draft.at(PLACES, spot)
    return stacks(draft).get(spot, "") if mark == "+" else "" if mark in LETTERS else mark


def place(draft: Draft, tool: str, spot: str, near: int) -> None:
    """Add a token to a square; a Candidate leaves the square where it stood."""
    token = TOKENS[tool]
    if token in "Cc":
        for other in PLACES:
            here = tokens_at(draft, other)
            if token in here:
                put(draft, other, here.replace(token, ""))
    put(draft, spot, tokens_at(draft, spot) + token)


def take(draft: Draft, spot: str, near: int) -> None:
    """Take the last token of a square away."""
    put(draft, spot, tokens_at(draft, spot)[:-1])


def knobs(draft: Draft, near: int) -> list[Knob]:
    """List what stands beside the board."""
    found = [pick("phase", "What comes next", draft.fields["phase"], {"move": "A movement", "battle": "The battle"})]
    if draft.fields["phase"] == "move":
        found += [to_move(draft, name="actor"), number(draft, "left", "Movements left", 99)]
    return [
        *found,
        *(pair_knob(draft, "money", seat, f"{{{seat}}}'s money", 100_000) for seat in range(2)),
        *card_knobs(draft),
        *event_knobs(draft),
    ]


def pair_knob(draft: Draft, field: str, seat: int, title: str, most: int, group: str = "") -> Knob:
    """Make a knob of one of the two numbers in a field."""
    value = draft.fields.get(field, "0/0").split("/")[seat]
    return Knob(f"{field}-{seat}", title, value, most=most, words=[field], group=group)


def card_knobs(draft: Draft) -> Iterator[Knob]:
    """List the cards that lie face up, and those that were turned or wait in a pile that was turned before."""
    group, names = "President cards", dict(zip(PRESIDENT_WORDS, PRESIDENT_WORDS, strict=True))
    if draft.fields["phase"] == "move":
        for seat, face in enumerate(draft.fields["shown"].split("/")):
            yield pick(f"shown-{seat}", f"{{{seat}}} shows", face, names, group, ["shown"])
    for seat in range(2):
        turned, waiting = (marked(draft, "cards", letters[seat], PRESIDENT_WORDS) for letters in (TURNED, WAITING))
        words = ["cards", f"seat {seat} has"]
        yield several(pick(f"turned-{seat}", f"{{{seat}}} has turned", turned, names, group, words))
        yield several(pick(f"waiting-{seat}", f"Waiting in {{{seat}}}'s pile", waiting, names, group, words))
    yield choice(draft, "opener", "Was dealt to first", {str(seat): f"{{{seat}}}" for seat in range(2)}, group)
    yield number(draft, "battles", "Battles fought", int(LONGEST), group=group)
    yield number(draft, "round", "Rounds finished", MOST_ROUNDS, group=group)


def event_knobs(draft: Draft) -> Iterator[Knob]:
    """List the Events that were drawn, and what lasts of them."""
    group, names = "Events", {word: THINGS[word].name for word in EVENT_WORDS}
    yield several(pick("events", "Drawn", marked(draft, "events", "x", EVENT_WORDS), names, group))
    for field, (title, most) in LASTING_EVENTS.items():
        for seat in range(2):
            yield pair_knob(draft, field, seat, title.format(seat), most, group)


def marked(draft: Draft, field: str, letter: str, words: list[str]) -> list[str]:
    """List the cards that a letter stands for in a field."""
    text = draft.fields.get(field, "")
    return [word for word, status in zip(words, text, strict=False) if status == letter]


def mark_cards(draft: Draft, field: str, letter: str, chosen: list[str], words: list[str]) -> None:
    """Write a letter for some cards and no others."""
    text = draft.fields.get(field, "") or "." * len(words)
    kept = ["." if status == letter else status for status in text]
    letters = (letter if word in chosen else status for word, status in zip(words, kept, strict=True))
    draft.turn(field, "".join(letters))


def turn(draft: Draft, name: str, value: str, near: int) -> None:
    """Turn a knob."""
    field, _, seat = name.partition("-")
    if field == "phase":
        begin(draft, value)
    elif field == "events":
        mark_cards(draft, field, "x", split(value), EVENT_WORDS)
    elif field in ("turned", "waiting"):
        letters = TURNED if field == "turned" else WAITING
        mark_cards(draft, "cards", letters[int(seat)], split(value), PRESIDENT_WORDS)
    elif not seat:
        draft.turn(field, value)
    else:
        pair = draft.fields.get(field, "0/0").split("/")
        pair[int(seat)] = value
        draft.turn(field, "/".join(pair))


def begin(draft: Draft, phase: str) -> None:
    """Let the battle begin, or a movement after it, with cards that were turned if there are any."""
    draft.turn("phase", phase)
    if phase == "battle":
        draft.keep(*LASTING, phase="battle")
        return
    cards = [[*marked(draft, "cards", letter, PRESIDENT_WORDS), *PRESIDENT_WORDS] for letter in TURNED]
    draft.turn("shown", f"{cards[0][0]}/{next(card for card in cards[1] if card != cards[0][0])}")
    draft.turn("actor", "0")
    draft.turn("left", "1")
