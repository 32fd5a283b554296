"""What a study of the lab found, in the small file that the table reads."""

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """Hold one measured figure with its interval of 95 %."""

    name: str
    text: str  # what it is, for a reader
    mean: float
    low: float
    high: float
    unit: str = ""  # "%" for shares, which are between 0 and 1 here

    def shown(self) -> str:
        """Write the figure with its error."""
        scale, unit = (100, " %") if self.unit == "%" else (1, "")
        low, mean, high = (value * scale for value in (self.low, self.mean, self.high))
        spread = (high - low) / 2
        digits = 0 if spread >= 10 else 1 if spread >= 0.1 else 2
        if abs(high + low - 2 * mean) > spread / 10:  # cut off at 0 or 1
            said = f"{mean:.{digits}f}{unit} ({low:.{digits}f} to {high:.{digits}f})"
        else:
            said = f"{mean:.{digits}f}{unit} ± {spread:.{digits}f}"
        return said.replace("-", "−")


class Effect(msgspec.Struct, frozen=True):
    """Tell what a thing that was dealt does, a pair of them, one against another, or all that a side was dealt."""

    kind: str  # alone, together, against or hand
    names: list[str]
    points: Figure  # share of the points of the sides that have it
    logit: float  # effect beyond that of its parts
    error: float
    believed: bool  # it holds although many effects were looked for

    @property
    def label(self) -> str:
        """Name it."""
        return {"alone": "", "together": " with ", "against": " against ", "hand": ", "}[self.kind].join(self.names)


class Arm(msgspec.Struct, frozen=True):
    """Hold the figures of one combination of what was varied, or of another study."""

    options: str
    matches: int
    figures: list[Figure]
    effects: list[Effect] = []  # of what was dealt in another study


class Findings(msgspec.Struct, frozen=True):
    """Hold what a study found, in sentences and figures."""

    game: str
    title: str
    options: str
    players: list[str]
    seats: list[str]  # what the seats are called
    rules: int
    matches: int
    judged: int  # steps of the search behind each verdict; 0: no verdicts
    command: str
    version: str
    sentences: list[str]
    figures: list[Figure]
    endings: list[Figure]
    used: list[Figure]  # how often each thing was used in a match
    arms: list[Arm]
    effects: list[Effect]  # of what was dealt, the surest first
    known: dict[str, str]  # by option: what is known of it, in a sentence
    gained: list[Figure] = []  # chance of winning that a use of each thing brought, where decisions were judged
    marks: list[str] = []  # of each sentence: alarm, look, good or nothing
    judged_matches: int = 0  # of how many matches the decisions were judged
    settings: list[str] = []  # how each player thinks: a level's name with its settings
    shared: list[Effect] = []  # on the points of the first seat, of what holds for all seats alike
    beside: list[Arm] = []  # the same figures of other studies, by their players
    hands: list[Effect] = []  # all that a side was dealt: teams of heroes, sets of rules; the best first
    digest: str = ""  # of the records in their order: whoever plays the study again must come to the same
