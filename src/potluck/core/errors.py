"""The four errors a person can meet: each is one sentence that quotes what was asked and says why not."""


class PotluckError(ValueError):
    """Refuse something that came from outside, in a sentence for its sender."""


class IllegalMove(PotluckError):
    """Refuse a move that the rules forbid here; `ruling` is the id of the rule that does."""

    def __init__(self, sentence: str, ruling: str = "") -> None:
        super().__init__(sentence)
        self.ruling = ruling


class BadNotation(PotluckError):
    """Refuse a text that is no move, or no position, of this game."""


class BadOptions(PotluckError):
    """Refuse an unknown game, an unknown option or a value that it cannot take."""


class BadRecord(PotluckError):
    """Refuse the text of a match; the sentence names the line."""
