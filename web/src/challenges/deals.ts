//! The deals of the day: the server's, or those that the date makes in this browser; and the proof that a server has kept its word.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { DealsOfTheDay, MapSummary } from '../protocol';
import { dayAt, dayId, finishedHere, sealOf } from './here';

const KEY = 'capolinea.seals';
/** How many seals are remembered. */
const KEPT = 40;

/** Today's deals without a server. */
export function dealsHere(maps: MapSummary[], now: number): Pick<DealsOfTheDay, 'day' | 'ends' | 'deals'> {
  const day = dayAt(now);
  const deals = maps.map((map) => {
    const finished = finishedHere(dayId(day, map.id));
    return { map: map.id, challenge: dayId(day, map.id), finished, done: finished > 0 };
  });
  return { day, ends: Date.parse(`${day}T00:00:00Z`) + 86_400_000, deals };
}

const dayAfter = (day: string): string => dayAt(Date.parse(`${day}T00:00:00Z`) + 86_400_000);

/** The seals that this browser has seen before their day, by day. */
function seen(): Record<string, string> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof found === 'object' && found !== null ? (found as Record<string, string>) : {};
  } catch {
    return {};
  }
}

/** Remembers the seals of today and tomorrow; the first one that was seen for a day stays. */
export function noteSeals(deals: DealsOfTheDay): void {
  const all = Object.entries({ [deals.day]: deals.seal, [dayAfter(deals.day)]: deals.next_seal, ...seen() });
  const newest = all.sort(([one], [other]) => one.localeCompare(other)).slice(-KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(newest)));
  } catch {
    // Private windows may forbid it: then there is less to compare with.
  }
}

/** `kept`: the secret is the one whose seal this browser saw beforehand; `shown`: it fits the seal that the server shows now. */
export type Proof = 'kept' | 'shown' | 'broken';

/** Whether the secret of a past day is the one that was sealed. */
export function proofOf(deals: DealsOfTheDay): Proof | null {
  if (deals.secret === null) return null;
  if (sealOf(deals.secret) !== deals.seal) return 'broken';
  const before = seen()[deals.day];
  if (before === undefined) return 'shown';
  return before === deals.seal ? 'kept' : 'broken';
}

/** The seed of a map's deal, from the secret of its day. */
export function seedOf(secret: string, map: string): string {
  const purpose = utf8ToBytes('capolinea deal of the day');
  return bytesToHex(sha256(concatBytes(purpose, hexToBytes(secret), utf8ToBytes(map))));
}
