"""The special rules that can be named in a match: the nine, and those that players have written.

Only the person who runs the program calls `load_rules`: a file of rules is a program. A record or a browser can name a
rule, never a file.
"""

import hashlib
import importlib.util
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from potluck.core.english import shown
from potluck.core.errors import BadOptions, BrokenRule
from potluck.core.options import Code
from potluck.games.struggle.board import CELLS
from potluck.games.struggle.patience import Endless, Patience
from potluck.games.struggle.position import BLOCKS, COLOURS, StrugglePosition
from potluck.games.struggle.power import ALLOWS, FORBIDS, MEMORY_BYTES, MOMENTS, NO_CYCLE, SILENT, Power
from potluck.games.struggle.powers import nine_powers

RULES_VARIABLE = "POTLUCK_RULES"  # names files, for the processes that a program starts
RESERVED = ("open", "random", "secret", "none", "stop", "skip", "lay", *COLOURS)
RULEBOOK = len(nine_powers())  # the rules of the rulebook come first, with the numbers from 1
LISTING = ("free_moves", "turn_moves", "pause_moves", "answer_moves")
YES_OR_NO = ("keeps_apart", "absorbs", "end_turn", "play", "rolled", "lets_over")
QUIET = ("jumped", "removed", "landed", "passed_over")
WORDS = ("write", "path", "label", "ask", "tell", "explain", "note", "reach", "fault")
HOOKS = (*LISTING, *YES_OR_NO, *QUIET, *WORDS, "judges", "why_not")
MOST_CODES = 2000
RULINGS = 28
MOST_FACES = 100
PATIENCE = Patience()
SIGN = r"[MLHVCSQTAZmlhvcsqtaz0-9 .,-]{0,400}"  # SVG path data, and nothing else


class Installed(NamedTuple):
    """Remember a rule that was loaded from a file."""

    name: str
    digest: str  # SHA-256 of the file
    file: str
    make: Callable[[], Power]
    source: str

    @property
    def full_name(self) -> str:
        """Write the rule as records name it."""
        return f"{self.name}@{self.digest}"


_installed: dict[str, Installed] = {}  # by name, as the host has loaded them
_kept: dict[str, Installed] = {}  # by full name: those, and what was kept of earlier ones with a match


def load_rules(path: str | Path) -> list[str]:
    """Run a file that defines subclasses of Power, and install each; return their full names, name@sha256."""
    file = Path(path)
    try:
        source = file.read_bytes()
    except OSError as error:
        raise BadOptions(f"rules {shown(str(path))}: {error.strerror}") from error
    rules = _install(file, source)
    _installed.update({rule.name: rule for rule in rules})
    return [rule.full_name for rule in rules]


def restore(code: Sequence[Code]) -> None:
    """Make rules usable that were kept with a match, beside those that the host has loaded now."""
    for kept in code:
        if f"{kept.name}@{kept.digest}" not in _kept:
            _install(Path(kept.file), kept.source.encode())


def _install(file: Path, source: bytes) -> list[Installed]:
    """Run the source of rules, check them, and remember them by their full names."""
    digest = hashlib.sha256(source).hexdigest()
    module = _run(file, source, digest)
    classes = [
        found
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, Power) and found.__module__ == module.__name__
    ]
    if not classes:
        raise BadOptions(f"rules {shown(str(file))}: expected at least one class that derives from Power")
    rules = [_inspect(found, digest, str(file), source) for found in classes]
    _kept.update({rule.full_name: rule for rule in rules})
    return rules


def installed_rules() -> list[Installed]:
    """List the rules that were loaded, by name."""
    return [_installed[name] for name in sorted(_installed)]


def loaded_powers() -> list[Power]:
    """Make each rule that was loaded, or that the environment names."""
    if not _installed:
        load_configured()
    return [rule.make() for rule in installed_rules()]


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
    return f"{Path(file).name}, line {line or 1}: {type(error).__name__}: {error}"


def _inspect(found: type[Power], digest: str, file: str, source: bytes) -> Installed:
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
    if not 0 <= power.dice <= MOST_FACES or not re.fullmatch(SIGN, power.sign):
        raise BadOptions(f"{where}: expected a die of at most {MOST_FACES} faces, and SVG path data as sign (ST23)")
    if not all(re.fullmatch(r"[a-z_]+", name) for name in power.memory):
        raise BadOptions(f"{where}: expected names of small letters for the bytes of memory (ST23)")
    return Installed(power.name, digest, file, guarded, source.decode())


def file_of(power: Power) -> str:
    """Name the file that a rule of one's own was loaded from; nothing for the nine."""
    return getattr(power, "file", "")


# A rule that fails voids its match


def _guard(found: type[Power], file: str) -> Callable[[], Power]:
    """Derive a class whose hooks report an error, or an answer that cannot be, with file and line."""
    own = [name for name in HOOKS if is_overridden(found, name)]
    if "end_turn" in own:  # whoever asks is answered
        own.append("answer_moves")
    hooks = {name: _guarded(getattr(found, name), name, file) for name in own}
    guarded: Callable[[], Power] = type(found.__name__, (found,), {**hooks, "file": Path(file).name})
    return guarded


def _guarded(hook: Callable[..., Any], name: str, file: str) -> Callable[..., Any]:
    """Wrap one hook; words that have failed are those that every rule has, so that a void match can be shown."""

    def call(self: Any, position: StrugglePosition, *arguments: Any) -> Any:
        if name in self.__dict__.get("speechless", ()):
            return getattr(Power, name)(self, position, *arguments)
        try:
            answer = PATIENCE.call(hook, self, position, *arguments)
            _check_answer(self, name, answer, *arguments)
            return answer
        except BrokenRule:
            raise
        except (Exception, Endless) as error:
            if name in WORDS:
                self.__dict__.setdefault("speechless", set()).add(name)
            raise BrokenRule(str(self.name), _where(error, file)) from error

    return call


def _check_answer(power: Power, hook: str, answer: object, *arguments: Any) -> None:
    """Check that a hook answers as the kernel expects."""
    if hook in LISTING:
        _check_listed(power, hook, answer, *arguments)
    elif hook in YES_OR_NO:
        _expect(hook, answer, isinstance(answer, bool), "True or False")
    elif hook in QUIET:
        _expect(hook, answer, answer is None, "no answer")
    elif hook in ("judges", "why_not"):
        known = (FORBIDS, SILENT, ALLOWS) if hook == "judges" else range(1, RULINGS + 1)
        _expect(hook, answer, answer in known, "FORBIDS, SILENT or ALLOWS" if hook == "judges" else "a ruling's number")
    elif hook == "reach":
        _expect(hook, answer, isinstance(answer, list) and set(answer) <= set(range(CELLS)), "a list of spaces")
    elif hook == "path":
        fits = isinstance(answer, list) and bool(answer) and all(isinstance(word, str) for word in answer)
        _expect(hook, answer, fits, "a list of texts")
    else:
        fits = isinstance(answer, str) and (hook != "write" or re.fullmatch(r"[!-~]{1,40}", answer) is not None)
        _expect(hook, answer, fits, "a word of letters, digits and signs" if hook == "write" else "a text")


def _expect(hook: str, answer: object, fits: bool, what: str) -> None:
    """Refuse an answer that does not fit."""
    if not fits:
        raise ValueError(f"{hook}: expected {what}, but got {shown(answer)}")


def _check_listed(power: Power, hook: str, answer: object, place: int, out: Any, count: int) -> None:
    """Check that what a rule offers lies in its own block, each once; an answer must be possible."""
    least = count + (1 if hook == "answer_moves" else 0)
    if not isinstance(answer, int) or not least <= answer <= count + power.room:
        raise ValueError(f"{hook}: expected the new count, {least} … {count + power.room}, but got {shown(answer)}")
    offered = [int(out[index]) - int(power.base) for index in range(count, answer)]
    if len(set(offered)) < len(offered) or not all(0 <= code < power.codes for code in offered):
        raise ValueError(f"{hook}: expected different codes from 0 to {power.codes - 1}, but got {offered}")


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
    return is_overridden(type(power), hook)


def is_overridden(found: type, hook: str) -> bool:
    """Tell whether a class below Power defines a hook."""
    return any(hook in vars(base) for base in found.__mro__ if issubclass(base, Power) and base is not Power)


def load_configured() -> None:
    """Load the files that whoever started this process named in its environment."""
    for file in filter(None, os.environ.get(RULES_VARIABLE, "").split(os.pathsep)):
        load_rules(file)


def code_of(name: str) -> Code:
    """Tell what is to be kept of a rule with a match."""
    rule = find_rule(name)
    return Code(rule.name, rule.digest, Path(rule.file).name, rule.source)


def find_rule(name: str) -> Installed:
    """Find an installed rule by its name or its full name."""
    short, at, digest = name.partition("@")
    if name in _kept:
        return _kept[name]
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
