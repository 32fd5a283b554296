"""A slow second reading of some rules of Potion Explosion.

It follows the rulebook literally, on plain lists, and decides nothing else. Choices made where the text can
be read in more than one way:

* The two marbles that meet are the one below the gap and the one above it. When only one of them exists,
  nothing meets: the bottom marble of a track never starts an explosion by being picked, and a chain that has
  eaten its way down to the bottom, or up to the top, is over.
* "Connected" means: an unbroken run of one colour in the same track. Tracks never touch each other.
* Within a wave the marbles are listed bottom first.
* `explode` takes the whole track, hidden marbles included, with the colours they have or are drawn to have.
  It does not ask whether the picked marble was within reach; `reachable` says that.
* In the tie-break the tied players pick one after the other, and marbles already picked stay out. Players who
  took the same greatest number of marbles share the win.
"""

from collections import Counter

REACH = 8
SKILL_TOKEN_POINTS = 4
LITTLE_HELP_POINTS = 2
SAME_KIND = 3
DIFFERENT_KINDS = 5


def reachable(track: list[str]) -> list[int]:
    """List the indices a regular pick may take: the eight lowest places, as far as they are filled."""
    return [index for index in range(len(track)) if index < REACH]


def explode(track: list[str], pick: int) -> tuple[list[list[str]], list[str]]:
    """Take the marble at `pick` and let the track explode.

    Gives the waves of marbles taken (the picked marble alone, then one wave for each explosion) and the
    marbles that remain in the track, bottom first.
    """
    if not 0 <= pick < len(track):
        raise ValueError(f"no marble at place {pick} of a track of {len(track)}")
    below = track[:pick]
    above = track[pick + 1 :]
    waves = [[track[pick]]]
    while collision(below, above):
        colour = above[0]
        wave: list[str] = []
        while below and below[-1] == colour:
            wave.insert(0, below.pop())
        while above and above[0] == colour:
            wave.append(above.pop(0))
        waves.append(wave)
    return waves, below + above


def collision(below: list[str], above: list[str]) -> bool:
    """Tell whether two marbles of one colour meet when the upper part rolls down upon the lower part."""
    return bool(below) and bool(above) and below[-1] == above[0]


def marbles_taken(waves: list[list[str]]) -> int:
    """Tell how many marbles a pick brought in all."""
    return sum(len(wave) for wave in waves)


def skill_tokens(kinds: list[str]) -> int:
    """Count the skill tokens earned by completing potions of these kinds, one entry for each potion."""
    count = Counter(kinds)
    masteries = sum(1 for kind in count if count[kind] >= SAME_KIND)
    variety = 1 if len(count) >= DIFFERENT_KINDS else 0
    return masteries + variety


def recount(points: list[int], tokens: int, helps: int) -> int:
    """Add up a player's final score: completed potions, plus skill tokens, minus Little Help tokens."""
    return sum(points) + SKILL_TOKEN_POINTS * tokens - LITTLE_HELP_POINTS * helps


def tied_leaders(scores: list[int]) -> list[int]:
    """List the seats with the most points."""
    return [seat for seat in range(len(scores)) if scores[seat] == max(scores)]


def tie_break(tracks: list[list[str]], picks: list[tuple[int, int] | None]) -> list[int]:
    """Tell how many marbles each tied player takes, in the order of the picks.

    A pick is (track, index) in the dispenser as the earlier picks have left it; None: nothing in reach.
    """
    dispenser = [list(track) for track in tracks]
    taken: list[int] = []
    for pick in picks:
        if pick is None:
            if any(reachable(track) for track in dispenser):
                raise ValueError("a marble is within reach, so one must be picked")
            taken.append(0)
            continue
        track, index = pick
        if index not in reachable(dispenser[track]):
            raise ValueError(f"marble {index} of track {track} is out of reach")
        waves, dispenser[track] = explode(dispenser[track], index)
        taken.append(marbles_taken(waves))
    return taken


def winners(scores: list[int], taken: dict[int, int] | None = None) -> list[int]:
    """List the winning seats. `taken`, if there was a tie-break: for each tied seat the marbles it took."""
    leaders = tied_leaders(scores)
    if len(leaders) == 1 or taken is None:
        return leaders
    most = max(taken[seat] for seat in leaders)
    return [seat for seat in leaders if taken[seat] == most]


def share(winners: list[int], seats: int) -> list[float]:
    """Give each seat its score: the winners share +1, the others share -1; all won: 0 for all."""
    if not winners or not all(0 <= seat < seats for seat in winners):
        raise ValueError("the winners must be one or more of the seats")
    won = len(set(winners))
    if won == seats:
        return [0.0] * seats
    return [1 / won if seat in winners else -1 / (seats - won) for seat in range(seats)]
