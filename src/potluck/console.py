"""What the commands write to: a terminal that nothing from outside can steer."""

import re
from typing import Any

from rich.console import Console as RichConsole
from rich.text import Text

STEERING = re.compile(r"[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


def harmless(text: str) -> str:
    """Write characters that would move the cursor, turn the writing around or hide as escapes."""
    return STEERING.sub(lambda found: ascii(found[0])[1:-1], text)


class Console(RichConsole):
    """Print text in colours, but never colours or anything else that came with the text."""

    def render_str(self, text: str, **style: Any) -> Text:
        """Make a text of what is printed."""
        return super().render_str(harmless(text), **style)
