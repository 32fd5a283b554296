"""Every message of the table: what a client may ask over HTTP and the socket, and what it is answered.

docs/protocol.md explains them; typescript.py writes the page's types from them, openapi.py the OpenAPI document.
No message has a field for the player who acts: that follows from the key that comes with it.
"""

from potluck.table.protocol.base import Keep as Keep
from potluck.table.protocol.base import Kind as Kind
from potluck.table.protocol.base import Message as Message
from potluck.table.protocol.base import Offer as Offer
from potluck.table.protocol.base import Status as Status
from potluck.table.protocol.commands import Abort as Abort
from potluck.table.protocol.commands import Action as Action
from potluck.table.protocol.commands import Answer as Answer
from potluck.table.protocol.commands import Command as Command
from potluck.table.protocol.commands import Commit as Commit
from potluck.table.protocol.commands import Done as Done
from potluck.table.protocol.commands import Leave as Leave
from potluck.table.protocol.commands import Move as Move
from potluck.table.protocol.commands import Propose as Propose
from potluck.table.protocol.commands import Ready as Ready
from potluck.table.protocol.commands import Reply as Reply
from potluck.table.protocol.commands import Resign as Resign
from potluck.table.protocol.commands import Return as Return
from potluck.table.protocol.commands import Reveal as Reveal
from potluck.table.protocol.commands import Say as Say
from potluck.table.protocol.commands import SitIn as SitIn
from potluck.table.protocol.commands import Undo as Undo
from potluck.table.protocol.lists import Frame as Frame
from potluck.table.protocol.lists import GameCard as GameCard
from potluck.table.protocol.lists import Health as Health
from potluck.table.protocol.lists import Hint as Hint
from potluck.table.protocol.lists import HintLine as HintLine
from potluck.table.protocol.lists import Imported as Imported
from potluck.table.protocol.lists import LevelCard as LevelCard
from potluck.table.protocol.lists import Lobby as Lobby
from potluck.table.protocol.lists import LobbyEntry as LobbyEntry
from potluck.table.protocol.lists import OptionCard as OptionCard
from potluck.table.protocol.lists import Replay as Replay
from potluck.table.protocol.lists import RuleCard as RuleCard
from potluck.table.protocol.lists import RulingCard as RulingCard
from potluck.table.protocol.questions import AskPosition as AskPosition
from potluck.table.protocol.questions import AskPreview as AskPreview
from potluck.table.protocol.questions import AskPreviews as AskPreviews
from potluck.table.protocol.questions import AskWhy as AskWhy
from potluck.table.protocol.questions import Change as Change
from potluck.table.protocol.questions import FromClient as FromClient
from potluck.table.protocol.questions import Ping as Ping
from potluck.table.protocol.questions import Pong as Pong
from potluck.table.protocol.questions import Position as Position
from potluck.table.protocol.questions import Preview as Preview
from potluck.table.protocol.questions import Previews as Previews
from potluck.table.protocol.questions import Why as Why
from potluck.table.protocol.refusals import Code as Code
from potluck.table.protocol.refusals import Refusal as Refusal
from potluck.table.protocol.setup import BankClock as BankClock
from potluck.table.protocol.setup import BotPlan as BotPlan
from potluck.table.protocol.setup import ClockPlan as ClockPlan
from potluck.table.protocol.setup import Created as Created
from potluck.table.protocol.setup import DaysClock as DaysClock
from potluck.table.protocol.setup import FriendPlan as FriendPlan
from potluck.table.protocol.setup import Invite as Invite
from potluck.table.protocol.setup import Join as Join
from potluck.table.protocol.setup import Joined as Joined
from potluck.table.protocol.setup import Key as Key
from potluck.table.protocol.setup import NewMatch as NewMatch
from potluck.table.protocol.setup import PersonPlan as PersonPlan
from potluck.table.protocol.setup import ProgramPlan as ProgramPlan
from potluck.table.protocol.setup import SeatPlan as SeatPlan
from potluck.table.protocol.snapshot import Attendance as Attendance
from potluck.table.protocol.snapshot import Bye as Bye
from potluck.table.protocol.snapshot import Clock as Clock
from potluck.table.protocol.snapshot import Fairness as Fairness
from potluck.table.protocol.snapshot import LogLine as LogLine
from potluck.table.protocol.snapshot import Player as Player
from potluck.table.protocol.snapshot import Proposal as Proposal
from potluck.table.protocol.snapshot import Result as Result
from potluck.table.protocol.snapshot import Snapshot as Snapshot
from potluck.table.protocol.snapshot import Step as Step

FromServer = Snapshot | Attendance | Done | Refusal | Preview | Previews | Why | Position | Pong | Bye
