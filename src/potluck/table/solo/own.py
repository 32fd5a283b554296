"""The matches that a browser keeps, as a server lists those of a player: alone, all of them are theirs."""

from potluck.table.live.asking import Answer, Request, json_answer
from potluck.table.live.hall import Hall
from potluck.table.live.limits import Limits
from potluck.table.live.rest import Handler, Rest
from potluck.table.match.ports import Delete
from potluck.table.protocol import MyMatch, MyMatches, endpoints
from potluck.table.protocol.endpoints import Endpoint
from potluck.table.protocol.refusals import Refused
from potluck.table.solo.store import Head, ShelfStore


class Own(Rest):
    """Answer at the endpoints of the rooms, and at those of the one who plays here."""

    def __init__(self, store: ShelfStore, hall: Hall, limits: Limits) -> None:
        self.store = store
        super().__init__(hall, limits)

    def handlers(self) -> dict[Endpoint, Handler]:
        """Say who answers at which endpoint."""
        return {**super().handlers(), endpoints.MY_MATCHES: self.my_matches, endpoints.FORGET: self.forget}

    async def my_matches(self, request: Request) -> Answer:
        """List all matches."""
        return json_answer(self.list_matches())

    def list_matches(self) -> MyMatches:
        """List what is kept, the newest first."""
        newest = sorted(self.store.heads.values(), key=lambda head: head.card.created, reverse=True)
        return MyMatches([shown(head) for head in newest])

    async def forget(self, request: Request) -> Answer:
        """Remove a match from this browser: a finished one, or one that cannot be opened."""
        id = request.path_params["match"]
        head = self.store.heads.get(id)
        if head is None:
            raise Refused("not_found", "this match is not on your list")
        if head.card.status != "over" and id not in self.hall.aside:
            raise Refused("not_over", "the match is not over; abandon it first")
        await self.store.save([], Delete(id))
        room = self.hall.rooms.pop(id, None)
        if room is not None:
            room.let_go(Refused("not_found", "the match was deleted"))
        return json_answer(self.list_matches())


def shown(head: Head) -> MyMatch:
    """Show a match in the list."""
    return MyMatch(head.card, list(head.seats), head.outcome)
