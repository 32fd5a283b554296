"""The games in OpenSpiel: importing this registers potluck_potential and the others.

    import pyspiel
    import potluck.adapters.openspiel
    game = pyspiel.load_game("potluck_potential(layout=columns,removal_target=4)")

A game's options are its parameters; `players` says how many sit down, and `recall` how many of the last moves are in
the information-state tensor (the string has them all). Chance is a player with exact probabilities.
"""

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import pyspiel

import potluck
from potluck.adapters.match import HIDDEN, Match, camel
from potluck.adapters.tensors import Glass, split
from potluck.core.dice import Dice
from potluck.core.game import Game
from potluck.core.options import Value
from potluck.core.state import ALL, CHANCE, OVER, SPECTATOR
from potluck.games import game_class

PREFIX = "potluck_"
ENDLESS = 1_000_000  # moves declared as the longest match, where the rules set no limit
RECALL = 16
Single, Nobody = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE


def game_type(game: Game) -> Any:
    """Declare a game to OpenSpiel."""
    kinds = pyspiel.GameType
    chance, information = kinds.ChanceMode, kinds.Information
    return kinds(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if game.has_chance else chance.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if game.has_secrets else information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(type(game)),
    )


def parameters(kind: type[Game]) -> dict[str, Value]:
    """List the parameters of a game with their defaults."""
    return {"players": kind.seats[0], "recall": RECALL} | {option.name: option.default for option in kind.options}


class PotluckGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its options, as OpenSpiel holds it; a subclass names the game."""

    kind: ClassVar[type[Game]]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        defaults = parameters(self.kind)
        given = {name: type(default)((params or {}).get(name, default)) for name, default in defaults.items()}
        changed = {name: value for name, value in given.items() if value != defaults[name]}
        players, self.recall = int(given.pop("players")), int(given.pop("recall"))
        self.rules = self.kind(**given)
        self.beginning = Match(self.rules, players)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.move_count,
            max_chance_outcomes=self.rules.chance_count,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.limit or ENDLESS,
        )
        super().__init__(game_type(self.rules), info, changed)

    def new_initial_state(self, match: Match | None = None) -> "PotluckState":
        """Begin a match, or go on with one."""
        return PotluckState(self, match or self.beginning.copy())

    def max_chance_nodes_in_history(self) -> int:
        """Tell how often chance may draw: no more often than there are moves."""
        return (self.rules.limit or ENDLESS) if self.rules.has_chance else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Make what OpenSpiel looks at states with."""
        if params:
            raise ValueError(f"observer parameters {params}: expected none")
        return Observer(self.rules, self.recall, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class PotluckState(pyspiel.State):  # type: ignore[misc]
    """A state of one of our games; `match` holds all of it, and knows how to be copied and pickled."""

    def __init__(self, game: PotluckGame, match: Match) -> None:
        super().__init__(game)
        self.match = match

    def current_player(self) -> Any:
        """Return who is to move."""
        mover = self.match.state.to_move
        return mover if mover >= 0 else pyspiel.PlayerId.CHANCE if mover == CHANCE else pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        """List the legal moves, ascending."""
        return list(self.match.state.moves())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List what chance may draw, with the probabilities."""
        state = self.match.state
        weights = {int(move): int(state.weight(move)) for move in state.moves()}
        return [(move, weight / sum(weights.values())) for move, weight in weights.items()]

    def _apply_action(self, action: int) -> None:
        """Play a move; an illegal one is refused with its ruling."""
        self.match.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """Write a move in notation."""
        if (player == CHANCE) != (self.match.state.to_move == CHANCE):
            return f"{'chance' if player == CHANCE else 'move'} {action}"  # its words depend on the state it belongs to
        return self.match.game.write(self.match.state, action)

    def is_terminal(self) -> bool:
        """Tell whether the match is over."""
        return bool(self.match.state.to_move == OVER)

    def returns(self) -> list[float]:
        """Return the score of each seat, 0 until the match is over."""
        state = self.match.state
        return [state.score(seat) if state.to_move == OVER else 0.0 for seat in range(state.seats)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "PotluckState":
        """Draw a state that the player cannot tell from this one; its OpenSpiel history is empty."""
        dice = Dice(int(sampler() * (1 << 30)))
        return PotluckState(self.get_game(), self.match.resample(player, dice))

    def __str__(self) -> str:
        return self.match.game.write_position(self.match.state)


class Observer:
    """Look at a state for a player: the position as it may know it, and with perfect recall the moves before it."""

    def __init__(self, game: Game, recall: int, kind: Any) -> None:
        self.game = game
        self.kind = kind
        self.glass = Glass(game)
        self.dict: dict[str, Any] = {}
        self.tensor: Any = None
        self.recall = recall if kind.perfect_recall else 0
        if kind.public_info and kind.private_info == Single:
            self.tensor = np.zeros(game.observation_size + 2 * self.recall, np.float32)
            self.dict = split(game, self.tensor)
            if self.recall:
                self.dict["told"] = self.tensor[game.observation_size :].reshape(self.recall, 2)

    def set_from(self, state: PotluckState, player: int) -> None:
        """Write the tensor; a move told, the latest first, is its mover + 2 and its number + 1, or 0 if hidden."""
        self.tensor[:] = 0
        self.tensor[: self.game.observation_size] = self.glass.look(state.match.state, player)
        if self.recall:
            for row, told in enumerate(reversed(state.match.told_to(player)[-self.recall :])):
                self.dict["told"][row] = told.mover + 2, told.move - HIDDEN

    def string_from(self, state: PotluckState, player: int) -> str:
        """Write what the player knows."""
        match = state.match
        if not self.kind.public_info:
            return self._private_lines(match, player) if self.game.has_secrets else ""
        viewer = player if self.kind.private_info == Single else SPECTATOR if self.kind.private_info == Nobody else ALL
        position = f"seat {player}\n{self.game.write_position(match.state, viewer)}"
        if not self.kind.perfect_recall or viewer != player:
            return position
        moves = " ".join(f"({told.text})" if told.mover == CHANCE else told.text for told in match.told_to(player))
        return f"{position}\n{moves}"

    def _private_lines(self, match: Match, player: int) -> str:
        """Write the lines of the position that only the player sees."""
        public = set(self.game.write_position(match.state, SPECTATOR).splitlines())
        own = [line for line in self.game.write_position(match.state, player).splitlines() if line not in public]
        return "\n".join([f"seat {player}", *own])


def register() -> None:
    """Register all games with OpenSpiel, once."""
    known = set(pyspiel.registered_names())
    for name in potluck.names():
        if PREFIX + name not in known:
            # A class, not a function: OpenSpiel's registry outlives the interpreter, and would free a function then.
            maker = type(f"{camel(name)}Game", (PotluckGame,), {"kind": game_class(name)})
            pyspiel.register_game(game_type(potluck.load(name)), maker)


register()
