"""Many matches of a game in Gymnasium, stepped in one compiled call.

    env = gymnasium.make_vec("potluck/Potential-v0", num_envs=256, vectorization_mode="vector_entry_point")

Each match has the agent on one seat and the opponent on the others; with seat="every" the agent plays all seats, each
observation is that of the seat to move, and each reward goes to the seat that moved.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import potluck
from potluck.adapters.match import check_illegal
from potluck.adapters.rivals import RANDOM, rival, seat_code
from potluck.adapters.tensors import Bytes, view_of
from potluck.bots.batch import Batch
from potluck.core.dice import Dice
from potluck.core.english import shown
from potluck.core.errors import BadOptions
from potluck.core.options import Value


class PotluckVectorEnv(VectorEnv[Bytes, Any, Any]):
    """Step many matches in one compiled call; a match that ends begins again in the same step.

    Observations and masks are read-only views of the kernel's memory, not copies; each step writes new ones.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        *,
        name: str,
        opponent: str = RANDOM,
        seat: int | str = "random",
        seats: int | None = None,
        illegal: str = "raise",
        **options: Value,
    ) -> None:
        self.game = potluck.load(name, **options)
        self.num_envs = num_envs
        self.lenient = check_illegal(illegal) == "lose"
        self.opponent = opponent
        self.start = self.game.new(seats)
        self.chosen_seat = seat_code(seat, int(self.start.seats))
        self.single_observation_space = spaces.Box(0, 255, (self.game.observation_size,), np.uint8)
        self.single_action_space = spaces.Discrete(self.game.move_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        rival(self.game, opponent, Dice(0), 1)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Bytes, dict[str, Any]]:
        """Begin all matches."""
        super().reset(seed=seed)
        dice = Dice(int(self.np_random.integers(1 << 62)))
        facts = (self.num_envs, self.game.move_count, self.game.observation_size, self.chosen_seat)
        opponent = rival(self.game, self.opponent, dice.split(), int(self.start.room))
        self.batch = batch = Batch(self.start, *facts, dice, opponent)
        batch.reset()
        self.rewards, self.ended = view_of(batch.rewards), view_of(batch.ended)
        return self._look()

    def step(self, actions: Any) -> tuple[Bytes, Any, Any, Any, dict[str, Any]]:
        """Play a move in every match; if one of them is illegal none is played."""
        array = np.asarray(actions)
        if array.shape != (self.num_envs,) or array.dtype.kind not in "iu":
            raise BadOptions(f"actions {shown(actions)}: expected {self.num_envs} whole numbers")
        wrong = self.batch.step(np.ascontiguousarray(array, np.int64), self.lenient)
        if wrong >= 0:
            self.game.check(self.batch.states[wrong], int(array[wrong]))
        observations, infos = self._look()
        ended = self.ended.astype(np.bool_)
        if ended.any():
            infos |= {"final_obs": self._rows(self.batch.finals).copy(), "_final_obs": ended}
            infos |= {"scores": self._rows(self.batch.scores).copy(), "_scores": ended}
        return observations, self.rewards.copy(), ended, np.zeros(self.num_envs, np.bool_), infos

    def _look(self) -> tuple[Bytes, dict[str, Any]]:
        """Return what the agent knows in each match, which moves are legal, and which seat it acts for."""
        batch = self.batch
        masks = self._rows(batch.masks)
        return self._rows(batch.observations), {"action_mask": masks, "seat": view_of(batch.seats).copy()}

    def _rows(self, buffer: object) -> Any:
        """Look at the memory of a vec, a row for each match."""
        return view_of(buffer).reshape(self.num_envs, -1)

    def sample(self) -> NDArray[np.int64]:
        """Draw a legal move for every match, as fast as can be."""
        return view_of(self.batch.sample())
