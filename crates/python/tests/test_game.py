"""The rules, records, bots and encodings through Python, on every map with every number of players."""

import copy
import html
import json
import pathlib
import pickle
import random
import re

import numpy as np
import pytest

import capolinea

TABLES = [
    (name, players)
    for name in capolinea.maps()
    for players in range(capolinea.Map(name).min_players, capolinea.Map(name).max_players + 1)
]
MAPS = {(name, payments): capolinea.Map(name, payments) for name in capolinea.maps() for payments in ("all", "fewest_wilds")}


def random_game(name, players, seed=0, payments="all"):
    """Plays a random game and yields it before each decision."""
    chance = random.Random(seed)
    game = capolinea.Game(MAPS[name, payments], players, seed)
    while not game.is_over:
        yield game
        game.step(chance.choice(game.legal_ids()))


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("payments", ["all", "fewest_wilds"])
def test_masks_ids_and_tensors(name, players, payments):
    the_map = MAPS[name, payments]
    for game in random_game(name, players, 1, payments):
        ids = game.legal_ids()
        assert ids == sorted(set(ids)) and ids
        for seat in range(players):
            mask = game.legal_mask(seat)
            assert mask.dtype == np.int8 and mask.shape == (the_map.num_actions,)
            assert mask.any() == (seat in game.deciders)
        assert np.flatnonzero(game.legal_mask()).tolist() == ids
        tensor = game.observation(dtype="float32")
        assert tensor.shape == (the_map.observation_size,)
        assert np.isfinite(tensor).all() and tensor.min() >= 0 and tensor.max() <= 1
        whole = game.perfect_information()
        assert (whole <= the_map.high).all()
        assert (whole[: the_map.observation_size] == game.observation()).all()
    assert game.is_over and game.legal_ids() == [] and game.decider is None
    assert sum(game.rewards()) == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_actions_as_objects_text_and_facts_do_the_same(name, players):
    for game in random_game(name, players, 2):
        action = random.Random(game.actions_done).choice(game.legal_actions())
        results = []
        for form in (action, action.id, action.text, action.to_dict()):
            other = game.clone()
            done = other.apply(form)
            assert done.id == action.id
            # Cards of one colour are alike wherever they lie in the market, so compare what all can see.
            results.append(other.observation(0).tolist())
        assert all(result == results[0] for result in results)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_resampling_fits_the_view_and_is_blind_to_the_rest(name, players):
    different = False
    for step, game in enumerate(random_game(name, players, 3)):
        if step % 7:
            continue
        for seat in range(players):
            world = game.resample(seat, seed=step)
            assert world.view(seat) == game.view(seat)
            assert (world.observation(seat) == game.observation(seat)).all()
            # What was sampled follows from the view and the seed alone: from the world itself comes the same world.
            assert world.resample(seat, seed=step) == world
            different |= world != game
            with pytest.raises(capolinea.RecordError):
                world.record()
    assert different


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_records_copies_and_pickles_are_the_same_game(name, players):
    for game in random_game(name, players, 4):
        pass
    for form in ("json", "text"):
        again = capolinea.Game.from_record(game.record(form))
        assert again == game and again.scores() == game.scores()
        assert (again.observation(0) == game.observation(0)).all()
    for other in (game.clone(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert other == game
    half = capolinea.Game.from_record(game.record(), game.actions_done // 2)
    assert not half.is_over and half.actions_done == game.actions_done // 2
    sheets = game.scores()["sheets"]
    assert all(sum(line.get("points", 0) for line in sheet["lines"]) == sheet["total"] for sheet in sheets)


def test_refusals_name_the_rule_and_change_nothing():
    game = capolinea.Game("usa", 2, 7)
    before = game.clone()
    with pytest.raises(capolinea.IllegalActionError, match="keep at least 2") as refused:
        game.apply("keep 1")
    assert refused.value.rule == "C03"
    assert refused.value.facts == {"why": "too_few_starting_tickets", "needed": 2, "kept": 1}
    assert isinstance(refused.value, capolinea.CapolineaError) and isinstance(refused.value, ValueError)
    assert game == before


def test_a_map_may_come_from_its_folder():
    folder = pathlib.Path(__file__).parents[2] / "maps" / "maps" / "berlin"
    assert capolinea.Game(capolinea.Map("berlin", folder=folder), 2, 7) == capolinea.Game("berlin", 2, 7)
    with pytest.raises(capolinea.CapolineaError, match="the map in this folder is `berlin`, not `usa`"):
        capolinea.Map("usa", folder=folder)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: capolinea.Game("mars"), "no map is called `mars`; there are berlin"),
        (lambda: capolinea.Game("usa", 9), "2 to 5 players"),
        (lambda: capolinea.Game("usa", 2, "abc"), "64 hexadecimal digits"),
        (lambda: capolinea.Game("usa", 2, first=7), "first player"),
        (lambda: capolinea.Game("usa").step(99_999), "there is no action id 99999; they are numbered from 0 to"),
        (lambda: capolinea.Game("usa").step(0), "C10"),
        (lambda: capolinea.Game("usa").apply("fly home"), "not an action"),
        (lambda: capolinea.Game("usa").apply({"do": "fly"}), "not an action"),
        (lambda: capolinea.Game("usa").observation(5), "there is no seat 5; seats are numbered from 0 to 1"),
        (lambda: capolinea.Game("usa").observation(0, "int3"), "uint8"),
        (lambda: capolinea.Game("usa").rewards("gold"), "win"),
        (lambda: capolinea.Map("usa", "some"), "fewest_wilds"),
        (lambda: capolinea.Map("usa").describe_action(10**6), "there is no action id 1000000"),
        (lambda: capolinea.Game.from_record("{}"), "not a game record"),
        (lambda: capolinea.Bot("hal"), "no bot is called"),
        (lambda: capolinea.Bot("planner:50ms"), "takes no budget"),
    ],
)
def test_bad_input_is_told_clearly(call, words):
    with pytest.raises(capolinea.CapolineaError, match=words):
        call()


@pytest.mark.parametrize("name", ["planner", "greedy", "searcher:20", "beginner", "skilled"])
def test_bots_play_by_name_and_by_level(name):
    game = capolinea.Game("berlin", 2, 5)
    bots = [capolinea.Bot(name, seed=1), capolinea.Bot("random", seed=2)]
    while not game.is_over:
        game.apply(bots[game.decider].choose(game))
    assert game.scores()["winners"]


def test_everything_has_a_name():
    for the_map in MAPS.values():
        actions = [the_map.describe_action(number) for number in range(the_map.num_actions)]
        places = [the_map.describe_observation(place) for place in range(the_map.perfect_size)]
        assert all(actions) and len(set(places)) == the_map.perfect_size
        last = the_map.sections(perfect=True)[-1]
        assert last["start"] + int(np.prod(last["shape"])) == the_map.perfect_size


def test_a_game_and_a_map_draw_themselves():
    for game in random_game("europe", 3, 6):
        pass
    assert game._repr_svg_().startswith("<svg") and "claimed by player 3" in game._repr_svg_()
    assert capolinea.Map("usa")._repr_svg_().startswith("<svg")


def test_boards_in_one_page_have_ids_of_their_own():
    game = capolinea.Game("berlin", 2, 3)
    empty, bot = game._repr_svg_(), capolinea.Bot("greedy")
    while not game.is_over:
        game.apply(bot.choose(game))
    ids = [set(re.findall(r'id="([^"]+)"', svg)) for svg in (empty, game._repr_svg_(), game.map._repr_svg_())]
    assert all(ids) and not ids[0] & ids[1] and not ids[0] & ids[2]
    assert game._repr_svg_() == game.clone()._repr_svg_()


@pytest.mark.parametrize("name", capolinea.maps())
def test_a_replay_shows_every_action(name):
    game, bot = capolinea.Game(name, 2, 5), capolinea.Bot("greedy")
    while not game.is_over:
        game.apply(bot.choose(game))
    replay = capolinea.Replay(game.record())
    assert len(replay) == game.actions_done and replay[-1] == game and replay[0] == capolinea.Game(name, 2, 5)
    with pytest.raises(IndexError):
        replay[len(replay) + 1]
    page = html.unescape(replay._repr_html_())
    data = json.loads(re.search(r"const game = (.*);", page).group(1))
    assert len(data["lines"]) == game.actions_done and len(data["scores"]) == game.actions_done + 1
    owned = {owner: set(player["routes"]) for owner, player in enumerate(game.view()["players"])}
    claimed = {owner: {int(route) for route, (_, by) in data["claims"].items() if by == owner} for owner in owned}
    assert claimed == owned
    assert "</script" not in json.dumps(data) and page.count("<script>") == 1
