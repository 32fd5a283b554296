"""Pictures of states for the environments: characters with colours, or pixels (pip install potluck[render])."""

import io

import numpy as np
from rich.console import Console

from potluck.adapters.tensors import Bytes
from potluck.core.english import shown
from potluck.core.errors import BadOptions, PotluckError
from potluck.core.game import Game
from potluck.core.state import State

MODES = ("human", "ansi", "rgb_array")


def check_mode(mode: str | None) -> str | None:
    """Return the render mode, if it is one."""
    if mode is not None and mode not in MODES:
        raise BadOptions(f"render_mode={shown(mode)}: expected one of {', '.join(MODES)}")
    return mode


def render(game: Game, state: State, viewer: int, mode: str) -> str | Bytes | None:
    """Draw what a viewer sees; `human` prints it."""
    if mode == "rgb_array":
        return pixels(game.picture(game.view(state, viewer)))
    text = characters(game.sketch(state, viewer))
    if mode == "ansi":
        return text
    print(text)
    return None


def characters(sketch: str) -> str:
    """Turn the colours of a sketch into those of a terminal."""
    out = io.StringIO()
    Console(file=out, force_terminal=True, color_system="standard", width=200, highlight=False).print(sketch)
    return out.getvalue()


def pixels(picture: str) -> Bytes:
    """Turn a picture into rows of red, green and blue."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise PotluckError("render_mode='rgb_array': needs pip install 'potluck[render]'") from error
    png = resvg_py.svg_to_bytes(svg_string=picture, background="#ffffff")
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGB"))
