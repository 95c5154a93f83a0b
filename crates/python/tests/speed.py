"""How many decisions a second, side by side in one run with other environments: `cargo xtask bench python`.

With a number, such as `python crates/python/tests/speed.py 1000000`, it plays so many games last and says how its memory grew.

Every move is any legal action. Times are of the processor, so other programs on the machine disturb less; with several threads of the
wall. Nothing is asserted.
"""

import random
import sys
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


def pettingzoo_classics():
    from pettingzoo.classic import chess_v6, connect_four_v3, hanabi_v5

    for name, module in (("connect_four", connect_four_v3), ("hanabi", hanabi_v5), ("chess", chess_v6)):
        measure(f"PettingZoo AEC {name}", aec(module.env()))


def open_spiel_games():
    import pyspiel

    import capolinea.openspiel  # noqa: F401

    measure("OpenSpiel capolinea, usa", open_spiel(pyspiel.load_game("python_capolinea", {"deals": 10})))
    for name in ("connect_four", "hanabi", "chess"):
        measure(f"OpenSpiel {name}", open_spiel(pyspiel.load_game(name)))


def rlcard_uno():
    import rlcard

    env = rlcard.make("uno")

    def run():
        state, _ = env.reset()
        done = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            done += 1
        return done

    measure("RLCard uno", run)


def catanatron_games():
    from catanatron import Color, RandomPlayer
    from catanatron import Game as Catan

    def run():
        game = Catan([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])
        game.play()
        return len(game.state.actions)

    measure("catanatron, 2 random players, no tensors", run)


def others():
    """The same loops with other environments, where they are installed."""
    for peer in (pettingzoo_classics, open_spiel_games, rlcard_uno, catanatron_games):
        try:
            peer()
        except ImportError as missing:
            print(f"SKIPPED {peer.__name__}: {missing}")


def keeps_its_memory(games):
    """Plays so many games in a batch, and says how the memory of this process grew from the first tenth to the end."""
    import resource

    def used():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

    batch_of_games, ended, early = capolinea.Batch("usa", 1024, 2, 1), 0, None
    while ended < games:
        batch_of_games.step()
        ended += int(batch_of_games.dones.sum())
        if early is None and ended >= games / 10:
            early = used()
    print(f"{ended:,} games in a batch: {early:.1f} MiB at most after a tenth of them, {used():.1f} at the end")
    early = None
    for number in range(games // 100):
        game = capolinea.Game("usa", 2, number)
        while not game.is_over:
            game.step(game.legal_ids()[0])
            game.observation()
        if number == games // 1000:
            early = used()
    print(f"{games // 100:,} games one by one: {early:.1f} MiB after a tenth of them, {used():.1f} at the end")


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
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 0
    if games:
        keeps_its_memory(games)


if __name__ == "__main__":
    main()
