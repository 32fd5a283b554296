"""The errors a person can meet: each is one sentence; the first four quote what was asked and say why not."""


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
    """Refuse an unknown game, an unknown option or a value; `option` and `why` say of which option, and why not."""

    def __init__(self, sentence: str, option: str = "", why: str = "") -> None:
        super().__init__(sentence)
        self.option = option
        self.why = why


def bad_option(name: str, value: object, why: str, ruling: str = "") -> BadOptions:
    """Make the error for a value that an option cannot take."""
    cited = f" ({ruling})" if ruling else ""
    return BadOptions(f"option {name}={value}: {why}{cited}", name, why)


class BadRecord(PotluckError):
    """Refuse the text of a match; the sentence names the line."""


class BrokenRule(PotluckError):
    """Report that a rule which players wrote failed: the match that met it is void."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(rule, reason)  # as pickle takes it to another process
        self.rule = rule
        self.reason = reason

    def __str__(self) -> str:
        return f"the rule {self.rule} failed ({self.reason}), so the match is void"
