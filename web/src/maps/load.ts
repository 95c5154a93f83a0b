//! Maps from the server: requested once, made ready for drawing, listed in the usual order.

import { getMap, getMaps } from '../net/api';
import type { MapSummary } from '../protocol';
import { makeMap, type GameMap } from './map';

const maps = new Map<string, Promise<GameMap>>();
let summaries: Promise<MapSummary[]> | null = null;

/** A map, ready for drawing. It is requested once. */
export function loadMap(name: string): Promise<GameMap> {
  let map = maps.get(name);
  if (!map) {
    map = getMap(name).then(makeMap);
    map.catch(() => maps.delete(name));
    maps.set(name, map);
  }
  return map;
}

/** Every map of the server, in the order in which pages list them. It is requested once. */
export function mapList(): Promise<MapSummary[]> {
  summaries ??= getMaps().then(inUsualOrder);
  summaries.catch(() => (summaries = null));
  return summaries;
}

/** The order of the built-in maps in every list. Other maps follow. */
const USUAL = ['usa', 'europe', 'germany', 'san_francisco', 'berlin'];

function inUsualOrder(list: MapSummary[]): MapSummary[] {
  const place = (map: MapSummary): number => (USUAL.indexOf(map.id) + USUAL.length + 1) % (USUAL.length + 1);
  return [...list].sort((one, other) => place(one) - place(other));
}
