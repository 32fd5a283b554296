"""The text of a match: write it, read it, replay it, and verify its chance."""

from potluck.records.match import Match, Result
from potluck.records.record import Record, Step, read, replay, write
from potluck.records.seal import Seal, commitment, new_seed, verify

__all__ = ["Match", "Record", "Result", "Seal", "Step", "commitment", "new_seed", "read", "replay", "verify", "write"]
