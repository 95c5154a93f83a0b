//! The keyboard on the board: places as one stop of the tab key, with arrows from place to place.

import type { Point } from '../maps/map';
import { DIRECTIONS, isLetter, neighbour } from './target';

export interface KeyStop extends Point {
  id: number;
}

interface Handlers {
  pick: (id: number, event: KeyboardEvent) => void;
  type: (letter: string) => void;
}

export class KeyStops<Stop extends KeyStop> {
  readonly elements: (SVGElement | undefined)[] = $state([]);
  private chosen: number | null = $state(null);
  private readonly stops: () => readonly Stop[];
  private readonly handlers: Handlers;

  /** From the north west to the south east, as one reads a map. */
  readonly order: readonly Stop[] = $derived.by(() =>
    [...this.stops()].sort((one, other) => one.x + 2 * one.y - other.x - 2 * other.y),
  );
  /** The stop that the tab key leads to. */
  readonly current: number = $derived.by(() => this.chosen ?? this.order[0]?.id ?? 0);

  constructor(stops: () => readonly Stop[], handlers: Handlers) {
    this.stops = stops;
    this.handlers = handlers;
  }

  /** Gives the focus to a stop. */
  focus(id: number | undefined): void {
    if (id === undefined) return;
    this.chosen = id;
    this.elements[id]?.focus({ preventScroll: true });
  }

  /** A stop has the focus; whether the keyboard gave it. Where the mouse is used, the board shows what that points at. */
  onfocus(event: FocusEvent & { currentTarget: SVGElement }, id: number): boolean {
    this.chosen = id;
    return event.currentTarget.matches(':focus-visible');
  }

  onkeydown(event: KeyboardEvent, id: number): void {
    const direction = DIRECTIONS[event.key];
    const here = this.order.find((stop) => stop.id === id);
    if (direction && here) {
      event.preventDefault();
      const others = this.order.filter((stop) => stop !== here);
      this.focus(neighbour(others, here, direction)?.id);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.handlers.pick(id, event);
    } else if (event.key === 'Home') {
      this.focus(this.order[0]?.id);
    } else if (event.key === 'End') {
      this.focus(this.order.at(-1)?.id);
    } else if (isLetter(event)) {
      event.preventDefault();
      this.handlers.type(event.key);
    }
  }
}
