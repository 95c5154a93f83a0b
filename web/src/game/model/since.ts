//! "Since your last turn": the moves of the others, one after the other, each with what it changed on the board.

import type { BoardPosition } from '../../board/position';
import type { Event } from '../../protocol';
import type { Step } from './log';
import { lines, sentence, sentences, type Sentence } from '../../i18n/sentences';

export interface Move {
  sentence: Sentence;
  events: Event[];
}

/** What is worth showing again. */
export function movesOf(steps: Step[], seat: number | null, split: boolean): Move[] {
  const all = lines(steps, split);
  const moves = all.map((line): Move => ({ sentence: line.sentence, events: [] }));
  let line = 0;
  for (const step of steps) {
    if (step.undone || step.cause.cause !== 'action') continue;
    const told = [...sentences(step, split)];
    for (const event of step.events) {
      // An event that goes without saying belongs to what was told before it.
      const words = sentence(event, split) ? told.shift() : undefined;
      const next = words ? all.findIndex((one, place) => place >= line && one.first === words) : -1;
      if (next >= 0) line = next;
      moves[line]?.events.push(event);
    }
  }
  return moves.filter((move) => move.sentence.seat !== seat);
}

/** The board as it was before some events. */
export function positionBefore(position: BoardPosition, events: readonly Event[]): BoardPosition {
  const owners = [...position.owners];
  const stations = new Map(position.stations);
  const passengers = position.passengers.map((colors) => [...colors]);
  let tokens = position.tokens.map((stack) => ({ ...stack }));
  for (const event of events.toReversed()) {
    switch (event.event) {
      case 'route_claimed':
        owners[event.route] = null;
        break;
      case 'station_built':
        stations.delete(event.location);
        break;
      case 'passenger_taken':
        passengers[event.location]?.push(event.color);
        break;
      case 'tourist_taken': {
        const stack = tokens.find((one) => one.kind === event.kind);
        if (stack) stack.left++;
        else tokens.push({ kind: event.kind, location: event.location, left: 1 });
        break;
      }
      case 'tourists_placed':
        tokens = tokens.filter((stack) => stack.kind !== event.kind);
        break;
      default:
        // Cards and tickets are not on the board.
        break;
    }
  }
  return { ...position, owners, stations, passengers, tokens };
}
