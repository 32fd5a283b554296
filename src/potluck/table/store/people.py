"""People in the database: what is read about them, and the statements that write it."""

from typing import Any

import msgspec
from sqlalchemy import Connection, delete, literal, or_, select, update

from potluck.table.match import ports as matches
from potluck.table.people import ports
from potluck.table.people.ports import Device, Ended, Passkey, PeopleWrite, Person, Push, Sitting, Standing, Vacation
from potluck.table.people.rating import Rating
from potluck.table.protocol import LobbyEntry
from potluck.table.store import schema
from potluck.table.store.database import Database
from potluck.table.store.statements import Statement, put, read_card, read_seats, write_seats

players, devices, passkeys = schema.players.c, schema.devices.c, schema.passkeys.c
sittings, results, ratings = schema.sittings.c, schema.results.c, schema.ratings.c
ENDED = (*(results[name] for name in Ended._fields),)


# Reading; these run in a thread


def person_with(database: Database, device: str) -> Person | None:
    """Find the player who is signed in with a browser."""
    wanted = select(schema.players).join(schema.devices, devices.player == players.id).where(devices.hash == device)
    return next((Person(*row) for row in database.rows(wanted)), None)


def person_of(database: Database, *, id: str = "", code: str = "", proof: str = "") -> Person | None:
    """Find a player by id, by the hash of their code, or by what proves their address."""
    where = players.code == code if code else players.proof == proof if proof else players.id == id
    return next((Person(*row) for row in database.rows(select(schema.players).where(where))), None)


def devices_of(database: Database, player: str) -> list[Device]:
    """List the browsers of a player, the one used last first."""
    wanted = select(schema.devices).where(devices.player == player).order_by(devices.used.desc())
    return [Device(*row) for row in database.rows(wanted)]


def passkeys_of(database: Database, player: str = "", id: str = "") -> list[Passkey]:
    """List the passkeys of a player, or the one of an id."""
    where = passkeys.id == id if id else passkeys.player == player
    rows = database.rows(select(schema.passkeys).where(where).order_by(passkeys.added))
    return [Passkey(*row) for row in rows]


def seats_with(database: Database, match: str, device: str) -> tuple[int, ...]:
    """Find the seats of whoever is signed in with a browser."""
    wanted = select(sittings.seats).join(schema.devices, devices.player == sittings.player)
    return read_seats(database.value(wanted.where(sittings.match == match, devices.hash == device)) or "")


def players_at(database: Database, match: str) -> dict[int, str]:
    """Find which players sit at a match, by seat."""
    with database.reader.connect() as connection:
        return players_in(connection, match)


def players_in(connection: Connection, match: str) -> dict[int, str]:
    """Find which players sit at a match, by seat."""
    rows = connection.execute(select(sittings.player, sittings.seats).where(sittings.match == match))
    return {seat: player for player, seats in rows for seat in read_seats(seats)}


def sittings_of(database: Database, player: str, count: int, *, hidden: bool = False) -> list[Sitting]:
    """List the matches of a player, the newest first."""
    wanted = (
        select(schema.matches.c.card, sittings.seats, *ENDED)
        .select_from(schema.sittings.join(schema.matches, schema.matches.c.id == sittings.match))
        .outerjoin(schema.results, (results.match == sittings.match) & (results.player == sittings.player))
        .where(sittings.player == player, sittings.hidden.in_([False, hidden]))
        .order_by(sittings.at.desc(), sittings.match)
        .limit(count)
    )
    found = []
    for card, seats, *ended in database.rows(wanted):
        shown = read_card(card)
        if shown is not None:
            found.append(Sitting(shown, read_seats(seats), Ended(*ended) if ended[0] is not None else None))
    return found


def results_of(database: Database, player: str, game: str) -> list[tuple[Ended, LobbyEntry | None]]:
    """List how the matches of a player in a game ended, the oldest first, and what is still kept of them."""
    wanted = select(schema.matches.c.card, *ENDED).outerjoin(schema.matches, schema.matches.c.id == results.match)
    wanted = wanted.where(results.player == player, results.game == game).order_by(results.at)
    return [(Ended(*ended), read_card(card) if card else None) for card, *ended in database.rows(wanted)]


def standings_of(database: Database, player: str) -> list[Standing]:
    """List the ratings of a player."""
    rows = database.rows(select(schema.ratings).where(ratings.player == player))
    return [Standing(game, Rating(*rating), count, at) for _, game, *rating, count, at in rows]


def pushes_of(database: Database, player: str) -> list[Push]:
    """List where a player's browsers are told something."""
    return [Push(*row) for row in database.rows(select(schema.pushes).where(schema.pushes.c.player == player))]


def vacations_of(database: Database, player: str, since: int = 0) -> list[Vacation]:
    """List when a player was on vacation, as far as it ended after a time."""
    table = schema.vacations.c
    wanted = select(schema.vacations).where(table.player == player, table.ends > since).order_by(table.begins)
    return [Vacation(*row) for row in database.rows(wanted)]


def resting(database: Database, match: str, now: int) -> dict[int, int]:
    """Find which seats of a match belong to players on vacation, and until when."""
    wanted = select(sittings.seats, players.away).join(schema.players, players.id == sittings.player)
    rows = database.rows(wanted.where(sittings.match == match, players.away > now))
    return {seat: away for seats, away in rows for seat in read_seats(seats)}


# Writing


def people_statements(database: Database, write: PeopleWrite) -> list[Statement]:
    """Turn what is to be written about people into SQL."""
    if isinstance(write, ports.WaysIn):
        return way_statements(write)
    if isinstance(write, ports.Telling):
        return telling_statements(database, write)
    match write:
        case ports.AddPerson(person):
            return [(schema.players.insert(), [person._asdict()])]
        case ports.ChangePerson(player, values):
            return [(update(schema.players).where(players.id == player).values(values), [])]
        case ports.Hide(player, match):
            mine = (sittings.match == match) & (sittings.player == player)
            return [(update(schema.sittings).where(mine).values(hidden=True), [])]
        case ports.Merge(guest, player):
            return merge(guest, player)
        case ports.EndPerson(player):
            return end_person(player)
        case ports.Rest():
            return rest(write)
        case ports.KeepPuzzles():
            return [put(database, schema.puzzle_standings, write._asdict())]
        case ports.MovePuzzle(game, puzzle, rating):
            moved = {"game": game, "puzzle": puzzle, **msgspec.structs.asdict(rating)}
            return [put(database, schema.puzzle_ratings, moved)]


def way_statements(write: ports.WaysIn) -> list[Statement]:
    """Write the browsers and passkeys by which players come back."""
    match write:
        case ports.AddDevice(device, most):
            gone = oldest_gone(schema.devices, device.player, "used", most)
            return [*gone, (schema.devices.insert(), [device._asdict()])]
        case ports.UseDevice(hash, at):
            return [(update(schema.devices).where(devices.hash == hash).values(used=at), [])]
        case ports.EndDevices():
            return end_devices(write)
        case ports.AddPasskey(passkey):
            return [(schema.passkeys.insert(), [passkey._asdict()])]
        case ports.UsePasskey(id, uses, at):
            return [(update(schema.passkeys).where(passkeys.id == id).values(uses=uses, used=at), [])]
        case ports.EndPasskey(player, id):
            return [(delete(schema.passkeys).where(passkeys.player == player, passkeys.id == id), [])]
        case ports.Challenge(hash, at, old):
            table = schema.challenges
            return [(delete(table).where(table.c.at < old), []), (table.insert(), [{"hash": hash, "at": at}])]
        case ports.TakeChallenge(hash, old):
            table = schema.challenges
            return [(delete(table).where(table.c.hash == hash, table.c.at >= old), [])]


def telling_statements(database: Database, write: ports.Telling) -> list[Statement]:
    """Write where players are told something, and what waits to be sent."""
    match write:
        case ports.AddPush(push, most):
            gone = oldest_gone(schema.pushes, push.player, "added", most)
            return [*gone, put(database, schema.pushes, push._asdict())]
        case ports.EndPush(player, endpoint):
            silent = delete(schema.pushes).where(schema.pushes.c.player == player)
            return [(silent.where(schema.pushes.c.endpoint == endpoint) if endpoint else silent, [])]
        case ports.KeepFact():
            return [(database.insert(schema.facts), [write._asdict()])]
        case ports.AddLetter(letter):
            return [(database.insert(schema.letters), [letter._asdict()])]
        case ports.TakeLetter(id):
            return [(delete(schema.letters).where(schema.letters.c.id == id), [])]


def oldest_gone(table: Any, player: str, by: str, most: int) -> list[Statement]:
    """Make room for one more of a player's: those that are too many go, the oldest first."""
    (key,) = table.primary_key.columns
    newest = select(key).where(table.c.player == player).order_by(table.c[by].desc()).limit(most - 1)
    return [(delete(table).where(table.c.player == player, key.not_in(newest.scalar_subquery())), [])]


def end_devices(write: ports.EndDevices) -> list[Statement]:
    """Sign browsers out, and tell them nothing any more."""
    which = (devices.player == write.player) & (devices.id == write.id if write.id else devices.hash != write.keep)
    pushes = schema.pushes.c
    told = pushes.device.in_(select(devices.id).where(which).scalar_subquery())
    silent = delete(schema.pushes).where(pushes.player == write.player, told)
    return [(silent, []), (delete(schema.devices).where(which), [])]


def rest(write: ports.Rest) -> list[Statement]:
    """End a vacation that goes on, and begin one unless it is over at once."""
    table, mine = schema.vacations, schema.vacations.c.player == write.player
    over = update(table).where(mine, table.c.ends > write.begins).values(ends=write.begins)
    until = update(schema.players).where(players.id == write.player)
    if write.ends <= write.begins:
        return [(over, []), (until.values(away=0), [])]
    return [(over, []), (table.insert(), [write._asdict()]), (until.values(away=write.ends), [])]


def merge(guest: str, player: str) -> list[Statement]:
    """Give what a guest has to a player: what the player has already stays as it is."""
    moved: list[Statement] = []
    for table in (schema.sittings, schema.results):
        there = select(table.c.match).where(table.c.player == player).scalar_subquery()
        mine = update(table).where(table.c.player == guest, table.c.match.not_in(there))
        moved.append((mine.values(player=player), []))
    browser = update(schema.pushes).where(schema.pushes.c.player == guest).values(player=player)
    moved.append((browser, []))
    for table in (schema.ratings, schema.puzzle_standings):
        rated = select(table.c.game).where(table.c.player == player).scalar_subquery()
        mine = update(table).where(table.c.player == guest, table.c.game.not_in(rated))
        moved.append((mine.values(player=player), []))
    return [*moved, *end_person(guest)]


def end_person(player: str) -> list[Statement]:
    """Remove a player, and every row that is theirs."""
    parts = (
        *(schema.devices, schema.passkeys, schema.sittings, schema.results, schema.ratings),
        *(schema.pushes, schema.told, schema.letters, schema.vacations, schema.puzzle_standings),
    )
    gone: list[Statement] = [(delete(part).where(part.c.player == player), []) for part in parts]
    return [*gone, (delete(schema.players).where(players.id == player), [])]


def seat_statements(database: Database, write: matches.Sit | matches.Stay | matches.Unsit) -> list[Statement]:
    """Write who sits where."""
    match write:
        case matches.Sit(match, player, seats, at):
            row = {"match": match, "player": player, "seats": write_seats(seats), "at": at, "hidden": False}
            return [(database.insert(schema.sittings), [row])]
        case matches.Stay(match, next, at):
            columns = (literal(next), sittings.player, sittings.seats, literal(at), literal(False))
            kept = select(*columns).where(sittings.match == match)
            names = ["match", "player", "seats", "at", "hidden"]
            return [(schema.sittings.insert().from_select(names, kept), [])]
        case matches.Unsit(match, seats):
            there = [sittings.seats == write_seats(seats), *(sittings.seats == str(seat) for seat in seats)]
            return [(delete(schema.sittings).where(sittings.match == match, or_(*there)), [])]
