"""The field's own test suites, on every map with every number of players. Each needs its own package."""

import random

import numpy as np
import pytest

import capolinea

TABLES = [
    (name, players)
    for name in capolinea.maps()
    for players in range(capolinea.Map(name).min_players, capolinea.Map(name).max_players + 1)
]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_pettingzoo(name, players):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test, seed_test

    from capolinea.pettingzoo import env

    api_test(env(name, players), num_cycles=300)
    seed_test(lambda: env(name, players), num_cycles=100)


def test_pettingzoo_benchmark_runs(capsys):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import performance_benchmark

    from capolinea.pettingzoo import env

    performance_benchmark(env("usa"))
    assert "turns per second" in capsys.readouterr().out


def test_pettingzoo_render():
    pytest.importorskip("pettingzoo")
    from capolinea.pettingzoo import env

    for mode, start in (("svg", "<svg"), ("ansi", "<Game")):
        one = env("usa", render_mode=mode)
        one.reset(seed=1)
        assert one.render().startswith(start)
        assert one.state_space.contains(one.state())
        one.close()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_gymnasium(name, players):
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from capolinea.gymnasium import CapolineaEnv

    one = CapolineaEnv(name, ["greedy"] * (players - 1))
    check_env(one, skip_render_check=True)
    observation, info = one.reset(seed=3)
    reward, over = 0.0, False
    while not over:
        ids = np.flatnonzero(observation["action_mask"])
        observation, reward, over, cut, info = one.step(int(random.Random(len(ids)).choice(ids.tolist())))
        assert not cut
    assert -1 <= reward <= 1


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_openspiel(name, players):
    pyspiel = pytest.importorskip("pyspiel")
    import capolinea.openspiel  # noqa: F401

    game = pyspiel.load_game("python_capolinea", {"map": name, "players": players, "deals": 20})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    state = game.new_initial_state()
    state.apply_action(7)
    copied = state.clone()
    assert state.information_state_tensor(0) == copied.information_state_tensor(0)
    copied.apply_action(copied.legal_actions()[0])
    assert len(state.history()) == 1 and len(copied.history()) == 2
