"""What is read and written at once, by the one that writes: how a match ended, and whose name goes."""

import msgspec
from sqlalchemy import Connection, select, update

from potluck.table.match.events import Seated, decode_event, decode_setup
from potluck.table.match.names import NOBODY
from potluck.table.match.outcome import Outcome, Rival, how_it_ended
from potluck.table.match.ports import Scrub, Settle, Tell
from potluck.table.people.rating import Rating, after_match, aged
from potluck.table.protocol import PersonPlan
from potluck.table.protocol.wire import encode
from potluck.table.store import schema
from potluck.table.store.database import Database
from potluck.table.store.people import players_in
from potluck.table.store.statements import put
from potluck.table.store.telling import tell

STRANGER = "somebody plays without a name"
UNMEASURED = "a level that was not measured"
TWICE = "one player at several seats"
ratings, results = schema.ratings.c, schema.results.c
Known = dict[str, tuple[Rating, int]]  # by player: the rating, and after how many matches


def perform(database: Database, connection: Connection, write: Settle | Scrub | Tell) -> None:
    """Do what must be read before it is written."""
    if isinstance(write, Settle):
        settle(database, connection, write.outcome)
    elif isinstance(write, Tell):
        tell(database, connection, write)
    else:
        scrub(connection, write)


def settle(database: Database, connection: Connection, outcome: Outcome) -> None:
    """Note for each player how a match ended, and change their ratings if it counts; once."""
    sitting = players_in(connection, outcome.match)
    done = select(results.match).where(results.match == outcome.match).limit(1)
    if not sitting or connection.execute(done).first() is not None:
        return
    rivals = [msgspec.structs.replace(rival, player=sitting.get(rival.seat, "")) for rival in outcome.rivals]
    unrated = outcome.unrated or why_unrated(rivals)
    known = {} if unrated else read_ratings(database, connection, outcome, sorted(set(sitting.values())))
    new = {} if unrated else rate(outcome, rivals, known)
    for player in sorted(set(sitting.values())):
        seats = [seat for seat, other in sitting.items() if other == player]
        row = {
            "match": outcome.match,
            "player": player,
            "game": outcome.game,
            "at": outcome.at,
            "outcome": how_it_ended(outcome, seats),
            "unrated": unrated,
            "rivals": encode([nameless(rival) for rival in rivals if rival.seat not in seats]).decode(),
        }
        if player in new:
            changed = new[player]
            row |= {"before": known[player][0].rating, "after": changed.rating, "deviation": changed.deviation}
            save_rating(database, connection, outcome, player, changed, known[player][1] + 1)
        connection.execute(database.insert(schema.results), [row])


def nameless(rival: Rival) -> Rival:
    """Leave out what a person could want to have deleted: the match itself has their name."""
    return rival if rival.level else Rival(rival.seat, "")


def why_unrated(rivals: list[Rival]) -> str:
    """Say why the players of a match cannot be compared."""
    people = [rival.player for rival in rivals if not rival.level]
    if not all(people):
        return STRANGER
    if len(set(people)) < len(people):
        return TWICE
    return UNMEASURED if any(rival.level and rival.elo is None for rival in rivals) else ""


def read_ratings(database: Database, connection: Connection, outcome: Outcome, players: list[str]) -> Known:
    """Read the ratings of players, each as certain as it is now; nobody else changes them meanwhile."""
    wanted = select(schema.ratings).where(ratings.game == outcome.game, ratings.player.in_(players))
    rows = connection.execute(wanted if database.is_sqlite else wanted.order_by(ratings.player).with_for_update())
    known: Known = {player: (Rating(), 0) for player in players}
    for player, _, *rating, count, at in rows:
        known[player] = aged(Rating(*rating), outcome.at - at), count
    return known


def rate(outcome: Outcome, rivals: list[Rival], known: Known) -> dict[str, Rating]:
    """Return the new ratings of the players of a match."""
    before = [
        known[rival.player][0] if rival.player else Rating(float(rival.elo or 0), max(1.0, rival.doubt))
        for rival in rivals
    ]
    after = after_match(before, outcome.scores)
    return {rival.player: after[rival.seat] for rival in rivals if rival.player}


def save_rating(
    database: Database, connection: Connection, outcome: Outcome, player: str, new: Rating, count: int
) -> None:
    """Write the rating of a player."""
    values = {"player": player, "game": outcome.game, **msgspec.structs.asdict(new), "matches": count, "at": outcome.at}
    connection.execute(put(database, schema.ratings, values)[0])


def scrub(connection: Connection, write: Scrub) -> None:
    """Take a name out of the events and the set-up of a match: the only change that events ever see."""
    events, matches = schema.events, schema.matches
    mine = select(events.c.seq, events.c.body).where(events.c.match == write.match)
    for seq, body in connection.execute(mine.where(events.c.body.like('%"seated"%'))).all():
        event = decode_event(body)
        if isinstance(event, Seated) and set(event.seats) & set(write.seats):
            names = [
                NOBODY if seat in write.seats else name for seat, name in zip(event.seats, event.names, strict=True)
            ]
            clean = encode(Seated(event.seats, names)).decode()
            here = (events.c.match == write.match) & (events.c.seq == seq)
            connection.execute(update(events).where(here).values(body=clean))
    setup = decode_setup(connection.execute(select(matches.c.setup).where(matches.c.id == write.match)).scalar_one())
    plans = [
        PersonPlan(NOBODY) if seat in write.seats and isinstance(plan, PersonPlan) else plan
        for seat, plan in enumerate(setup.seats)
    ]
    changed = encode(msgspec.structs.replace(setup, seats=plans)).decode()
    connection.execute(update(matches).where(matches.c.id == write.match).values(setup=changed))
