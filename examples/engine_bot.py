#!/usr/bin/env python3
"""Plays as an engine of the arena, by docs/BOT_ENGINE.md: claims the longest route it can, and draws cards otherwise.

    capolinea duel --a 'exec:python3 examples/engine_bot.py' --b random
"""

import json
import random
import sys


class Bot:
    """One game at a time: `map` is told once, `game` at the start of each game."""

    def __init__(self):
        self.lengths = {}

    def use_map(self, facts):
        """Notes how long the route between two locations is; an action names them by their ids."""
        ids = [location["id"] for location in facts["locations"]]
        for route in facts["routes"]:
            ends = f"{ids[route['a']]}-{ids[route['b']]}"
            self.lengths[ends] = max(route["spaces"], self.lengths.get(ends, 0))

    def begin(self, game):
        """The seed makes the same game the same again."""
        random.seed(game["seed"])

    def decide(self, decision):
        """The decision: replace this with a better one. Returns one of the legal actions."""
        legal = decision["legal_actions"]
        claims = [action for action in legal if action.startswith("claim ")]
        if claims:
            return max(claims, key=self.length)
        draws = [action for action in legal if action.startswith("draw ") and action != "draw tickets"]
        return random.choice(draws or legal)

    def length(self, claim):
        """The length of the route in an action such as `claim berlin-wien/2 green+1w`."""
        ends = claim.split()[1].split("/")[0]
        return self.lengths.get(ends, 0)


def main():
    bot = Bot()
    for line in sys.stdin:
        word, _, content = line.strip().partition(" ")
        if word == "capolinea":
            answer = "engine Longest route" if content == "1" else "error this engine speaks version 1"
        elif word == "map":
            bot.use_map(json.loads(content))
            answer = "ready"
        elif word == "game":
            bot.begin(json.loads(content))
            answer = "ready"
        elif word == "decide":
            answer = "action " + bot.decide(json.loads(content))
        elif word == "quit":
            break
        else:
            answer = f"error unknown message {word}"
        print(answer, flush=True)


if __name__ == "__main__":
    main()
