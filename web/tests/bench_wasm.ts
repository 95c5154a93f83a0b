//! The engine in a browser beside the program: games a second alternately, and a local game's answers and clicks. Prints the figures and
//! asserts nothing: they are those of the machine. `cargo xtask bench wasm`.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { moveByMouse } from './player';
import { atShare, PROGRAM, startSolo, useServer, visit } from './support';

const here = useServer();
const ROUNDS = 9;
/** Of Student's distribution, for as many rounds. */
const STUDENT = 2.306;
/** Bots, and how many of their games take about a second. */
const GAMES = [
  ['random,random', 100_000],
  ['planner,planner', 25_000],
  ['searcher:300,planner', 6],
] as const;

/** The same function outside a browser, in a program that answers line by line: what `simulate` counts and prints would be charged to it. */
class Native {
  private readonly child = spawn(join(dirname(PROGRAM), 'examples/games'), [resolve('../crates/maps/maps/usa')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  private readonly answers = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();

  async play(bots: string, seed: number, games: number): Promise<Played> {
    this.child.stdin.write(`${bots} ${seed} ${games}\n`);
    const answer = await this.answers.next();
    if (answer.done)
      throw new Error('the program has ended: cargo build --release -p capolinea-wasm-search --example games');
    const [decisions, time] = answer.value.split(' ').map(Number) as [number, number];
    return { decisions, time };
  }

  stop(): void {
    this.child.stdin.end();
  }
}

/** Games that were played: how many decisions, and how many milliseconds of processor time (a clock counts what others do too). */
interface Played {
  decisions: number;
  time: number;
}

/** The processor time of all pages, in milliseconds. */
async function timeOfPages(): Promise<number> {
  const session = await here.browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pages = processInfo.filter((process) => process.type === 'renderer');
  return pages.reduce((sum, process) => sum + process.cpuTime * 1000, 0);
}

/** A page with the engine and one map, and nothing else. */
async function bareArena(page: Page): Promise<void> {
  const script = `import load, { Arena } from '/engine.js';
    await load({ module_or_path: '/engine.wasm' });
    const [map, board] = await Promise.all(['/map.json', '/board.json'].map(async (path) => (await fetch(path)).text()));
    window.arena = new Arena(map, board);`;
  const files: Record<string, [string, string]> = {
    '/engine.js': ['text/javascript', resolve('engine/capolinea_wasm_search.js')],
    '/engine.wasm': ['application/wasm', resolve('engine/capolinea_wasm_search_bg.wasm')],
    '/map.json': ['application/json', resolve('../crates/maps/maps/usa/map.json')],
    '/board.json': ['application/json', resolve('../crates/maps/maps/usa/board.json')],
  };
  const host = createServer((request, response) => {
    const [kind, path] = files[request.url ?? ''] ?? ['text/html', null];
    const body = path === null ? `<!doctype html><script type="module">${script}</script>` : readFileSync(path);
    response.writeHead(200, { 'content-type': kind }).end(body);
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`);
  await page.waitForFunction(() => Reflect.has(window, 'arena'));
  host.close();
}

/** The mean of ratios and the ends of its interval (95 %), as percentages. */
function percent(ratios: number[]): string {
  const logs = ratios.map(Math.log);
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const spread = Math.sqrt(logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (logs.length - 1));
  const half = (STUDENT * spread) / Math.sqrt(logs.length);
  const [low, middle, high] = [mean - half, mean, mean + half].map((log) => (100 * Math.exp(log)).toFixed(1));
  return `${middle} % (95 %: ${low} to ${high})`;
}

test('games in the browser beside the same games of the program', async () => {
  const page = await (await here.browser.newContext()).newPage();
  await bareArena(page);
  const native = new Native();
  const play = async (bots: string, seed: number, games: number): Promise<Played> => {
    const before = await timeOfPages();
    const decisions = await page.evaluate(
      ([bots, seed, games]) => {
        const { arena } = window as unknown as { arena: { play(bots: string, seed: number, games: number): number } };
        return arena.play(bots, seed, games);
      },
      [bots, seed, games] as const,
    );
    return { decisions, time: (await timeOfPages()) - before };
  };
  for (const [bots, games] of GAMES) {
    // The browser compiles what is called often once more, and better.
    await play(bots, 0, Math.ceil(games / 2));
    await native.play(bots, 0, Math.ceil(games / 2));
    const rounds: { own: Played; there: Played }[] = [];
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const own = await native.play(bots, seed, games);
      const there = await play(bots, seed, games);
      if (own.decisions !== there.decisions) throw new Error(`other games with ${bots} and the seed ${seed}`);
      rounds.push({ own, there });
    }
    const speed = (one: 'own' | 'there'): string =>
      (games / (atShare(rounds.map((round) => round[one].time))(0.5) / 1000)).toFixed(1);
    console.log(
      `${bots}: ${percent(rounds.map(({ own, there }) => own.time / there.time))} of the program's speed; ${speed('there')} games a second in the browser, ${speed('own')} in the program (${ROUNDS} rounds alternately, the same seeds and decisions)`,
    );
  }
  native.stop();
  await page.context().close();
});

/** How long the bots of a page's worker think, in milliseconds. */
async function thoughts(page: Page, level: string, moves: number): Promise<number[]> {
  // Bots that search have a worker of their own, which the worker of the tables starts.
  const tables = page.waitForEvent('worker');
  const begun = startSolo(page);
  const worker = await tables;
  await worker.evaluate(() => {
    const times: number[] = [];
    Reflect.set(self, 'times', times);
    const post = Worker.prototype.postMessage as (message: unknown) => void;
    const own = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
    let asked = 0;
    Worker.prototype.postMessage = function (message: { kind?: string }): void {
      if (message.kind === 'think') asked = performance.now();
      post.call(this, message);
    };
    Object.defineProperty(Worker.prototype, 'onmessage', {
      set(handler: (event: MessageEvent) => void) {
        own?.set?.call(this, (event: MessageEvent) => {
          times.push(performance.now() - asked);
          handler(event);
        });
      },
    });
  });
  await begun;
  for (let move = 0; move < moves; move++) await moveByMouse(page);
  const times = await worker.evaluate(() => (self as unknown as { times: number[] }).times);
  if (times.length === 0) throw new Error(`no bot of the level ${level} has thought`);
  return times;
}

test('how long the levels that search think in the page', async () => {
  for (const [level, moves] of [
    ['strong', 20],
    ['expert', 6],
  ] as const) {
    const { page } = await visit(here, { settings: { place: 'page', solo: { map: 'usa', bots: [level] } } });
    const time = atShare(await thoughts(page, level, moves));
    console.log(
      `${level} answers after ${time(0.5).toFixed(0)} ms in the middle, ${time(0.999).toFixed(0)} ms at most`,
    );
    await page.context().close();
  }
});

/** How long a person holds the button of a mouse, in milliseconds. */
const PRESSED = 80;

test('from a click to the screen in a game that the page plays itself', async () => {
  const { page } = await visit(here, {
    settings: { place: 'page', solo: { map: 'europe', bots: ['beginner', 'beginner', 'beginner', 'beginner'] } },
  });
  await page.addInitScript(() => {
    const seen = { shown: [] as number[], long: [] as number[] };
    Reflect.set(window, 'seen', seen);
    let clicked = 0;
    addEventListener('click', (event) => (clicked = event.timeStamp), true);
    new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => seen.long.push(duration))).observe({
      type: 'longtask',
    });
    const own = Object.getOwnPropertyDescriptor(Worker.prototype, 'onmessage');
    Object.defineProperty(Worker.prototype, 'onmessage', {
      set(handler: (event: MessageEvent) => void) {
        own?.set?.call(this, (event: MessageEvent<{ kind: string; message?: { type: string } }>) => {
          handler(event);
          if (event.data.message?.type !== 'update' || clicked === 0) return;
          const since = clicked;
          clicked = 0;
          // What runs at once after the page's work on that frame, before other messages that wait: bots move on meanwhile.
          const note = (): void => void seen.shown.push(performance.now() - since);
          requestAnimationFrame(() => void scheduler.postTask(note, { priority: 'user-blocking' }));
        });
      },
    });
  });
  await startSolo(page);
  await moveByMouse(page);
  await page.evaluate(() => {
    const { seen } = window as unknown as { seen: { shown: number[]; long: number[] } };
    seen.shown.length = seen.long.length = 0;
  });
  for (let move = 0; move < 40; move++) await moveByMouse(page, PRESSED);
  const { shown, long } = await page.evaluate(
    () => (window as unknown as { seen: { shown: number[]; long: number[] } }).seen,
  );
  const time = atShare(shown);
  console.log(
    `a click is on the screen after ${time(0.5).toFixed(0)} ms in the middle, ${time(0.95).toFixed(0)} ms at 95 % of ${shown.length}; ${long.length} long tasks, the longest ${Math.max(0, ...long).toFixed(0)} ms`,
  );
});
