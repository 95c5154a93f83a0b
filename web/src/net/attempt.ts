//! The token by which a page without a cookie asks for a seat: if the answer is lost on the way, asking again finds the seat taken.

const KEY = 'capolinea-attempt';

/** A token, and what table was asked for with it. */
interface Attempt {
  token: string;
  made: string | null;
}

let chosen: Attempt | null = null;

/**
 * The token of this attempt: the same one until an answer arrives, also after the page is reloaded. Another table than
 * the one that was asked for (`made`) is another attempt.
 */
export function attempt(made: string | null): string {
  chosen ??= kept();
  if (!chosen || (made !== null && chosen.made !== null && chosen.made !== made)) chosen = { token: random(), made };
  chosen.made = made ?? chosen.made;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // Forbidden storage: the token lasts as long as the page.
  }
  return chosen.token;
}

/** An answer has come: from now on the cookie says who this is. */
export function heard(): void {
  chosen = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Then nothing was kept there either.
  }
}

function kept(): Attempt | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    const { token, made } = (found ?? {}) as Partial<Attempt>;
    return typeof token === 'string' && /^[0-9a-f]{64}$/.test(token) ? { token, made: made ?? null } : null;
  } catch {
    return null;
  }
}

function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
