//! Maps: requested once, made ready for drawing, listed in the usual order. The built-in ones are files of this client, if it has
//! the engine; a host's own come from the server, and are kept so that they can be played without it.

import { maps as builtIn, places } from 'virtual:built-in';
import { canPlayHere, keptMaps, keepMap } from '../local/local';
import { hasServer, isLocal } from '../local/site';
import { getLocalMap, getMap, getMapFiles, getMaps } from '../net/api';
import type { MapInfo, MapSummary } from '../protocol';
import { makeMap, type GameMap } from './map';

const maps = new Map<string, Promise<GameMap>>();
let summaries: Promise<MapSummary[]> | null = null;

/** A map, ready for drawing. It is requested once. The map of a table is that of where the table is. */
export function loadMap(name: string, table: string | null = null): Promise<GameMap> {
  const key = table === null ? name : isLocal(table) ? table : `server ${name}`;
  let map = maps.get(key);
  if (!map) {
    map = find(name, table).then(makeMap);
    map.catch(() => maps.delete(key));
    maps.set(key, map);
  }
  return map;
}

async function find(name: string, table: string | null): Promise<MapInfo> {
  if (table !== null) return isLocal(table) ? getLocalMap(table) : getMap(name);
  const place = canPlayHere ? places[name] : undefined;
  if (place) {
    const answer = await fetch(place.info);
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    return (await answer.json()) as MapInfo;
  }
  try {
    return await getMap(name);
  } catch (error) {
    const kept = (await keptMaps()).find((map) => map.id === name);
    if (kept) return kept.info;
    throw error;
  }
}

/** Every map, in the order in which pages list them. It is requested once. */
export function mapList(): Promise<MapSummary[]> {
  summaries ??= listed().then(inUsualOrder);
  summaries.catch(() => (summaries = null));
  return summaries;
}

async function listed(): Promise<MapSummary[]> {
  if (!canPlayHere) return getMaps();
  if (!hasServer) return builtIn;
  try {
    const all = await getMaps();
    void keepOwn(all.filter((map) => !(map.id in places)));
    return all;
  } catch {
    // Without the server: what can be played without it. It is asked again when the list is needed next.
    queueMicrotask(() => (summaries = null));
    return [...builtIn, ...(await keptMaps()).map((map) => map.summary)];
  }
}

/** Keeps the host's own maps, so that they can be played without the server. */
async function keepOwn(own: MapSummary[]): Promise<void> {
  for (const summary of own) {
    try {
      const [info, files] = await Promise.all([getMap(summary.id), getMapFiles(summary.id)]);
      await keepMap({ digest: info.digest, id: summary.id, files, own: { summary, info } });
    } catch {
      // It is kept when the list is read next.
    }
  }
}

/** The order of the built-in maps in every list. Other maps follow. */
const USUAL = ['usa', 'europe', 'germany', 'san_francisco', 'berlin'];

function inUsualOrder(list: MapSummary[]): MapSummary[] {
  const place = (map: MapSummary): number => (USUAL.indexOf(map.id) + USUAL.length + 1) % (USUAL.length + 1);
  return [...list].sort((one, other) => place(one) - place(other));
}
