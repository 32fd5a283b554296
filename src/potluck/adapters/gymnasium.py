"""The games in Gymnasium, for one agent that learns: importing this registers potluck/Potential-v0 and the others.

    env = gymnasium.make("potluck/Potential-v0", opponent="whisk", seat="random")

The other seats are played by the opponent, and chance by the environment. `action_masks` is what sb3-contrib asks for.
Many matches in one compiled call: gymnasium.make_vec(…, num_envs=256, vectorization_mode="vector_entry_point").
"""

import copy
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import registry
from numpy.typing import NDArray

import potluck
from potluck.adapters.match import Match, camel, check_illegal
from potluck.adapters.render import MODES, check_mode, render
from potluck.adapters.rivals import RANDOM, rival, seat_code
from potluck.adapters.tensors import Bytes, Glass, view_of
from potluck.bots.batch import ANY, EVERY, Offer, forfeit_score
from potluck.core.dice import Dice
from potluck.core.options import Value
from potluck.core.state import CHANCE, OVER
from potluck.records.match import whole


class PotluckEnv(gymnasium.Env[Bytes, Any]):
    """Play a match on one seat; with seat="every" on whichever is to move, and `info["seat"]` says which."""

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        *,
        opponent: str = RANDOM,
        seat: int | str = "random",
        seats: int | None = None,
        illegal: str = "raise",
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        self.game = potluck.load(name, **options)
        self.illegal = check_illegal(illegal)
        self.opponent = opponent
        self.beginning = Match(self.game, seats)
        self.chosen_seat = seat_code(seat, int(self.beginning.state.seats))
        self.render_mode = check_mode(render_mode)
        self.observation_space = spaces.Box(0, 255, (self.game.observation_size,), np.uint8)
        self.action_space = spaces.Discrete(self.game.move_count)
        self.arguments = {"name": name, "opponent": opponent, "seat": seat, "seats": seats, "illegal": illegal}
        self.arguments |= {"render_mode": render_mode, **options}
        self._glass = Glass(self.game)
        self._offer = Offer(self.beginning.state.room, self.game.move_count)
        self._offered = view_of(self._offer.mask)
        self._sit_down(Dice(0))

    def _sit_down(self, dice: Dice) -> None:
        """Let the dice draw for chance and for the opponent."""
        self.dice = dice
        self.rival = rival(self.game, self.opponent, dice, int(self.beginning.state.room))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Bytes, dict[str, Any]]:
        """Begin a match, and play until the agent is to move; one that ends before that does not count."""
        super().reset(seed=seed)
        self._sit_down(Dice(int(self.np_random.integers(1 << 62))))
        self.match = self.beginning.copy()
        self.seat = int(self.dice.below(self.match.state.seats)) if self.chosen_seat == ANY else self.chosen_seat
        self._go_on()
        while self.match.state.to_move == OVER:
            self.match = self.beginning.copy()
            self._go_on()
        return self._look()

    def step(self, action: Any) -> tuple[Bytes, float, bool, bool, dict[str, Any]]:
        """Play a move, and all that follows until the agent is to move again; the reward comes at the end."""
        move, state, seat = whole(action), self.match.state, self.seat
        if not self._offer.has(move):
            if self.illegal == "raise":
                self.game.check(state, action if move < 0 else move)
            self._offer.clear()
            observation, info = self._look()
            return observation, forfeit_score(seat, seat, state.seats), True, False, info
        self.match.push(move)
        self._go_on()
        over = bool(state.to_move == OVER)
        observation, info = self._look(seat)
        return observation, state.score(seat) if over else 0.0, over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Tell which moves are legal."""
        return self._offered.astype(np.bool_)

    def render(self) -> Any:
        """Draw what the agent may see."""
        return render(self.game, self.match.state, self.seat, self.render_mode) if self.render_mode else None

    def _go_on(self) -> None:
        """Play for chance and for the opponent until the agent is to move."""
        state = self.match.state
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                self.match.settle(self.dice)
            elif state.to_move != self.seat and self.chosen_seat != EVERY:
                self.match.push(self.rival.choose(state))
            else:
                self.seat = int(state.to_move)
                break
        self._offer.update(state)

    def _look(self, seat: int | None = None) -> tuple[Bytes, dict[str, Any]]:
        """Return what the agent knows now; at the end, what the seat that moved knows."""
        state = self.match.state
        seen_by = self.seat if seat is None or state.to_move != OVER else seat
        info = {"action_mask": self._offered.view(np.int8).copy(), "seat": self.seat}
        return self._glass.look(state, seen_by), info

    def __getstate__(self) -> dict[str, Any]:
        kept: dict[str, Any] = {"arguments": self.arguments, "dice": self.dice, "spec": self.spec}
        kept |= {"np_random": self._np_random, "action_space": self.action_space}
        return kept | ({"match": self.match, "seat": self.seat} if hasattr(self, "match") else {})

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(**kept["arguments"])  # type: ignore[misc]
        self.spec, self._np_random, self.action_space = kept["spec"], kept["np_random"], kept["action_space"]
        self._sit_down(kept["dice"])
        if "match" in kept:
            self.match, self.seat = kept["match"], kept["seat"]
            self._offer.update(self.match.state)

    def clone(self) -> "PotluckEnv":
        """Make an independent twin, at the same point of the match and of its chance."""
        return copy.deepcopy(self)


for _name in potluck.names():
    if f"potluck/{camel(_name)}-v0" not in registry:
        gymnasium.register(
            f"potluck/{camel(_name)}-v0",
            entry_point=f"{__name__}:PotluckEnv",
            vector_entry_point="potluck.adapters.vector:PotluckVectorEnv",
            kwargs={"name": _name},
        )
