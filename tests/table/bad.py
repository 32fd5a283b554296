"""Bad values: whatever a client could send, drawn from a seed. Most of it is nearly right, so that it comes far."""

import json
import random
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import potluck
from table.test_auth import ACTIONS

Json = Any
Headers = list[tuple[bytes, bytes]]
POSITIONS = [
    potluck.load(name, **options).write_position(potluck.load(name, **options).new())
    for name in potluck.names()
    for options in ({}, {"first": 1})
]
RECORD = """Game: potential
Rules: 1
Seats: 2
Players: Ann, Bob
Result: *

1. 0 c2-c3 c3-c4
"""
WORDS = ["\0", "%00", "é", "\u202e", "a\u0300" * 9, "../x", "0" * 16, "NaN", "-1", "1e9", "²", "٣", "9" * 30, "", " "]
WORDS += ["\ud800", "'", '"; --', "<b>", "{}", "[", "\r\n", "\x7f", "\U0010ffff", "null", "true", "١٢٣", "ﬁ", "ß" * 40]
NUMBERS = [0, 1, -1, 2, 9, 99, 255, 256, -(2**31), 2**31, 2**53 + 1, 2**63, -(2**63) - 1, 2**64, 10**40]
FRACTIONS = [0.5, -0.0, 1e300, 5e-324, float("nan"), float("inf"), float("-inf")]
PIECES: list[str] = [*"?,=/ 0129aAzZ-+", "\0", "é", "first=1", "first=0", ""]
HEADERS = [b"authorization", b"cookie", b"origin", b"content-type", b"range", b"if-modified-since", b"accept"]


class Bad(random.Random):
    """Draw bad values."""

    def perhaps(self, chance: float = 0.5) -> bool:
        """Tell whether something happens."""
        return self.random() < chance

    def text(self, most: int = 40) -> str:
        """Draw a text: letters, any characters, or a word that has made trouble before."""
        kind = self.random()
        if kind < 0.4:
            return self.choice(WORDS)
        top = 0x7F if kind < 0.7 else 0x10FFFF
        return "".join(chr(self.randint(0, top)) for _ in range(self.randint(0, most)))

    def value(self, depth: int = 3) -> Json:
        """Draw anything that JSON can say."""
        kind = self.randrange(8 if depth else 6)
        if kind == 6:
            return [self.value(depth - 1) for _ in range(self.randint(0, 3))]
        if kind == 7:
            return {self.text(9): self.value(depth - 1) for _ in range(self.randint(0, 3))}
        plain: list[Callable[[], Json]] = [
            lambda: None,
            lambda: self.perhaps(),
            lambda: self.choice(NUMBERS),
            lambda: self.choice(FRACTIONS),
            lambda: self.getrandbits(self.randint(1, 70)),
            self.text,
        ]
        return plain[kind]()

    def or_bad(self, good: Json) -> Json:
        """Draw what is right, or now and then anything at all."""
        return self.value() if self.perhaps(0.2) else good

    def some(self, **fields: Callable[[], Json]) -> Json:
        """Draw some of the fields."""
        return {name: draw() for name, draw in fields.items() if self.perhaps()}

    def mangled(self, text: str) -> str:
        """Draw a text with a piece of it gone, doubled or exchanged."""
        start, end = self.randint(0, len(text)), self.randint(0, len(text))
        return f"{text[:start]}{self.choice(PIECES)}{text[end:]}"

    def option(self, option: Any) -> Json:
        """Draw an option of a game, most of them possible."""
        if isinstance(option.default, int) and not option.choices:
            return self.or_bad(self.randint(option.least or 0, option.most or 9))
        return self.or_bad(self.choice([*option.choices, option.default]))

    def options(self, game: str) -> Json:
        """Draw some options of a game."""
        return {option.name: self.option(option) for option in potluck.load(game).options if self.perhaps(0.3)}

    def seat(self) -> Json:
        """Draw who sits somewhere."""
        kind = self.choice(["person", "friend", "bot", "program"])
        name = {"name": self.or_bad(self.choice(["Ann", "Bob"]))} if self.perhaps() else {}
        level = {"level": self.or_bad("crumb")} if self.perhaps(0.8) else {}
        return {"kind": kind, **(level if kind == "bot" else {} if kind == "friend" else name)}

    def seats(self) -> Json:
        """Draw who plays."""
        if self.perhaps():
            return self.or_bad([self.seat(), self.seat()])
        return self.or_bad([self.or_bad(self.seat()) for _ in range(self.randint(0, 5))])

    def position(self) -> Json:
        """Draw where to begin."""
        text = self.choice(POSITIONS)
        return self.or_bad(text if self.perhaps() else self.mangled(text))

    def new_match(self) -> Json:
        """Draw what a match could be asked for with."""
        game = self.choice(potluck.names())
        more = self.some(
            options=lambda: self.or_bad(self.options(game)),
            begins=lambda: self.or_bad(self.choice([None, -1, 0, 1, 2, 3, 4])),
            clock=lambda: self.or_bad({"kind": "bank", "seconds": self.or_bad(self.randint(1, 99))}),
            position=self.position,
            listed=lambda: self.or_bad(self.perhaps()),
            hints=lambda: self.or_bad(self.perhaps()),
            keep=lambda: self.or_bad("token"),
        )
        return {"game": self.or_bad(game), "seats": self.seats(), **more}

    def action(self) -> Json:
        """Draw an action, most of them with right fields."""
        return self.or_bad({key: self.or_bad(value) for key, value in self.choice(ACTIONS).items()})

    def command(self) -> Json:
        """Draw a command."""
        id = self.or_bad(f"{self.getrandbits(60):032x}")
        return {"type": self.or_bad("command"), "id": id, "v": self.or_bad(self.randint(0, 9)), "a": self.action()}

    def why(self) -> Json:
        """Draw a question why something is no move."""
        return self.some(path=lambda: self.or_bad([self.text() for _ in range(self.randint(0, 4))]), text=self.value)

    def message(self) -> Json:
        """Draw a message over the socket."""
        kind = self.randrange(5)
        if kind == 0:
            return {"type": "preview", "move": self.or_bad(self.randint(0, 99))}
        if kind == 1:
            numbers = [self.or_bad(self.randint(0, 99)) for _ in range(self.randint(0, 70))]
            return {"type": "previews", "moves": self.or_bad(numbers)}
        if kind == 2:
            return {"type": "why", **self.why()}
        return self.command() if kind == 3 else self.value()

    def body(self) -> bytes:
        """Draw the body of a request."""
        if self.perhaps(0.3):
            return self.randbytes(self.randint(0, 200))
        kind = self.randrange(3)
        join = self.some(name=self.value, nonce=self.value, invite=self.value, keep=self.value)
        return json.dumps(self.or_bad([join, self.why(), self.command()][kind])).encode()

    def headers(self) -> Headers:
        """Draw what may stand before a body; no line breaks, which no client could send within a value."""
        return [(self.choice(HEADERS), self.header()) for _ in range(self.randint(0, 3))]

    def header(self) -> bytes:
        """Draw a value of a header."""
        raw = bytes(byte for byte in self.randbytes(self.randint(0, 40)) if byte not in b"\r\n\0")
        return b"Bearer " + raw if self.perhaps() else raw

    def piece(self) -> str:
        """Draw a piece of an address."""
        if self.perhaps():
            return "".join(f"%{byte:02x}" for byte in self.randbytes(self.randint(0, 12)))
        return quote(self.choice(WORDS), errors="surrogatepass")

    def record(self) -> bytes:
        """Draw a record of a match."""
        kind = self.randrange(3)
        if kind == 0:
            return self.randbytes(self.randint(0, 200))
        return (self.mangled(RECORD) if kind == 1 else self.text(200)).encode("utf-8", "replace")
