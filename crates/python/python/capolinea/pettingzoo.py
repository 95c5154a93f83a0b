"""PettingZoo: every seat is an agent. Needs `pip install capolinea[pettingzoo]`.

An observation is a dict with `observation` (uint8) and `action_mask` (int8). Rewards come at the end of the game.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from . import Game, Map


def env(map: str | Map = "usa", players: int = 2, **options: Any) -> CapolineaEnv:
    """The environment, as PettingZoo's own modules make theirs."""
    return CapolineaEnv(map, players, **options)


class CapolineaEnv(AECEnv):
    """A game in which agents decide one after the other."""

    metadata = {"name": "capolinea_v1", "render_modes": ["svg", "ansi"], "is_parallelizable": False}

    def __init__(
        self,
        map: str | Map = "usa",
        players: int = 2,
        *,
        rewards: str = "win",
        payments: str = "all",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._map = map if isinstance(map, Map) else Map(map, payments)
        self._players = players
        self._reward_kind = rewards
        self.render_mode = render_mode
        # A wrong number of players or kind of rewards is told now, not at the first reset.
        Game(self._map, players).rewards(rewards)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        high = self._map.high
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, high[: self._map.observation_size], dtype=np.uint8),
                    "action_mask": spaces.Box(0, 1, (self._map.num_actions,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(self._map.num_actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(0, high, dtype=np.uint8)
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.game = Game(self._map, self._players, int(self._random.integers(2**63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.game.decider]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        seat = self._seats[agent]
        return {"observation": self.game.observation(seat), "action_mask": self.game.legal_mask(seat)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        # Only the end of a game is rewarded, and nothing follows it: nothing is to be cleared here.
        seat = self.game.step(action)
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
            return
        for name, reward in zip(self.possible_agents, self.game.rewards(self._reward_kind)):
            self.rewards[name] = reward
            self._cumulative_rewards[name] = reward
            self.terminations[name] = True
        self._deads_step_first()

    def state(self) -> np.ndarray:
        """Everything, hidden things too, from the deciding agent's seat."""
        return self.game.perfect_information()

    def render(self) -> str | None:
        if self.render_mode == "svg":
            return self.game._repr_svg_()
        return repr(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to be closed."""

    def __str__(self) -> str:
        return f"capolinea_{self._map.id}_{self._players}"
