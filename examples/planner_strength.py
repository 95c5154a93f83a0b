"""How much stronger the planner is than the published agents: rows of the table for two players in docs/BOTS.md, measured again.

    pip install target/python/release/*.whl matplotlib    # after `cargo xtask wheel`
    python examples/planner_strength.py

The cells begin with `# %%`, so editors and Jupyter can run them one by one. Without matplotlib there is a table of text only.
"""

# %% The duels, on the same deals as in docs/BOTS.md.
import sys

import capolinea

OPPONENTS = ["greedy", "hungry", "path", "long_route_junkie", "one_step_thinker"]
MAPS = capolinea.maps()
DEALS = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 1000

reports = {
    (name, opponent): capolinea.duel("planner", opponent, name, players=2, deals=DEALS, seed=1)
    for name in MAPS
    for opponent in OPPONENTS
}

# %% A table: per cent of games won by the planner, with the 95 % interval.
print(f"planner v.       {''.join(f'{name:>22}' for name in MAPS)}")
for opponent in OPPONENTS:
    cells = []
    for name in MAPS:
        report = reports[name, opponent]
        low, high = report["ci95"]
        cells.append(f"{100 * report['win_rate_a']:.1f} ({100 * low:.1f}-{100 * high:.1f})")
    print(f"{opponent:<17}{''.join(f'{cell:>22}' for cell in cells)}")

# %% The same as a picture.
try:
    import matplotlib.pyplot as plt
except ImportError:
    print("no picture: `pip install matplotlib` draws one")
else:
    figure, axes = plt.subplots(figsize=(9, 4), layout="constrained")
    for place, name in enumerate(MAPS):
        for line, opponent in enumerate(OPPONENTS):
            report = reports[name, opponent]
            rate, (low, high) = 100 * report["win_rate_a"], (100 * end for end in report["ci95"])
            at = line + (place - len(MAPS) / 2) / (len(MAPS) + 2)
            label = name if line == 0 else None
            axes.errorbar(rate, at, xerr=[[rate - low], [high - rate]], fmt="o", color=f"C{place}", capsize=2, label=label)
    axes.set_yticks(range(len(OPPONENTS)), OPPONENTS)
    axes.set_xlabel("games won by the planner, per cent, with 95 % intervals")
    axes.axvline(50, color="gray", linewidth=1)
    axes.legend(loc="lower left")
    figure.savefig("planner_strength.png", dpi=150)
    print("the picture is in planner_strength.png")
