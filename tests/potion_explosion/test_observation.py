"""What `observe` writes, byte by byte, of positions made by hand; and what `key` tells apart."""

import potluck
from kit import observed
from potion_explosion.drawing import PLAIN, begun, drawn, play
from potluck import Game
from potluck.games.potion_explosion.notation import PHASES
from potluck.games.potion_explosion.rules import PotionExplosionState
from potluck.games.potion_explosion.tiles import KIND_NAMES, TILE_NAMES

QUEUE = potluck.load("potion_explosion", lid="queue", countdown=9)
ROUNDS = potluck.load("potion_explosion", rounds=5)
COURSE = "phase event onto picked aided chain_track gap burning left rolling landed countdown tied round"


def colours(marks: str, size: int) -> list[int]:
    """Write marbles as 1 + their colour, then nothing."""
    return ["-RBKY".index(mark) for mark in marks.ljust(size, "-")]


def counted(names: str, known: list[str] | tuple[str, ...]) -> list[int]:
    """Count each of the known names."""
    return [names.split().count(name) for name in known]


def top(tile: str) -> int:
    """Number a tile from 1."""
    return TILE_NAMES.index(tile) + 1


def desk(held: list[int], tiles: list[str], burners: list[int], potions: list[str], end: list[int]) -> list[int]:
    """Write a desk: marbles held, tiles, their holes and marbles, potions; tokens, helps and last pick."""
    ready, drunk, done = potions
    counts = [*counted(ready, KIND_NAMES), *counted(drunk, KIND_NAMES), *counted(done, TILE_NAMES)]
    return [*held, *map(top, tiles), *burners, *counts, *end]


def course(state: PotionExplosionState, game: Game) -> dict[str, int]:
    """Name the bytes that tell how far the match is, but those that are 0."""
    found = dict(zip(COURSE.split(), observed(game, state, 0)["course"], strict=True))
    return {name: value for name, value in found.items() if value}


def test_an_observation_names_every_marble_tile_and_desk() -> None:
    state = drawn(
        "seats=3 seat=1 phase=lava acted=pick+help marked=a1+a3 round=7 fresh=Y",
        "desk0=sands4/lava5:RRB pool0=KK done0=draft4 helps0=3",
        "desk1=wisdom5/love6:RK:BBKY pool1=RYY done1=lava4+lava6+wisdom4+love4+draft5+magnet7 drunk1=lava+wisdom",
        "tokens1=1 helps1=1 desk2=draft6/magnet4:B done2=wisdom6+sands5 drunk2=wisdom",
        tracks="RBRYRBKRB+7:KY BKYRBKYRB+7 KYRBKYRBK+5 YRBKYRBKY+7:B RBKYRBK",
        game=QUEUE,
    )
    brewed = "magnet7 wisdom4 love4 draft5 lava4 lava6"
    desks = [
        *desk([0, 0, 0, 0], ["draft6", "magnet4"], [4, 0, 0, 2, 0, 1, 2, 0, 0, 0, 0, 0, 0, 1, 0, 0],
              ["sands", "wisdom", "sands5 wisdom6"], [0, 0, 0]),
        *desk([0, 0, 2, 0], ["sands4", "lava5"], [0, 0, 2, 2, 1, 1, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0],
              ["draft", "", "draft4"], [0, 3, 0]),
        *desk([1, 0, 0, 2], ["wisdom5", "love6"], [2, 1, 2, 0, 0, 2, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0],
              ["magnet love draft lava", "wisdom lava", brewed], [1, 1, 0]),
        *[0] * 73,
    ]  # fmt: skip
    deck = (
        "sands4 sands5 sands6 sands6 magnet4 magnet5 magnet5 magnet6 magnet6 wisdom4 wisdom5 wisdom6 love4 love5 love5 "
        "love6 love7 love7 draft4 draft5 draft6 draft7 draft7 lava4 lava5 lava6 lava7 lava7"
    )
    assert observed(QUEUE, state, 2) == {
        "tracks": colours("RBRYRBKRBBKYRBKYRBKYRBKYRBKYRBKYRBKYRBKYRBK", 45),
        "seen": [9, 9, 9, 9, 7],
        "hidden": [7, 7, 5, 7, 0],
        "unseen": [4, 5, 6, 8],
        "returning": [0, 0, 0, 0],
        "tops": [top("sands7"), top("sands7"), top("magnet7"), top("wisdom7"), top("wisdom7")],
        "under": [6, 6, 6, 5, 5],
        "deck": counted(deck, TILE_NAMES),
        "starters": [0] * 8,
        "in_play": counted("sands magnet wisdom love draft lava", KIND_NAMES),
        "fresh": [0, 0, 0, 1],
        "lid": [*colours("KY", 21), *colours("B", 14)],
        "desks": desks,
        "marked": [1, 0, 1, *[0] * 42],
        "mover": [3],
        "turn_of": [3],
        "course": [PHASES.index("lava"), 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 8, 0, 7],
    }
    assert [observed(QUEUE, state, seat)["turn_of"] for seat in (0, 1)] == [[2], [1]]


def test_an_observation_tells_how_far_the_turn_is() -> None:
    chain = play(drawn(tracks="BKYRBKYRB KRYRRRRRR " + " ".join(PLAIN.split()[2:])), "b3 (red) explode")
    assert course(chain, QUEUE) == {
        "phase": 3, "event": 4, "onto": 2, "picked": 1, "chain_track": 1, "gap": 1, "burning": 1, "countdown": 4
    }  # fmt: skip
    assert observed(QUEUE, chain, 0)["mover"] == [0]
    joy = "magnet+sands+prismatic+balm+love+lava"
    placed = drawn("done0=prismatic5 pool0=RRK desk0=balm4:RBK/lava4", kinds=joy)
    play(placed, "prismatic red-1-black")
    assert observed(QUEUE, placed, 1)["returning"] == [2, 1, 1, 0]
    assert course(placed, QUEUE) == {"phase": 12, "event": 6, "left": 2, "rolling": 4, "countdown": 4}
    assert observed(QUEUE, placed, 1)["turn_of"] == [2]
    open_track = drawn("acted=pick returning=KY pool0=RRRRRRYYYYYY fresh=RRRRRRYYYYYY", tracks=PLAIN[:40] + "RB")
    play(open_track, "(e)")
    assert course(open_track, QUEUE) == {"phase": 2, "event": 5, "picked": 1, "rolling": 2, "landed": 5, "countdown": 4}
    tied = play(drawn("seat=1 acted=pick round=4", game=ROUNDS), "end", ROUNDS)
    assert course(tied, ROUNDS) == {"phase": 6, "countdown": 4, "tied": 1, "round": 5}
    drafting = play(begun(2, QUEUE), "(love) (balm) (wisdom4) (lava4) (sands4) (lava4)", QUEUE)
    assert observed(QUEUE, drafting, 0)["starters"] == [1, 0, 1, 0, 0, 0, 0, 2]
    assert course(drafting, QUEUE) == {"phase": 1, "countdown": 9}


def test_a_key_names_what_completed_potions_are_worth_and_not_which_they_are() -> None:
    rest = "desk0=love4/draft4 desk1=love4/draft4"
    ones = ("done0=sands5+magnet5 done1=sands6+magnet4", "done0=sands6+magnet4 done1=sands5+magnet5")
    assert len({drawn(done, rest).key() for done in ones}) == 1
    others = (
        "done0=sands5+magnet4 done1=sands6+magnet5",  # 8 and 12 points instead of 10 and 10
        "done0=sands5+magnet5 done1=sands6+magnet4 drunk1=sands",
        "done0=sands5+magnet5 done1=sands6+magnet4 helps0=1",
        "done0=sands5+magnet5 done1=sands6+magnet4 helps1=1",
        "done0=sands5+magnet5 done1=sands6+magnet4 seat=1",
    )
    assert len({drawn(done, rest).key() for done in (ones[0], *others)}) == 1 + len(others)
