//! The engine as `cargo xtask` builds it into `web/engine`, and the built-in maps that go with it. Without it the build has none of both.

declare module 'virtual:engine' {
  export class Server {
    constructor(seed: Uint8Array, testSeed?: number);
    add_map(map: string, newest: boolean): string;
    lacks_map(id: string): void;
    handle(uptime: number, unix: number, event: string): string;
    next_alarm(): number | undefined;
  }
  export function initSync(engine: { module: WebAssembly.Module }): void;
}

declare module 'virtual:search' {
  export class Bots {
    constructor();
    add_map(map: string): void;
    decide(table: string, seat: number, bot: string, record: string, random: Uint8Array, isRepeatable: boolean): string;
  }
  export class Arena {
    constructor(map: string, board: string);
    info(): string;
  }
  export class Reviewer {
    constructor(map: string, board: string, record: string, rollouts: number);
    fingerprint(): string;
    step(): boolean;
    progress(): string;
    report(): string;
    free(): void;
  }
  export function initSync(engine: { module: WebAssembly.Module }): void;
}

declare module 'virtual:built-in' {
  import type { LevelInfo, MapSummary } from '../protocol';

  /** Where the engine is; null if this client was built without it. */
  export const engine: string | null;
  /** Where the part of it is that a usual game does not need: bots that search, and reviews. */
  export const search: string | null;
  export const levels: LevelInfo[];
  export const maps: MapSummary[];
  /** Where the drawing of each built-in map is, and where its files are. */
  export const places: Record<string, { info: string; files: string }>;
}
