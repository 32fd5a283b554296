"""Everything that a player of POTUS sees is explained in words.py."""

import potluck
from potluck.core.view import View
from potluck.games.potus.view import PotusView, Side
from potluck.games.potus.words import REFUSALS, THINGS
from potus.play import load

GAME = load()
# Fields of a view that are no things of their own: who it is about, and lists of things.
LISTS = {"phase", "tokens", "trails", "sides", "categories", "owner", "actor", "winner", "card", "kind", "earned"}


def test_every_number_option_and_card_is_explained() -> None:
    fields = {*PotusView.__struct_fields__, *Side.__struct_fields__} - {*View.__struct_fields__, *LISTS}
    options = {option.name for option in GAME.options} - {"first"}
    state = GAME.new()
    while state.to_move >= 0:
        state.play(state.moves()[0])
    cards = {GAME.write(state, card) for card in range(GAME.chance_count)}
    view = GAME.view(state, 0)
    assert isinstance(view, PotusView)
    assert view.categories == ["Domestic", "Foreign", "Leadership", "Popularity"]
    kinds = {token.kind.lower() for token in view.tokens}
    assert fields | options | cards | kinds | set(view.categories) <= set(THINGS)


def test_every_explanation_is_a_sentence_with_its_ruling() -> None:
    rulings = potluck.rulings("potus")
    for thing in THINGS.values():
        assert thing.name[0].isupper()
        assert thing.effect.endswith(".")
        assert thing.ruling in rulings
    assert {f"PO{number}" for number in REFUSALS} <= set(rulings)
