//! The token by which a page without a cookie asks for a seat: if the answer is lost on the way, asking again finds the seat taken.

const KEY = 'capolinea-attempt';

let chosen: string | null = null;

/** The token of this attempt: the same one until an answer is heard, also after the page is loaded anew. */
export function attempt(): string {
  chosen ??= kept() ?? random();
  try {
    sessionStorage.setItem(KEY, chosen);
  } catch {
    // Forbidden storage: the token lasts as long as the page.
  }
  return chosen;
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

function kept(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function random(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
