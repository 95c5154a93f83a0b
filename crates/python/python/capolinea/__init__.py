"""Five train board games with hidden information, for two to five players.

>>> import capolinea
>>> game = capolinea.Game("usa", players=2, seed=7)
>>> bot = capolinea.Bot("planner")
>>> while not game.is_over:
...     _ = game.apply(bot.choose(game))
>>> len(game.scores()["sheets"])
2

Many games at once: `Batch`. Adapters, each with its own optional dependency: `capolinea.pettingzoo`,
`capolinea.gymnasium`, `capolinea.openspiel`.
"""

from ._capolinea import (
    ENCODING_VERSION,
    Action,
    Batch,
    Bot,
    CapolineaError,
    Game,
    IllegalActionError,
    Map,
    RecordError,
    __version__,
    bots,
    duel,
    levels,
    maps,
    simulate,
)
from .replay import Replay

__all__ = [
    "ENCODING_VERSION",
    "Action",
    "Batch",
    "Bot",
    "CapolineaError",
    "Game",
    "IllegalActionError",
    "Map",
    "RecordError",
    "Replay",
    "__version__",
    "bots",
    "duel",
    "levels",
    "maps",
    "simulate",
]


def _restore(record: str, map: Map) -> Game:
    """Makes a game out of its record, for pickle."""
    return Game.from_record(record, map=map)
