"""The examples do what they say, in small."""

import importlib.util
import sys
from pathlib import Path

import numpy as np

import capolinea

EXAMPLES = Path(__file__).parents[3] / "examples"


def load(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_policy_learns_from_a_teacher_and_from_games():
    train = load("train_policy")
    rng, the_map = np.random.default_rng(1), capolinea.Map("berlin", "fewest_wilds")
    scale = (1 / np.maximum(the_map.high[: the_map.observation_size], 1)).astype(np.float32)
    policy = train.Policy(the_map.observation_size, 32, the_map.num_actions, rng)
    observations, masks, actions = data = train.watch(the_map, "planner", 20)

    def share_of_teacher():
        shares, _ = policy.probabilities(observations * scale, masks)
        return np.log(shares[np.arange(len(actions)), actions]).mean()

    before = share_of_teacher()
    train.imitate(policy, scale, data, 4, rng)
    assert share_of_teacher() > before + 0.2
    weights = [part.copy() for part in policy.weights]
    train.improve(policy, the_map, "greedy", scale, 1, rng)
    assert any((old != new).any() for old, new in zip(weights, policy.weights, strict=True))
    rate, half = train.measure(policy, the_map, "random", scale, 20, rng)
    assert 0 <= rate <= 1 and half >= 0


def test_the_strength_of_the_planner_is_measured(monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["planner_strength.py", "2"])
    load("planner_strength")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[2:] == capolinea.maps() and lines[1].startswith("greedy ")
