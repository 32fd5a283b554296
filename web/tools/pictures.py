"""Write the positions that the rules are illustrated with.

python web/tools/pictures.py > web/src/pictures.json

Each picture is a position as a spectator sees it, what is chosen in it and what may be chosen next, the part of the
board that is shown, and the rulings beside which it stands.
"""

import json
import sys
from typing import Any

import msgspec

from potluck.core.game import Game
from potluck.core.state import SPECTATOR, State
from potluck.games import load, rulings


class Picture(msgspec.Struct, frozen=True):
    """Describe one picture."""

    rules: str  # the numbers of the rulings
    position: str  # as text; the start if empty
    crop: tuple[float, float, float]  # left, top and width in parts of the board's width
    moves: str = ""  # played from there, shown as the way so far
    lit: bool = False  # show what may be chosen
    taken: str = ""  # clicked before
    aim: str = ""  # pointed at
    options: dict[str, Any] = {}


def dice(**pieces: str) -> str:
    """Write a position of Potential by its squares: figures are the near side's charges, letters the far side's."""
    squares = (pieces.get(f"{column}{row}", ".") for row in range(10, 0, -1) for column in "abcdefghij")
    return " ".join("".join(row) for row in zip(*[iter(squares)] * 10, strict=True)) + " seat=0"


WHOLE = (0.0, 0.0, 1.0)
MIDDLE = (0.22, 0.31, 0.47)

HALVES = ".aUoUoUS {seven} ....U.R. {five} *uA..A*. {three} {two} Suo.o.u."
BATTLE = (
    "phase=move actor=0 left=2 owed=0/1 battles=10 shown=VanBuren/Hoover "
    "cards=n...n..n.n.fn..ff.n...n.fnf.ff.f.f..nf..n.. events=.x........."
)
BENCH = (
    "BKYKYBKKY+7 KKBYBYKRY+7 RKYBYYKRB+7 YKRKKRKBK+7 YRYBBYKYR+{rest} magnet4+8 balm7+8 balm5+8 sands4+8 sands6+7 "
    "seats=2 seat=0 phase=turn kinds=sands+magnet+balm+prismatic+love+draft round=0 desk1=draft4/magnet4"
)
CAST = (
    "assassin=red,15,6,none! thief=red,18,5,none! swordsman=blue,20,7,none! magician=red,20,4,I! "
    "necromancer=blue,15,6,II!,+3 merchant=blue,18,5,none!"
)

PICTURES: dict[str, list[Picture]] = {
    "potential": [
        Picture(
            "1 10 12 21 22",
            dice(d6="b", e5="2"),
            MIDDLE,
            lit=True,
            taken="e5",
        ),
        Picture(
            "2 3 11 18 19 23",
            dice(e5="b", e4="3", d3="1"),
            MIDDLE,
            moves="e4-e6",
        ),
        Picture(
            "4 5 6 7 13 17",
            dice(f6="b", e5="6", d4="1"),
            MIDDLE,
            lit=True,
            taken="e5",
        ),
        Picture(
            "8 9",
            dice(a4="1", d2="b", c1="3"),
            (0.0, 0.53, 0.47),
        ),
        Picture("14 15 16 20 24", "", WHOLE),
    ],
    "struggle": [
        Picture(
            "4 5 6 7 26",
            "w .. ... .... .r... ...y.. ..... ..G... ..... .... .W. .. . seat=0",
            (0.25, 0.3, 0.5),
            options={"powers": "none"},
            lit=True,
            taken="c4",
        ),
        Picture(
            "8 9 10",
            "w .. kb. .... .W... ...... ..... ...... ..... .... ... .. . seat=0",
            (0.2, 0.0, 0.6),
            options={"powers": "none"},
            lit=True,
        ),
        Picture(
            "2 3 12 13 14 15 16 17 18 19 20 21 27 28",
            "",
            WHOLE,
            options={"powers": "torus+armor+jolt/caboose+reaper+tower"},
        ),
        Picture("1 24 25", "", WHOLE, options={"powers": "none"}),
    ],
    "potion_explosion": [
        Picture(
            "1 2 3 4 6 20 21 24",
            f"{BENCH.format(rest=7)} desk0=balm4/love4",
            (0.14, 0.12, 0.36),
            lit=True,
            aim="c4",
        ),
        Picture(
            "7 8 9 10 25 27",
            f"{BENCH.format(rest=4)} desk0=balm4:RB/love4:R",
            (0.2, 0.62, 0.29),
        ),
        Picture(
            "13 14 16 19 23",
            f"{BENCH.format(rest=7)} desk0=balm4/love4",
            (0.56, 0.0, 0.44),
        ),
        Picture("5", f"{BENCH.format(rest=7)} desk0=balm4/love4", (0.24, 0.2, 0.27), lit=True, aim="d6"),
    ],
    "potus": [
        Picture(
            "4 5 10 31 32 33 34",
            f"{HALVES.format(five='.*.CUa.*', three='.R.*....', seven='.R..c...', two='u.....Ru')} {BATTLE}",
            (0.28, 0.2, 0.42),
            lit=True,
            taken="d5",
        ),
        Picture(
            "9 11 12 38",
            f"{HALVES.format(five='.*..Ua.*', three='CR.*c...', seven='.R......', two='u.....Ru')} {BATTLE}",
            (0.45, 0.43, 0.42),
            lit=True,
            taken="f4",
        ),
        Picture(
            "8 21 37",
            f"{HALVES.format(five='.*..Ua.*', three='CR.*....', seven='.R..c...', two='u.....Ru')} {BATTLE}",
            (0.0, 0.5, 0.47),
            lit=True,
            taken="a3",
        ),
        Picture("1 2 3 13 29 30 42", "", WHOLE),
    ],
    "magic_potion": [
        Picture(
            "11 12 13 27 37",
            f"....s.. .nb.... ....... ....... ..M.... ....AT. ....... {CAST} round=4 phase=move actor=magician",
            (0.08, 0.3, 0.55),
            lit=True,
        ),
        Picture(
            "1 15 16",
            f"....s.. ....... ....... ..nb... ..M.... ....AT. ....... {CAST} round=4 phase=act actor=magician",
            (0.08, 0.3, 0.55),
            lit=True,
        ),
        Picture("7 31", "", WHOLE),
    ],
}


def draw(game_name: str, picture: Picture) -> dict[str, Any]:
    """Work out what the page needs to draw a picture."""
    game = load(game_name, **picture.options)
    state = game.read_position(picture.position) if picture.position else game.new()
    steps = []
    for ply, text in enumerate(picture.moves.split()):
        move = game.read(state, text)
        steps.append({"ply": ply, "seat": int(state.to_move), "text": text, "path": game.path(state, move)})
        state.play(move)
    taken = picture.taken.split()
    choices = [choice for choice in game.choices(state) if choice.path[: len(taken)] == taken] if picture.lit else []
    aimed = [choice.move for choice in choices if picture.aim and choice.path[len(taken) :] == [picture.aim]]
    prefix = next(iter(rulings(game_name))).rstrip("0123456789")
    return {
        "rules": [f"{prefix}{number}" for number in picture.rules.split()],
        "crop": picture.crop,
        "view": game.view(state, SPECTATOR),
        "steps": steps,
        "taken": taken,
        "aim": picture.aim or None,
        "choices": choices,
        "after": {move: look_ahead(game, state, move) for move in aimed},
    }


def look_ahead(game: Game, state: State, move: int) -> object:
    """Show the position after a move and all that it forces."""
    after = state.copy()
    after.play(move)
    while after.to_move == state.to_move and len(after.moves()) == 1:
        after.play(after.moves()[0])
    return game.view(after, SPECTATOR)


if __name__ == "__main__":
    found = {name: [draw(name, picture) for picture in pictures] for name, pictures in PICTURES.items()}
    sys.stdout.write(json.dumps(msgspec.to_builtins(found, str_keys=True), separators=(",", ":")) + "\n")
