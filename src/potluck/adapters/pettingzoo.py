"""The games in PettingZoo, agents in turn (AEC).

    from potluck.adapters.pettingzoo import potential_v0
    env = potential_v0.env(layout="columns")

or `pettingzoo.make("aec", "potluck/potential-v0")` once this module is imported. The mask of legal moves is in the
observation and in the info. An environment can be deep-copied, cloned, pickled, and set to a state it had before.
"""

import copy
import secrets
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, aec_registry, register

import potluck
from potluck.adapters.match import Match, check_illegal
from potluck.adapters.render import MODES, check_mode, render
from potluck.adapters.tensors import Glass, view_of
from potluck.bots.batch import Offer
from potluck.core.dice import Dice
from potluck.core.errors import PotluckError
from potluck.core.options import Value
from potluck.core.state import OVER, SPECTATOR
from potluck.records.match import scores_against, whole

KEPT = ("agents", "agent_selection", "terminations", "truncations", "rewards", "_cumulative_rewards", "cycles")


class PotluckEnv(AECEnv):  # type: ignore[misc]
    """Play a match with one agent a seat: player_0, player_1, …; chance is drawn by the environment."""

    def __init__(
        self,
        name: str,
        *,
        seats: int | None = None,
        illegal: str = "raise",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        super().__init__()
        self.arguments = {"name": name, "seats": seats, "illegal": illegal, "max_cycles": max_cycles}
        self.arguments |= {"render_mode": render_mode, **options}
        self.illegal, self.max_cycles, self.render_mode = check_illegal(illegal), max_cycles, check_mode(render_mode)
        self.game = potluck.load(name, **options)
        self.beginning = Match(self.game, seats)
        self.metadata = {"name": f"{name}_v0", "render_modes": list(MODES), "render_fps": 2}
        self._glass = Glass(self.game)
        self._offer = Offer(self.beginning.state.room, self.game.move_count)
        self._offered = view_of(self._offer.mask).view(np.int8)
        self._nothing = np.zeros(self.game.move_count, np.int8)
        self._nothing.flags.writeable = False
        self.possible_agents = [f"player_{seat}" for seat in range(self.beginning.state.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size, moves = self.game.observation_size, self.game.move_count
        parts: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, 255, (size,), np.uint8),
            "action_mask": spaces.Box(0, 1, (moves,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(parts) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(moves) for agent in self.possible_agents}
        self.agents: list[str] = []
        self.dice: Any = None  # draws for chance

    # The environment's verbs

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; without a seed chance goes on where it stands."""
        if seed is not None or self.dice is None:
            self.dice = Dice(secrets.randbits(62) if seed is None else seed)
        self.match = self.beginning.copy()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self._skip_agent_selection: str | None = None
        self.cycles = 0
        self._go_on()

    def step(self, action: int | None) -> None:
        """Play a move for the agent whose turn it is; None once its match is over."""
        if not self.agents:
            raise PotluckError("step: call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        move = whole(action)
        if not self._offer.has(move):
            if self.illegal == "raise":
                self.game.check(self.match.state, action if move < 0 else move)
            self._end(scores_against(self._seat[agent], len(self.agents)))
            return
        self.match.push(move)
        self.cycles += 1
        self._go_on()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent knows, and its legal moves if it is to move."""
        mask = self._mask if agent == self.agent_selection else self._nothing
        return {"observation": self._glass.look(self.match.state, self._seat[agent]), "action_mask": mask}

    def render(self) -> Any:
        """Draw what everybody may see."""
        return render(self.game, self.match.state, SPECTATOR, self.render_mode) if self.render_mode else None

    def close(self) -> None:
        """Leave; nothing is held open."""

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's moves."""
        return self.action_spaces[agent]

    # What happens between two moves

    def _go_on(self) -> None:
        """Draw for chance, then see whose turn it is."""
        self.match.settle(self.dice)
        state = self.match.state
        if state.to_move == OVER:
            self._end([state.score(seat) for seat in self._seat.values()])
            return
        self.agent_selection = self.possible_agents[state.to_move]
        if self.max_cycles is not None and self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._offer_moves()

    def _end(self, scores: list[float]) -> None:
        """End the match with a score for each agent."""
        for agent, score in zip(self.agents, scores, strict=True):
            self.rewards[agent] = score
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self._offer_moves()

    def _offer_moves(self) -> None:
        """Put the legal moves into the mask and the info of the agent to move."""
        self._offer.update(self.match.state)
        self._mask = self._nothing if self.terminations[self.agent_selection] else self._offered.copy()
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection]["action_mask"] = self._mask

    # Copies

    def get_state(self) -> dict[str, Any]:
        """Return all that set_state needs to come back here; it can be pickled and kept."""
        kept = {name: copy.copy(getattr(self, name)) for name in KEPT}
        return {**kept, "match": self.match.copy(), "dice": copy.copy(self.dice)}

    def set_state(self, state: dict[str, Any]) -> None:
        """Come back to where get_state was called, here or in another environment of the same game."""
        for name in KEPT:
            setattr(self, name, copy.copy(state[name]))
        self.match, self.dice = state["match"].copy(), copy.copy(state["dice"])
        self._skip_agent_selection = None
        if self.agents:
            self._offer_moves()

    def clone(self) -> "PotluckEnv":
        """Make an independent twin, at the same point of the match and of its chance."""
        return copy.deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        state = self.get_state() if hasattr(self, "match") else None
        return {"arguments": self.arguments, "action_spaces": self.action_spaces, "state": state}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(**kept["arguments"])  # type: ignore[misc]
        self.action_spaces = kept["action_spaces"]
        if kept["state"] is not None:
            self.set_state(kept["state"])


def __getattr__(name: str) -> SimpleNamespace:
    """Find potential_v0 and the others: like pettingzoo.classic.connect_four_v3, with env and raw_env."""
    game, _, version = name.rpartition("_")
    if version != "v0" or game not in potluck.names():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    make = partial(PotluckEnv, game)  # it checks what PettingZoo's wrappers would, so it needs none
    return SimpleNamespace(env=make, raw_env=make)


for _name in potluck.names():
    if f"potluck/{_name}-v0" not in aec_registry:
        register("aec", f"potluck/{_name}-v0", PotluckEnv, kwargs={"name": _name})
