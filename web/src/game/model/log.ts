//! What has happened, step by step: fed by updates, filled up from history, cut by undos.

import type { Cause, Event, HistoryStep, Update } from '../../protocol';

export interface Step {
  revision: number;
  cause: Cause;
  events: Event[];
  undone: boolean;
}

/** The log with one more step; null if some before it are missing. */
export function withUpdate(log: Step[], update: Update): Step[] | null {
  const last = log.at(-1)?.revision ?? -1;
  if (update.revision <= last) return log;
  if (update.revision !== last + 1) return null;
  const step: Step = { revision: update.revision, cause: update.cause, events: update.events, undone: false };
  return cutBack([...log, step], step);
}

/** The log with steps of the past put in. */
export function withHistory(log: Step[], steps: HistoryStep[]): Step[] {
  const first = steps[0]?.revision ?? Infinity;
  const told = steps.map(({ revision, cause, events, undone }): Step => ({ revision, cause, events, undone }));
  const end = steps.at(-1)?.revision ?? -1;
  return [...log.filter((step) => step.revision < first), ...told, ...log.filter((step) => step.revision > end)];
}

/** Marks what an undo or an agreed step back has undone. */
function cutBack(log: Step[], by: Step): Step[] {
  if (by.cause.cause !== 'undo' && by.cause.cause !== 'takeback') return log;
  const { back_to } = by.cause;
  const isUndone = (step: Step): boolean =>
    step.revision > back_to && step.revision < by.revision && step.cause.cause !== 'hint';
  return log.map((step) => (isUndone(step) ? { ...step, undone: true } : step));
}

/** The steps since `seat` last did something; a spectator's since the beginning of the last round. */
export function sinceLastTurn(log: Step[], seat: number | null, players: number): Step[] {
  const standing = log.filter((step) => !step.undone);
  let turns = 0;
  for (let place = standing.length - 1; place >= 0; place--) {
    const step = standing[place];
    if (!step) break;
    if (seat !== null && step.cause.cause === 'action' && step.cause.seat === seat) return standing.slice(place + 1);
    if (seat === null && step.events.some((event) => event.event === 'turn_began') && ++turns > players)
      return standing.slice(place);
  }
  return standing;
}

/** The log without what `seat` has done in a turn that is not over yet. */
export function beforeThisTurn(log: Step[], seat: number | null): Step[] {
  const began = log.findLastIndex((step) => !step.undone && step.events.some((event) => event.event === 'turn_began'));
  const theirs = log[began]?.events.some((event) => event.event === 'turn_began' && event.seat === seat);
  return theirs ? log.slice(0, began + 1) : log;
}

/** What `seat` did in its last turn. */
export function lastTurn(log: Step[], seat: number): Step[] {
  const standing = log.filter((step) => !step.undone);
  const theirs = (step: Step | undefined): boolean => step?.cause.cause === 'action' && step.cause.seat === seat;
  const end = standing.findLastIndex(theirs);
  let start = end;
  // The step that ended an earlier turn began the next one.
  while (
    start > 0 &&
    theirs(standing[start - 1]) &&
    !standing[start - 1]?.events.some((event) => event.event === 'turn_began')
  )
    start--;
  return end < 0 ? [] : standing.slice(start, end + 1);
}

/** The routes claimed and the locations built on in these steps by others. */
export function freshPlaces(steps: Step[], seat: number | null): { routes: Set<number>; locations: Set<number> } {
  const routes = new Set<number>();
  const locations = new Set<number>();
  for (const event of steps.flatMap((step) => step.events)) {
    if (!('seat' in event) || event.seat === seat) continue;
    if (event.event === 'route_claimed') routes.add(event.route);
    if (event.event === 'station_built') locations.add(event.location);
  }
  return { routes, locations };
}
