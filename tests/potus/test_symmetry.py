"""The shipped board looks the same from both sides, so a position turned round plays the same."""

from kit import COMPILED, Case, sampled_states
from potluck.games.potus.position import BATTLE, RECOUNTING
from potluck.games.potus.rules import PotusState
from potus.play import drawn, legal, load, played, turn_text, turned_round

GAME = load()


def test_a_position_turned_round_has_the_same_moves_turned_round() -> None:
    for state in sampled_states(Case("potus", {}, 2), 21, 120 if COMPILED else 40):
        assert isinstance(state, PotusState)
        if state.phase() in (BATTLE, RECOUNTING):
            continue  # the near seat's card is turned first, whoever that is
        turned = drawn(GAME, turned_round(GAME.write_position(state)))
        texts = legal(GAME, state)
        assert legal(GAME, turned) == {turn_text(text) for text in texts}
        for text in sorted(texts)[:4]:
            after, mirrored = played(GAME, state, text), played(GAME, turned, turn_text(text))
            assert drawn(GAME, turned_round(GAME.write_position(after))).key() == mirrored.key()
