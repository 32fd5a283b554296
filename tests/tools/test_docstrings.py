"""The docstrings that are put into the C files."""

from docstrings import document

SOURCE = '''
def roll(dice):
    """Roll "all" dice – at once."""

class Dice:
    """Draw."""

    def word(self):
        """Draw 32 bits.

        Not more.
        """
'''
C = r"""
    {"word",
     (PyCFunction)CPyPy_core___dice___Dice___word,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("word($self)\n--\n\n")},
    .tp_doc = PyDoc_STR("Dice(seed)\n--\n\n"),
    {"roll", (PyCFunction)CPyPy_dice___roll, METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("roll(dice)\n--\n\n")},
    {"bare", (PyCFunction)CPyPy_dice___bare, METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("bare()\n--\n\n")},
"""


def test_methods_functions_and_classes_get_their_docstrings() -> None:
    text = document(C, SOURCE)
    assert r'PyDoc_STR("word($self)\n--\n\nDraw 32 bits.\n\nNot more.")' in text
    assert r'PyDoc_STR("Dice(seed)\n--\n\nDraw.")' in text
    assert r'PyDoc_STR("roll(dice)\n--\n\nRoll \"all\" dice \342\200\223 at once.")' in text
    assert r'PyDoc_STR("bare()\n--\n\n")' in text
