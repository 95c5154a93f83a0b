//! The shuffle that nobody can choose unnoticed: this device's part of it, and the proof, which the page computes again.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ClientMessage, GameEnd, ServerMessage, TableView } from '../../protocol';

type Asked = Extract<ServerMessage, { type: 'shuffle' }>;
type Shuffle = NonNullable<TableView['shuffle']>;

/** A part that this device has shown, and all the seals it had seen before it did. */
export interface Shown {
  round: number;
  seal: string;
  parts: { seat: number; seal: string }[];
  part: string;
}

/**
 * `sealed`: the seed is the one that was sealed before the game, and nobody else could have added to it; `server`: others could have, but the
 * server alone made it; `shared`: this device's part is in it, and every part is as it was announced; `repeated`: the same, but parts that this
 * device showed before were thrown away; `watched`: this device has shown no part; `left_out`: it has, and the seed was made without it.
 */
export type Verdict = 'sealed' | 'server' | 'shared' | 'repeated' | 'watched' | 'left_out' | 'bad';

const KEY = 'capolinea.shuffle.';

const sealOf = (hex: string): string => bytesToHex(sha256(hexToBytes(hex)));

/** This device's part in the shuffle of one table. */
export class ShufflePart {
  private round = 0;
  private part = '';

  constructor(private readonly table: string) {}

  /** The answer to send; none if another window of this browser has taken part, or in a round that is over. */
  answer(asked: Asked): ClientMessage | null {
    if (asked.parts === null) {
      const last = recall(this.table).at(-1)?.round ?? 0;
      if (asked.round < this.round || asked.round <= last) return null;
      if (asked.round > this.round) this.part = bytesToHex(randomBytes(32));
      this.round = asked.round;
      return { type: 'seal', round: asked.round, seal: sealOf(this.part) };
    }
    if (this.part === '' || asked.round !== this.round) return null;
    const own = sealOf(this.part);
    if (!asked.parts.some((part) => part.seal === own)) return null;
    const parts = asked.parts.map(({ seat, seal }) => ({ seat, seal }));
    const shown: Shown = { round: asked.round, seal: asked.seal, parts, part: this.part };
    const before = recall(this.table).find((other) => other.round === asked.round);
    // Asked again after a lost connection: the same part is shown to the same seals, and to no others.
    if (before && JSON.stringify(before) !== JSON.stringify(shown)) return null;
    if (!before) remember(this.table, shown);
    return { type: 'show', round: asked.round, part: this.part };
  }
}

function remember(table: string, shown: Shown): void {
  try {
    localStorage.setItem(KEY + table, JSON.stringify([...recall(table), shown]));
  } catch {
    // Without storage the page can still check everything but its own part.
  }
}

/** The parts that this device has shown at a table. */
export function recall(table: string): Shown[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY + table) ?? '[]');
    return Array.isArray(kept) ? (kept as Shown[]) : [];
  } catch {
    return [];
  }
}

/** Whether the seed is the one that was sealed, and made of the parts that were. `others`: whether people at other devices play. */
export function checkSeed(
  end: Pick<GameEnd, 'seed' | 'seal'>,
  seal: string | null,
  shuffle: Shuffle | null,
  shown: Shown[],
  others: boolean,
): Verdict {
  try {
    if (sealOf(end.seed) !== (seal ?? end.seal).toLowerCase()) return 'bad';
    if (shuffle !== null) return checkParts(end.seed, shuffle, shown);
    if (shown.length > 0) return 'left_out';
    return others ? 'server' : 'sealed';
  } catch {
    // Not hexadecimal: nothing that was ever sealed.
    return 'bad';
  }
}

function checkParts(seed: string, shuffle: Shuffle, shown: Shown[]): Verdict {
  const { secret, parts } = shuffle;
  if (secret === null || sealOf(secret) !== shuffle.seal) return 'bad';
  if (parts.some((part) => part.value === null || sealOf(part.value) !== part.seal)) return 'bad';
  // In the order of seats: another order would be another seed.
  if (parts.some((part, index) => index > 0 && part.seat <= (parts[index - 1]?.seat ?? -1))) return 'bad';
  const hash = sha256.create().update(utf8ToBytes('capolinea shuffle 1')).update(hexToBytes(secret));
  for (const part of parts) hash.update(hexToBytes(part.value ?? ''));
  if (bytesToHex(hash.digest()) !== seed.toLowerCase()) return 'bad';
  if (shown.length === 0) return 'watched';
  const own = shown.find((one) => one.round === shuffle.round);
  if (!own || !parts.some((part) => part.value === own.part)) return 'left_out';
  const seals = (list: { seat: number; seal: string }[]): string =>
    JSON.stringify(list.map(({ seat, seal }) => [seat, seal]));
  if (own.seal !== shuffle.seal || seals(own.parts) !== seals(parts)) return 'bad';
  return shown.length > 1 ? 'repeated' : 'shared';
}
