"""OpenSpiel: importing this registers the game `python_capolinea`. Needs `pip install capolinea[openspiel]`.

Parameters: `map`, `players`, `rewards` (`win` or `score`), `payments`, `deals` and `seed`. The one chance node, at the
beginning, chooses one of the deals with equal probability; the deal's seed decides every later shuffle too. So a history
tells the whole game, and copies and serialised states are exact.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyspiel

from . import Game, Map

_DEFAULTS = {"map": "usa", "players": 2, "rewards": "win", "payments": "all", "deals": 1000, "seed": 0}

_TYPE = pyspiel.GameType(
    short_name="python_capolinea",
    long_name="Capolinea",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=5,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification=_DEFAULTS,
)

# More decisions than any game has: a random game of five has some 500.
_LONGEST = 10_000


class CapolineaGame(pyspiel.Game):
    """The game on one map for some players."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_DEFAULTS, **(params or {})}
        self.map = Map(given["map"], given["payments"])
        self.players = int(given["players"])
        self.reward_kind = given["rewards"]
        self.deals = int(given["deals"])
        self.seed = int(given["seed"])
        highest = 1.0 if self.reward_kind == "win" else 10.0
        Game(self.map, self.players).rewards(self.reward_kind)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.map.num_actions,
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=-highest,
            max_utility=highest,
            utility_sum=0.0,
            max_game_length=_LONGEST,
        )
        super().__init__(_TYPE, info, given)

    def new_initial_state(self) -> CapolineaState:
        return CapolineaState(self)

    def make_py_observer(self, iig_obs_type=None, params=None) -> CapolineaObserver:
        if params:
            raise ValueError(f"the observer takes no parameters; {params} given")
        return CapolineaObserver(self.map)


class CapolineaState(pyspiel.State):
    """A game at one moment."""

    def __init__(self, game: CapolineaGame) -> None:
        super().__init__(game)
        self._settings = (game.map, game.players, game.reward_kind, game.deals, game.seed)
        self.game: Game | None = None

    def current_player(self) -> int:
        if self.game is None:
            return pyspiel.PlayerId.CHANCE
        decider = self.game.decider
        return pyspiel.PlayerId.TERMINAL if decider is None else decider

    def _legal_actions(self, player: int) -> list[int]:
        return self.game.legal_ids(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        deals = self._settings[3]
        return [(deal, 1.0 / deals) for deal in range(deals)]

    def _apply_action(self, action: int) -> None:
        if self.game is None:
            map, players, _, deals, seed = self._settings
            self.game = Game(map, players, seed * deals + action)
        else:
            self.game.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self._settings[0].describe_action(action)

    def is_terminal(self) -> bool:
        return self.game is not None and self.game.is_over

    def returns(self) -> list[float]:
        if self.game is None:
            return [0.0] * self._settings[1]
        return self.game.rewards(self._settings[2])

    def __str__(self) -> str:
        return "deal" if self.game is None else repr(self.game) + "".join(
            f"\n{seat} {text}" for seat, text in self.game.history()
        )


class CapolineaObserver:
    """What a player sees, as a tensor from 0 to 1 and as text."""

    def __init__(self, map: Map) -> None:
        self.tensor = np.zeros(map.observation_size, np.float32)
        self.dict = {
            section["name"]: self.tensor[section["start"] : section["start"] + int(np.prod(section["shape"]))].reshape(
                section["shape"]
            )
            for section in map.sections()
        }

    def set_from(self, state: CapolineaState, player: int) -> None:
        if state.game is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.game.observation(player, "float32")

    def string_from(self, state: CapolineaState, player: int) -> str:
        if state.game is None:
            return "deal"
        return json.dumps(state.game.view(player), sort_keys=True)


pyspiel.register_game(_TYPE, CapolineaGame)
