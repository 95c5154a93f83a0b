"""Gymnasium: one seat against built-in bots. Needs `pip install capolinea[gymnasium]`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from . import Bot, Game, IllegalActionError, Map


class CapolineaEnv(gymnasium.Env):
    """One seat of a game; bots have the others.

    An observation is a dict with `observation` (uint8) and `action_mask` (int8); `info["action_mask"]` has the mask too.
    An illegal action does nothing and costs `illegal_reward`, and `info["rule"]` names the rule; or it raises, with `illegal_reward=None`.
    """

    metadata = {"render_modes": ["svg", "ansi"]}

    def __init__(
        self,
        map: str | Map = "usa",
        opponents: Sequence[str] = ("greedy",),
        *,
        seat: int | None = None,
        rewards: str = "win",
        payments: str = "all",
        illegal_reward: float | None = -0.01,
        max_steps: int = 2000,
        render_mode: str | None = None,
    ) -> None:
        self._map = map if isinstance(map, Map) else Map(map, payments)
        self._opponents = list(opponents)
        self._players = len(self._opponents) + 1
        self._fixed_seat = seat
        self._reward_kind = rewards
        self._illegal_reward = illegal_reward
        self._max_steps = max_steps
        self.render_mode = render_mode
        # Wrong names and numbers are told now, not at the first reset.
        Game(self._map, self._players).rewards(rewards)
        for name in self._opponents:
            Bot(name)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, self._map.high[: self._map.observation_size], dtype=np.uint8),
                "action_mask": spaces.Box(0, 1, (self._map.num_actions,), dtype=np.int8),
            }
        )
        self.action_space = spaces.Discrete(self._map.num_actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None):
        super().reset(seed=seed)
        self.seat = int(self.np_random.integers(self._players)) if self._fixed_seat is None else self._fixed_seat
        self.game = Game(self._map, self._players, int(self.np_random.integers(2**63 - 1)))
        names = iter(self._opponents)
        seats = [seat for seat in range(self._players) if seat != self.seat]
        self._bots = {seat: Bot(next(names), seed=int(self.np_random.integers(2**63 - 1))) for seat in seats}
        self._steps = 0
        self._let_bots_play()
        return self._observation(), self._info()

    def step(self, action: int):
        self._steps += 1
        reward, info = 0.0, {}
        try:
            self.game.step(int(action))
        except ValueError as refused:
            if self._illegal_reward is None:
                raise
            rule = refused.rule if isinstance(refused, IllegalActionError) else None
            reward, info = self._illegal_reward, {"rule": rule, "illegal": str(refused)}
        else:
            self._let_bots_play()
            if self.game.is_over:
                reward = float(self.game.rewards(self._reward_kind)[self.seat])
        is_over = self.game.is_over
        return self._observation(), reward, is_over, not is_over and self._steps >= self._max_steps, self._info() | info

    def render(self):
        if self.render_mode == "svg":
            return self.game._repr_svg_()
        return repr(self.game) if self.render_mode == "ansi" else None

    def _let_bots_play(self) -> None:
        while (decider := self.game.decider) is not None and decider != self.seat:
            self.game.apply(self._bots[decider].choose(self.game))

    def _observation(self) -> dict[str, np.ndarray]:
        return {"observation": self.game.observation(self.seat), "action_mask": self.game.legal_mask(self.seat)}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.game.legal_mask(self.seat), "seat": self.seat}


for _map in ("berlin", "europe", "germany", "san_francisco", "usa"):
    _id = f"capolinea/{_map}-v1"
    if _id not in gymnasium.registry:
        gymnasium.register(_id, entry_point="capolinea.gymnasium:CapolineaEnv", kwargs={"map": _map})
