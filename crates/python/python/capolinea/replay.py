"""A game as a small replay in a notebook: the board, a slider over its actions, and what was done."""

from __future__ import annotations

import html
import json
from typing import Any

from ._capolinea import Game, Map

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ margin: 0; font: 15px/1.4 system-ui, sans-serif; color: #1d1a16; background: #fbf8f1 }}
svg {{ display: block; width: 100%; height: auto; max-height: 78vh }}
form {{ display: flex; gap: .5em; align-items: center; padding: .5em }}
input {{ flex: 1; min-width: 4em }}
button {{ font: inherit; min-width: 2.6em; min-height: 2.2em }}
p {{ margin: 0; padding: 0 .6em .5em; min-height: 2.8em }}
@media (prefers-color-scheme: dark) {{ body {{ color: #f2ece0; background: #211d19 }} }}
</style></head><body>
{board}
<form onsubmit="return false">
<button type="button" id="back" aria-label="One action back">‹</button>
<input type="range" id="at" min="0" max="{last}" value="{last}" aria-label="Actions shown">
<button type="button" id="on" aria-label="One action on">›</button>
</form>
<p id="line" role="status"></p>
<script>
const game = {data};
const at = document.getElementById('at');
const routes = [...document.querySelectorAll('g.route')].map((route) => {{
  const [paint, label] = [route.querySelector('g'), route.querySelector('text')];
  return {{ paint, label, free: paint.getAttribute('fill'), claim: game.claims[route.dataset.route] }};
}});
function show() {{
  const now = Number(at.value);
  for (const {{ paint, label, free, claim }} of routes) {{
    const owner = claim && claim[0] <= now ? claim[1] : null;
    paint.setAttribute('fill', owner === null ? free : game.colors[owner][0]);
    label.setAttribute('fill', owner === null ? '#3a332b' : game.colors[owner][1]);
    label.textContent = owner === null ? '' : owner + 1;
  }}
  const line = now === 0 ? 'the deal' : game.lines[now - 1];
  const scores = game.scores[now].map((score, seat) => 'player ' + (seat + 1) + ': ' + score).join(', ');
  const text = now + ' of ' + game.lines.length + ': ' + line + ' (' + scores + ')';
  document.getElementById('line').textContent = text;
  at.setAttribute('aria-valuetext', text);
}}
at.addEventListener('input', show);
document.getElementById('back').addEventListener('click', () => {{ at.value = Number(at.value) - 1; show(); }});
document.getElementById('on').addEventListener('click', () => {{ at.value = Number(at.value) + 1; show(); }});
show();
</script></body></html>
"""


class Replay:
    """A game, or the record of one, to be looked at action by action. The last line of a notebook's cell shows it."""

    def __init__(self, game: Game | str, *, map: Map | None = None) -> None:
        self.record: str = game if isinstance(game, str) else game.record()
        self._map = game.map if isinstance(game, Game) else map
        self._end = Game.from_record(self.record, map=self._map)

    def __len__(self) -> int:
        """How many actions it has."""
        return self._end.actions_done

    def __getitem__(self, count: int) -> Game:
        """The game after its first `count` actions; negative numbers count from its end."""
        position = count + len(self) + 1 if count < 0 else count
        if not 0 <= position <= len(self):
            raise IndexError(f"the game has {len(self)} actions; there is no action {count}")
        return Game.from_record(self.record, position, map=self._map)

    def __repr__(self) -> str:
        return f"<Replay of {self._end!r}>"

    def _steps(self) -> dict[str, Any]:
        game = self[0]
        claims: dict[int, tuple[int, int]] = {}
        scores, lines = [_scores(game)], []
        for step, (seat, text) in enumerate(self._end.history(), 1):
            game.apply(text, seat)
            lines.append(f"player {seat + 1}: {text}")
            scores.append(_scores(game))
            for owner, player in enumerate(game.view()["players"]):
                for route in player["routes"]:
                    claims.setdefault(route, (step, owner))
        return {"claims": claims, "scores": scores, "lines": lines, "colors": game.colors}

    def _repr_html_(self) -> str:
        # A `<` in the data could end the script.
        data = json.dumps(self._steps()).replace("<", "\\u003c")
        title = f"A game on {self._end.map.name}"
        page = _PAGE.format(title=html.escape(title), board=self[0]._repr_svg_(), last=len(self), data=data)
        # A frame of its own: neither its styles nor its script can reach the notebook.
        return (
            f'<iframe sandbox="allow-scripts" title="{html.escape(title)}" srcdoc="{html.escape(page)}" '
            'style="width:100%;height:640px;border:0"></iframe>'
        )


def _scores(game: Game) -> list[int]:
    return [player["score"] for player in game.view()["players"]]
