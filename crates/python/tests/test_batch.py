"""Many games at once do what single games do."""

import numpy as np
import pytest

import capolinea


@pytest.mark.parametrize("name", capolinea.maps())
@pytest.mark.parametrize("threads", [1, 2])
def test_rows_show_what_a_game_shows(name, threads):
    batch = capolinea.Batch(name, games=70, players=2, seed=3, threads=threads)
    ended = 0
    for _ in range(300):
        assert batch.masks.any(axis=1).all()
        ids = batch.sample()
        assert (batch.masks[np.arange(70), ids] == 1).all()
        batch.step(ids)
        assert (batch.observations <= batch.map.high[: batch.map.observation_size]).all()
        assert ((batch.rewards != 0).any(axis=1) <= batch.dones).all()
        assert abs(batch.rewards.sum()) < 1e-4
        ended += int(batch.dones.sum())
    assert ended > 0


def test_the_number_of_threads_changes_nothing():
    one, two = (capolinea.Batch("germany", games=90, players=3, seed=5, threads=threads) for threads in (1, 2))
    for _ in range(100):
        ids = one.sample()
        one.step(ids)
        two.step(ids)
        for name in ("observations", "masks", "seats", "rewards", "dones"):
            assert (getattr(one, name) == getattr(two, name)).all(), name


def test_without_ids_any_legal_action_is_done():
    batch = capolinea.Batch("usa", games=40, observations=None, masks=False, seed=1)
    assert batch.observations is None and batch.masks is None
    ended = 0
    for _ in range(400):
        batch.step()
        ended += int(batch.dones.sum())
    assert ended > 40
    with pytest.raises(capolinea.CapolineaError, match="masks=True"):
        batch.sample()


def test_bots_have_their_seats():
    batch = capolinea.Batch("berlin", games=20, players=3, opponents={0: "greedy", 2: "planner"}, seed=2)
    for _ in range(120):
        assert (batch.seats == 1).all()
        batch.step(batch.sample())


def test_results_go_into_given_buffers():
    the_map = capolinea.Map("usa", "fewest_wilds")
    buffers = {
        "observations": np.zeros((8, the_map.observation_size), np.float32),
        "masks": np.zeros((8, the_map.num_actions), np.int8),
        "rewards": np.zeros((8, 2), np.float32),
    }
    batch = capolinea.Batch(the_map, games=8, observations="float32", buffers=buffers)
    assert batch.observations is buffers["observations"] and batch.masks is buffers["masks"]
    assert buffers["masks"].any() and buffers["observations"].max() <= 1
    for wrong in (np.zeros((8, 3), np.int8), np.zeros((8, the_map.num_actions), np.int32), "text"):
        with pytest.raises(capolinea.CapolineaError, match="the buffer `masks` must be"):
            capolinea.Batch(the_map, games=8, buffers={"masks": wrong})
    with pytest.raises(capolinea.CapolineaError, match="there is no buffer `mask`; there are observations, masks"):
        capolinea.Batch(the_map, games=8, buffers={"mask": buffers["masks"]})


def test_an_illegal_id_names_its_game_and_leaves_it_alone():
    batch = capolinea.Batch("usa", games=5)
    ids = batch.sample()
    ids[3] = 0
    before = batch.observations.copy()
    with pytest.raises(capolinea.IllegalActionError) as refused:
        batch.step(ids)
    assert refused.value.game == 3 and refused.value.rule == "C10"
    assert (batch.observations[3] == before[3]).all() and (batch.observations[0] != before[0]).any()
    for wrong in (np.full(5, -1), np.full(5, 10**6)):
        with pytest.raises(capolinea.CapolineaError, match="no action now"):
            batch.step(wrong)
    with pytest.raises(capolinea.CapolineaError, match="5 games and 4 ids"):
        batch.step(np.zeros(4, np.int64))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"games": 0}, "at least one"),
        ({"players": 7}, "players"),
        ({"opponents": {0: "greedy", 1: "greedy"}}, "every seat has a bot"),
        ({"opponents": {4: "greedy"}}, "seats are numbered from 0"),
        ({"observations": "int4"}, "uint8"),
        ({"rewards": "gold"}, "win"),
    ],
)
def test_bad_settings_are_told_clearly(options, words):
    with pytest.raises(capolinea.CapolineaError, match=words):
        capolinea.Batch("usa", **options)
