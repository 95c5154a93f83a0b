"""Trains a small policy that beats the bot `greedy` on the map `berlin`, in a few seconds on two cores.

    pip install target/python/release/*.whl    # after `cargo xtask wheel`
    python examples/train_policy.py

First it imitates the bot `planner`: a network with one hidden layer learns which legal action the bot chose. Then it plays
against `greedy` in a batch of games and is improved by its results (policy gradient with the mean result as baseline). Last,
its win rate is measured with its 95 % interval, from both seats. NumPy does all the arithmetic.
"""

import argparse
import math
import time

import capolinea
import numpy as np


class Policy:
    """One hidden layer, and Adam to train it."""

    def __init__(self, inputs, hidden, actions, rng):
        scale = 1 / np.sqrt(inputs)
        self.weights = [
            rng.normal(0, scale, (inputs, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            rng.normal(0, 1 / np.sqrt(hidden), (hidden, actions)).astype(np.float32),
            np.zeros(actions, np.float32),
        ]
        self.moments = [(np.zeros_like(weights), np.zeros_like(weights)) for weights in self.weights]
        self.steps = 0

    def probabilities(self, observations, masks):
        first, bias, second, last = self.weights
        hidden = np.maximum(observations @ first + bias, 0)
        scores = np.where(masks, hidden @ second + last, np.float32(-1e9))
        scores -= scores.max(axis=1, keepdims=True)
        shares = np.exp(scores)
        return shares / shares.sum(axis=1, keepdims=True), hidden

    def learn(self, observations, masks, actions, advantages, rate):
        """Makes these actions likelier, in proportion to their advantages."""
        shares, hidden = self.probabilities(observations, masks)
        error = shares
        error[np.arange(len(actions)), actions] -= 1
        error *= (advantages / len(actions))[:, None]
        below = (error @ self.weights[2].T) * (hidden > 0)
        slopes = [observations.T @ below, below.sum(axis=0), hidden.T @ error, error.sum(axis=0)]
        self.steps += 1
        for weights, slope, (mean, square) in zip(self.weights, slopes, self.moments, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            fair = rate * math.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
            weights -= fair * mean / (np.sqrt(square) + 1e-8)

    def choose(self, observations, masks, rng):
        """Any actions, by their probabilities. The likeliest alone would often be to draw cards for ever."""
        shares, _ = self.probabilities(observations, masks)
        steps = shares.cumsum(axis=1)
        return (steps < rng.random((len(steps), 1)) * steps[:, -1:]).sum(axis=1)


def watch(the_map, teacher, games):
    """The decisions of a bot in many games: what it saw, what was legal, what it chose."""
    observations, masks, actions = [], [], []
    for seed in range(games):
        game, bots = capolinea.Game(the_map, 2, seed), [capolinea.Bot(teacher, seed=2 * seed + seat) for seat in range(2)]
        while not game.is_over:
            action = bots[game.decider].choose(game)
            observations.append(game.observation())
            masks.append(game.legal_mask())
            actions.append(action.id)
            game.apply(action)
    return np.array(observations), np.array(masks, bool), np.array(actions)


def imitate(policy, scale, data, epochs, rng):
    observations, masks, actions = data
    for epoch in range(epochs):
        order = rng.permutation(len(actions))
        for some in np.array_split(order, len(order) // 512 + 1):
            ones = np.ones(len(some), np.float32)
            policy.learn(observations[some] * scale, masks[some], actions[some], ones, 1e-3 * (1 - epoch / epochs))
        some = order[:5000]
        shares, _ = policy.probabilities(observations[some] * scale, masks[some])
        hits = shares.argmax(axis=1) == actions[some]
        print(f"  epoch {epoch + 1}: agrees with the teacher in {100 * hits.mean():.1f} % of the decisions", flush=True)


def improve(policy, the_map, opponent, scale, rounds, rng):
    """Plays batches of games against the opponent and learns from who wins."""
    batches = [capolinea.Batch(the_map, 256, 2, seat, opponents={1 - seat: opponent}, threads=2) for seat in range(2)]
    for number in range(rounds):
        results, everything = [], []
        for seat, batch in enumerate(batches):
            # Each game is played once to its end; the results of its decisions are known then.
            batch.reset(seed=1_000_000 + 2 * number + seat)
            result, is_over, steps = np.zeros(256, np.float32), np.zeros(256, bool), []
            while not is_over.all():
                observations, masks = batch.observations * scale, batch.masks.astype(bool)
                ids = policy.choose(observations, masks, rng)
                going = np.flatnonzero(~is_over)
                steps.append((observations[going], masks[going], ids[going], going))
                batch.step(ids)
                ended = batch.dones & ~is_over
                result[ended] = batch.rewards[ended, seat]
                is_over |= batch.dones
            results.append(result)
            advantage = result - result.mean()
            everything += [(seen, legal, ids, advantage[games]) for seen, legal, ids, games in steps]
        columns = [np.concatenate(column) for column in zip(*everything, strict=True)]
        order = rng.permutation(len(columns[2]))
        for some in np.array_split(order, len(order) // 2048 + 1):
            policy.learn(*(column[some] for column in columns), 1e-4)
        if number % 10 == 9:
            won = np.concatenate(results) > 0
            print(f"  round {number + 1}: won {100 * won.mean():.1f} % of the last {len(won)} games", flush=True)


def measure(policy, the_map, opponent, scale, games, rng):
    """The policy's win rate from both seats; a shared victory counts half."""
    wins = []
    for seat in range(2):
        batch = capolinea.Batch(the_map, games // 2, 2, 77 + seat, opponents={1 - seat: opponent}, threads=2)
        result, is_over = np.zeros(games // 2), np.zeros(games // 2, bool)
        while not is_over.all():
            batch.step(policy.choose(batch.observations * scale, batch.masks.astype(bool), rng))
            ended = batch.dones & ~is_over
            result[ended] = (batch.rewards[ended, seat] + 1) / 2
            is_over |= batch.dones
        wins.append(result)
    wins = np.concatenate(wins)
    return wins.mean(), 1.96 * wins.std() / math.sqrt(len(wins))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--map", default="berlin", help="the map to play on")
    parser.add_argument("--opponent", default="greedy", help="the bot to beat")
    parser.add_argument("--teacher", default="planner", help="the bot to imitate first")
    parser.add_argument("--lessons", type=int, default=1000, help="how many of the teacher's games to imitate")
    parser.add_argument("--epochs", type=int, default=4, help="how often to go through them")
    parser.add_argument("--rounds", type=int, default=30, help="how many times 512 games to learn from")
    parser.add_argument("--games", type=int, default=2000, help="how many games to measure with")
    options = parser.parse_args()

    begun, rng = time.perf_counter(), np.random.default_rng(1)
    the_map = capolinea.Map(options.map, "fewest_wilds")
    scale = (1 / np.maximum(the_map.high[: the_map.observation_size], 1)).astype(np.float32)
    policy = Policy(the_map.observation_size, 128, the_map.num_actions, rng)

    def tell(stage):
        rate, half = measure(policy, the_map, options.opponent, scale, options.games, rng)
        seconds = time.perf_counter() - begun
        print(f"{stage}: beats {options.opponent} in {100 * rate:.1f} ± {100 * half:.1f} % of the games ({seconds:.0f} s)")
        return rate - half

    tell("untrained")
    print(f"imitating {options.teacher}")
    imitate(policy, scale, watch(the_map, options.teacher, options.lessons), options.epochs, rng)
    tell("after imitation")
    print(f"playing against {options.opponent}")
    improve(policy, the_map, options.opponent, scale, options.rounds, rng)
    least = tell("trained")
    if least <= 0.5:
        raise SystemExit("it is not better than its opponent: give it more --lessons and --rounds")


if __name__ == "__main__":
    main()
