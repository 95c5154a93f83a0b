//! The sealed seed: worked out again in the page, so that nobody has to believe the server.

export type Verdict = 'good' | 'bad' | 'unable';

export async function checkSeal(seed: string, seal: string): Promise<Verdict> {
  if (!globalThis.crypto?.subtle) return 'unable';
  const pairs = seed.match(/../g) ?? [];
  const bytes = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex === seal.toLowerCase() ? 'good' : 'bad';
}
