"""How many decisions a second, side by side in one run with whatever else is installed: `python crates/python/tests/speed.py`.

Every move is any legal action. Times are of the processor, so other programs on the machine disturb less; with several threads of the
wall. Nothing is asserted.
"""

import random
import time

import numpy as np

import capolinea

SECONDS = 2.0


def measure(name, run, clock=time.process_time):
    """Prints how many decisions `run` makes a second; it makes some and returns how many."""
    run()
    begun, done = clock(), 0
    while clock() - begun < SECONDS:
        done += run()
    rate = done / (clock() - begun)
    print(f"{name:<58}{rate:>12,.0f} a second", flush=True)
    return rate


def aec(env):
    """The loop of PettingZoo's own benchmark."""

    def run():
        env.reset()
        done = 0
        for agent in env.agent_iter(2000):
            observation, _, over, cut, info = env.last()
            if over or cut:
                action = None
            else:
                mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
                action = random.choice(np.flatnonzero(mask).tolist())
            env.step(action)
            done += 1
        return done

    return run


def open_spiel(game):
    """A random game with the tensor that the decider sees."""

    def run():
        state, done = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.chance_outcomes())[0])
                continue
            if game.get_type().provides_observation_tensor:
                state.observation_tensor()
            state.apply_action(random.choice(state.legal_actions()))
            done += 1
        return done

    return run


def batch(**options):
    """1,024 games in one call, 20 times."""
    games = capolinea.Batch("usa", 1024, 2, 1, **options)

    def run():
        for _ in range(20):
            games.step()
        return 20 * 1024

    return run


def others():
    """The same loops with other environments, where they are installed."""
    try:
        from pettingzoo.classic import connect_four_v3

        measure("PettingZoo connect_four", aec(connect_four_v3.env()))
    except Exception as missing:
        print(f"SKIPPED PettingZoo's classics: {missing}")
    try:
        import pyspiel

        import capolinea.openspiel  # noqa: F401

        measure("OpenSpiel capolinea, usa", open_spiel(pyspiel.load_game("python_capolinea", {"deals": 10})))
        for name in ("connect_four", "chess"):
            measure(f"OpenSpiel {name}", open_spiel(pyspiel.load_game(name)))
    except ImportError as missing:
        print(f"SKIPPED OpenSpiel: {missing}")
    try:
        import rlcard

        def run(env=rlcard.make("uno")):
            state, player = env.reset()
            done = 0
            while not env.is_over():
                state, player = env.step(random.choice(list(state["legal_actions"])))
                done += 1
            return done

        measure("RLCard uno", run)
    except ImportError as missing:
        print(f"SKIPPED RLCard: {missing}")


def main():
    try:
        from capolinea.pettingzoo import env

        measure("PettingZoo AEC capolinea, usa, 2 players", aec(env("usa")))
    except ImportError as missing:
        print(f"SKIPPED PettingZoo: {missing}")
    measure("batch, usa, observations and masks", batch())
    measure("batch, usa, scaled observations and masks", batch(observations="float32"))
    measure("batch, usa, neither", batch(observations=None, masks=False))
    one = measure("batch, usa, both, 1 thread, by the wall", batch(), time.perf_counter)
    two = measure("batch, usa, both, 2 threads, by the wall", batch(threads=2), time.perf_counter)
    print(f"two threads against one: {two / one:.2f} times")
    others()


if __name__ == "__main__":
    main()
