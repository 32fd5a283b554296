"""Puzzles in the database: how players stand, and the ratings that their tries have moved."""

import msgspec
from sqlalchemy import select

from potluck.table.people import ports
from potluck.table.people.rating import Rating
from potluck.table.protocol import PuzzleStanding
from potluck.table.store import schema
from potluck.table.store.database import Database
from potluck.table.store.sql import SqlStore
from potluck.table.store.statements import log

decode = msgspec.json.Decoder(PuzzleStanding).decode
standings, ratings = schema.puzzle_standings.c, schema.puzzle_ratings.c


def standings_of(database: Database, player: str) -> dict[str, PuzzleStanding]:
    """Read how a player stands, by game; what cannot be read begins anew."""
    found = {}
    for game, body in database.rows(select(standings.game, standings.body).where(standings.player == player)):
        try:
            found[str(game)] = decode(body)
        except msgspec.MsgspecError as error:
            log.warning("how a player stands at puzzles cannot be read: %s", error)
    return found


def ratings_of(database: Database, game: str) -> dict[str, Rating]:
    """Read the ratings of the puzzles of a game that players have tried."""
    rows = database.rows(select(schema.puzzle_ratings).where(ratings.game == game))
    return {puzzle: Rating(*rating) for _, puzzle, *rating in rows}


class SqlPuzzlers:
    """Be the `Puzzlers` of a table with a database."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store

    async def standing(self, player: str, game: str) -> PuzzleStanding:
        """Read how a player stands."""
        return (await self.store.read(standings_of, player)).get(game, PuzzleStanding())

    async def ratings(self, game: str) -> dict[str, Rating]:
        """Read the ratings of the puzzles that players have tried."""
        return await self.store.read(ratings_of, game)

    async def keep(self, player: str, game: str, standing: PuzzleStanding, moved: dict[str, Rating]) -> None:
        """Keep how a player stands, and the ratings that have moved."""
        body = msgspec.json.encode(standing).decode()
        moves = [ports.MovePuzzle(game, puzzle, rating) for puzzle, rating in moved.items()]
        await self.store.save([], *moves, ports.KeepPuzzles(player, game, body))
