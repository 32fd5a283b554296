"""The special rules that can be named in a match: the nine, and those that players have written.

Only the person who runs the program calls `load_rules`: a file of rules is a program. A record or a browser can name a
rule, never a file.
"""

import hashlib
import importlib.util
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from potluck.core.english import shown
from potluck.core.errors import BadOptions, PotluckError
from potluck.games.struggle.position import BLOCKS, COLOURS, DRAW, StrugglePosition
from potluck.games.struggle.power import MEMORY_BYTES, MOMENTS, NO_CYCLE, Power
from potluck.games.struggle.powers import nine_powers

RULES_VARIABLE = "POTLUCK_RULES"  # names files, for the processes that a program starts
RESERVED = ("open", "random", "secret", "none", "stop", "skip", "lay", *COLOURS)
HOOKS = (
    *(*MOMENTS, "pause_moves", "answer_moves", "play", "lets_over", "passed_over"),
    *("why_not", "write", "path", "tell", "explain", "note", "reach", "fault"),
)
LISTING = ("free_moves", "turn_moves", "pause_moves", "answer_moves")
MOST_CODES = 2000


class BrokenRule(PotluckError):
    """Report that a rule written by a player failed; the match is void."""


class Installed(NamedTuple):
    """Remember a rule that was loaded from a file."""

    name: str
    digest: str  # SHA-256 of the file
    file: str
    make: Callable[[], Power]

    @property
    def full_name(self) -> str:
        """Write the rule as records name it."""
        return f"{self.name}@{self.digest}"


_installed: dict[str, Installed] = {}


def load_rules(path: str | Path) -> list[str]:
    """Run a file that defines subclasses of Power, and install each; return their full names, name@sha256."""
    file = Path(path)
    try:
        source = file.read_bytes()
    except OSError as error:
        raise BadOptions(f"rules {shown(str(path))}: {error.strerror}") from error
    digest = hashlib.sha256(source).hexdigest()
    module = _run(file, source, digest)
    classes = [
        found
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, Power) and found.__module__ == module.__name__
    ]
    if not classes:
        raise BadOptions(f"rules {shown(str(path))}: expected at least one class that derives from Power")
    rules = [_inspect(found, digest, str(file)) for found in classes]
    _installed.update({rule.name: rule for rule in rules})
    return [rule.full_name for rule in rules]


def installed_rules() -> list[Installed]:
    """List the rules that were loaded, by name."""
    return [_installed[name] for name in sorted(_installed)]


def _run(file: Path, source: bytes, digest: str) -> Any:
    """Execute the file as a module of its own."""
    name = f"struggle_rules_{digest[:16]}"
    spec = importlib.util.spec_from_loader(name, loader=None, origin=str(file))
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        exec(compile(source, str(file), "exec"), vars(module))
    except Exception as error:
        raise BadOptions(f"rules {_where(error, str(file))}") from error
    return module


def _where(error: BaseException, file: str) -> str:
    """Name the line of a rule's file in which an error arose."""
    line = error.lineno if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return f"{file}, line {line or 1}: {type(error).__name__}: {error}"


def _inspect(found: type[Power], digest: str, file: str) -> Installed:
    """Check what a class says of itself, and prepare it for use."""
    guarded = _guard(found, file)
    try:
        power = guarded()
    except Exception as error:
        raise BadOptions(f"rules {_where(error, file)}") from error
    where = f"rules {file}, class {found.__name__}"
    if not re.fullmatch(r"[a-z][a-z_]{1,19}", power.name) or power.name in RESERVED:
        raise BadOptions(f"{where}: expected a name of small letters, but got {shown(power.name)} (ST23)")
    if power.name in [nine.name for nine in nine_powers()]:
        raise BadOptions(f"{where}: {power.name} is the name of a rule of the rulebook (ST23)")
    if not 0 <= power.codes <= MOST_CODES or not 0 <= power.colour < len(COLOURS):
        raise BadOptions(f"{where}: expected at most {MOST_CODES} codes, and a colour from 0 to 5 (ST23)")
    if len(power.memory) > MEMORY_BYTES or not NO_CYCLE <= power.cycle < max(len(power.memory), 1):
        raise BadOptions(f"{where}: expected at most {MEMORY_BYTES} bytes of memory, the cycle's among them (ST23)")
    if not all(re.fullmatch(r"[a-z_]+", name) for name in power.memory):
        raise BadOptions(f"{where}: expected names of small letters for the bytes of memory (ST23)")
    return Installed(power.name, digest, file, guarded)


# A rule that raises voids its match


def _guard(found: type[Power], file: str) -> Callable[[], Power]:
    """Derive a class whose hooks report an error with file and line, and void the match."""
    own = [
        name
        for name in HOOKS
        if any(name in vars(base) for base in found.__mro__ if issubclass(base, Power) and base is not Power)
    ]
    hooks = {name: _guarded(getattr(found, name), name, file) for name in own}
    guarded: Callable[[], Power] = type(found.__name__, (found,), hooks)
    return guarded


def _guarded(hook: Callable[..., Any], name: str, file: str) -> Callable[..., Any]:
    """Wrap one hook."""

    def call(self: Power, position: StrugglePosition, *arguments: Any) -> Any:
        try:
            answer = hook(self, position, *arguments)
            if name in LISTING:
                _check_listed(self, answer, *arguments)
            return answer
        except BrokenRule:
            raise
        except Exception as error:
            position.finish(DRAW, 23)
            raise BrokenRule(f"rule {self.name} ({_where(error, file)}); the match is void (ST23)") from error

    return call


def _check_listed(power: Power, answer: object, place: int, out: Any, count: int) -> None:
    """Check that what a rule offers lies in its own block, each once."""
    if not isinstance(answer, int) or not count <= answer <= count + power.room:
        raise ValueError(f"expected the new count, at most {power.room} more than {count}, but got {answer!r}")
    offered = [int(out[index]) - int(power.base) for index in range(count, answer)]
    if len(set(offered)) < len(offered) or not all(0 <= code < power.codes for code in offered):
        raise ValueError(f"expected different codes from 0 to {power.codes - 1}, but got {offered}")


# The rules of one game


def catalogue(extra: list[str]) -> list[Power]:
    """Make the rules of a game, the nine first, then those named; give each its number and its codes."""
    powers = [*nine_powers(), *(find_rule(name).make() for name in extra)]
    base = BLOCKS
    for number, power in enumerate(powers, start=1):
        power.number = number
        power.base = base
        power.moments = sum(2**moment for hook, moment in MOMENTS.items() if overrides(power, hook))
        base += power.codes
    return powers


def overrides(power: Power, hook: str) -> bool:
    """Tell whether a rule has its own version of a hook."""
    return any(hook in vars(base) for base in type(power).__mro__ if issubclass(base, Power) and base is not Power)


def load_configured() -> None:
    """Load the files that whoever started this process named in its environment."""
    for file in filter(None, os.environ.get(RULES_VARIABLE, "").split(os.pathsep)):
        load_rules(file)


def find_rule(name: str) -> Installed:
    """Find an installed rule by its name or its full name."""
    short, at, digest = name.partition("@")
    if short not in _installed:
        load_configured()
    if short not in _installed:
        known = ", ".join([power.name for power in nine_powers()] + sorted(_installed))
        raise BadOptions(
            f"special rule {shown(name)}: expected one of {known}; load a file of rules to add its own (ST23)"
        )
    rule = _installed[short]
    if at and digest != rule.digest:
        raise BadOptions(
            f"special rule {shown(name)}: the file that is loaded has another content, {rule.digest} (ST23)"
        )
    return rule
