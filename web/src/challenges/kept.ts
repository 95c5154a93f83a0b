//! Lists that this browser remembers.

/** What is remembered under a key; nothing if that is unreadable or forbidden. */
export function recall<T>(key: string): T[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(found) ? (found as T[]) : [];
  } catch {
    return [];
  }
}

/** Stores the newest entries of a list; returns whether the browser allowed it. Private windows may not. */
export function remember(key: string, all: unknown[], most: number): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(all.slice(-most)));
    return true;
  } catch {
    return false;
  }
}
