"""Nothing keeps an object alive that the caller has let go of."""

import gc
import sys
import weakref

import numpy as np
import pytest

import capolinea

ROUNDS = 50


def play_a_little():
    """Calls everything that hands objects over, and refusals, too."""
    game = capolinea.Game("europe", 3, 1)
    bot = capolinea.Bot("greedy")
    for _ in range(12):
        game.apply(bot.choose(game))
    game.observation(dtype="float32"), game.perfect_information(), game.legal_mask(), game.legal_actions()
    game.view(0), game.record(), game.history(), game.clone(), game.resample(0, 5), game._repr_svg_()
    with pytest.raises(capolinea.CapolineaError):
        game.apply("fly home")
    with pytest.raises(capolinea.CapolineaError):
        game.step(10**6)
    batch = capolinea.Batch("berlin", games=4, opponents={1: "random"})
    for _ in range(5):
        batch.step(batch.sample())
    with pytest.raises(capolinea.CapolineaError):
        batch.step(np.full(4, 10**6))
    capolinea.simulate("berlin", ["random", "random"], 2, threads=1)


def test_the_number_of_objects_does_not_grow():
    def count():
        gc.collect()
        return len(gc.get_objects())

    for _ in range(3):
        play_a_little()
    before = count()
    for _ in range(ROUNDS):
        play_a_little()
    # One object left behind by each round would be seen.
    assert count() - before < ROUNDS


def test_shared_objects_are_given_back():
    the_map = capolinea.Map("usa")
    shared = (the_map, capolinea.CapolineaError, capolinea.Game)
    before = [sys.getrefcount(one) for one in shared]
    for seed in range(ROUNDS):
        game = capolinea.Game(the_map, 2, seed)
        game.map, game.decider, game.is_over
    del game
    assert [sys.getrefcount(one) for one in shared] == before


def test_arrays_outlive_what_made_them_and_end_with_their_last_user():
    batch = capolinea.Batch("berlin", games=3)
    masks, observations = batch.masks, batch.observations
    gone = [weakref.ref(masks), weakref.ref(observations)]
    batch.step(batch.sample())
    del batch
    assert masks.any() and observations.any()
    del masks, observations
    assert all(array() is None for array in gone)
    given = np.zeros((3, capolinea.Map("berlin").num_actions), np.int8)
    users = sys.getrefcount(given)
    batch = capolinea.Batch("berlin", games=3, buffers={"masks": given})
    assert sys.getrefcount(given) > users
    del batch
    assert sys.getrefcount(given) == users
