"""The rules of one's own that the documentation and the examples have, as files to load."""

import re
from pathlib import Path

from kit import ROOT
from potluck.games.struggle.custom import load_rules

DOCUMENT = ROOT / "docs" / "struggle-rules.md"
OF_THE_DOCUMENT = ("vampire", "hop", "freeze", "roulette", "martyr")
EXAMPLES = ("veil", "retreat")


def documented() -> dict[str, str]:
    """Take the rules out of the document, by name: a block of code each, or what a block writes into a file."""
    blocks = re.findall(r"^```python\n(.*?)^```", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    sources = [re.sub(r".*write_text\('''(.*?)'''.*", r"\1", block, flags=re.DOTALL) for block in blocks]
    return {re.findall(r"class (\w+)\(own\.Power\)", source)[0].lower(): source for source in sources}


def load_documented(folder: Path) -> None:
    """Load the rules of the document, each from a file of its own."""
    for name, source in documented().items():
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
        load_rules(folder / f"{name}.py")


def load_examples() -> None:
    """Load the rules of the folder examples."""
    for name in EXAMPLES:
        load_rules(ROOT / "examples" / f"{name}.py")
