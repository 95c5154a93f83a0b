//! Choices that keep their places: one that can't be chosen any more stays where it was, so that nothing moves under the pointer.

/** A choice, and whether it can't be chosen any more. */
export interface Staying<T> {
  choice: T;
  gone: boolean;
}

/**
 * Returns a function that takes the current choices. As long as all of them are among the first ones, it returns the first ones; with a new
 * choice it starts over.
 */
export function staying<T>(nameOf: (choice: T) => string): (now: readonly T[]) => Staying<T>[] {
  let first: readonly T[] = [];
  return (now) => {
    const known = new Set(first.map(nameOf));
    const left = new Set(now.map(nameOf));
    if (now.some((choice) => !known.has(nameOf(choice)))) first = now;
    return first.map((choice) => ({ choice, gone: !left.has(nameOf(choice)) }));
  };
}
