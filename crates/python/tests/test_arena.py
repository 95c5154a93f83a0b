"""Many games at once, with the columns of the command line's CSV file."""

import signal
import subprocess
import sys

import numpy as np
import pytest

import capolinea


def test_rows_are_those_of_the_games():
    table = capolinea.simulate("europe", ["planner", "greedy", "beginner"], 8, seed=4, threads=2)
    assert {len(column) for column in table.values()} == {24}
    assert table["game"].tolist() == [game for game in range(1, 9) for _ in range(3)]
    assert table["seat"].tolist() == [1, 2, 3] * 8
    assert table["bot"][:2] == ["planner", "greedy"]
    points = sum(column for name, column in table.items() if name.endswith("_points"))
    assert (points == table["score"]).all() and table["score"].dtype == np.int64
    assert table["won"].reshape(8, 3).sum(axis=1) == pytest.approx(np.ones(8))
    assert "longest_path" in table and "stations_left" in table and "passengers" not in table
    assert len(set(table["seed"])) == 8 and capolinea.Game("europe", 3, table["seed"][0]).players == 3


def test_the_number_of_threads_changes_nothing():
    one, two = (capolinea.simulate("berlin", ["greedy", "random"], 50, seed=9, threads=threads) for threads in (1, 2))
    assert one.keys() == two.keys()
    assert all(list(one[name]) == list(two[name]) for name in one)
    assert len(capolinea.simulate("berlin", ["greedy", "random"], 0)["game"]) == 0


def test_a_duel_is_that_of_the_command_line():
    report = capolinea.duel("planner", "random", "berlin", deals=20, seed=3)
    assert report["deals"] == 20 and report["games"] == 40
    assert report["win_rate_a"] > 0.9 and report["ci95"][0] <= report["win_rate_a"] <= report["ci95"][1]


def test_what_can_not_be_played_is_said():
    with pytest.raises(capolinea.CapolineaError, match="no-such-bot"):
        capolinea.simulate("usa", ["no-such-bot", "greedy"])
    with pytest.raises(capolinea.CapolineaError, match="players"):
        capolinea.simulate("berlin", ["greedy"] * 5)
    with pytest.raises(capolinea.CapolineaError, match="nowhere"):
        capolinea.duel("greedy", "random", "nowhere")


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such signal")
@pytest.mark.parametrize("call", ["simulate('usa', bots, 2**31)", "duel(*bots, deals=2**31)"])
def test_an_interrupt_ends_it(call):
    # Where the tests run in the background, the signal is ignored unless a program asks for it.
    program = f"""
import capolinea, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
bots = ["searcher:300"] * 2
print("begun", flush=True)
capolinea.{call}
"""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", program], stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    assert "KeyboardInterrupt" in errors
