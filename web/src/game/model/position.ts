//! What stands on the board, from a view.

import type { BoardPosition } from '../../board/position';
import type { GameMap } from '../../maps/map';
import type { GameView } from '../../protocol';

export function positionOf(map: GameMap, view: GameView): BoardPosition {
  const owners: (number | null)[] = map.routes.map(() => null);
  const stations = new Map<number, number>();
  view.players.forEach((player, seat) => {
    for (const route of player.routes) owners[route] = seat;
    for (const location of player.stations ?? []) stations.set(location, seat);
  });
  const waiting = new Map((view.passengers ?? []).map((place) => [place.location, place.colors]));
  return {
    owners,
    closed: new Set(view.closed),
    stations,
    passengers: map.locations.map((location) => waiting.get(location.id) ?? []),
    tokens: (view.tourists ?? []).flatMap((stack, kind) =>
      stack.location === null ? [] : [{ kind, location: stack.location, left: stack.left }],
    ),
  };
}
