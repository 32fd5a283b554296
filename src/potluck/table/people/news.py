"""What players are told when days lie between moves: plain text, in a mail or on a screen."""

from typing import NamedTuple

from potluck.core.english import counted, listed
from potluck.table.match.clocks import HOUR
from potluck.table.people.ports import Sitting


class Message(NamedTuple):
    """Hold what is told: one line, and a few sentences."""

    title: str
    text: str


def message(what: str, sitting: Sitting, now: int) -> Message | None:
    """Say what there is to say; nothing if it is not so any more."""
    card = sitting.card
    named = f"{card.title} with {rivals_of(sitting)}"
    if what == "over":
        return Message(f"{named}: it is over", f"Your match of {named} is over. {card.said}")
    if what == "begin":
        text = f"Everybody has come to your match of {named}. Open it once in the browser that you made it with, "
        return Message(f"{named}: come to the table", f"{text}so that it can begin.") if waits(sitting) else None
    if not is_to_move(sitting):
        return None
    left = time_left(card.due, now)
    if what == "remind":
        return Message(f"{named}: {left} left", f"It is still your turn. You have {left} left; then the match is lost.")
    return Message(f"{named}: your turn", f"It is your turn, and you have {left}. {card.said}".strip())


def is_to_move(sitting: Sitting) -> bool:
    """Tell whether it is the player's turn."""
    return sitting.card.status == "playing" and sitting.card.to_move in sitting.seats


def waits(sitting: Sitting) -> bool:
    """Tell whether the match has not begun."""
    return sitting.card.status == "waiting"


def rivals_of(sitting: Sitting) -> str:
    """Name those who play with somebody."""
    others = [name or "a friend" for seat, name in enumerate(sitting.card.players) if seat not in sitting.seats]
    return listed(others) or "yourself"


def time_left(due: int | None, now: int) -> str:
    """Say how long somebody has."""
    hours = max(0, (due or now) - now) // HOUR
    days, rest = divmod(hours, 24)
    if days:
        return counted(days, "day") + (f" and {counted(rest, 'hour')}" if rest else "")
    return counted(hours, "hour") if hours else "less than an hour"
