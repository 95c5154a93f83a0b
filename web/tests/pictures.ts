//! Pictures that are kept in the repository: of each map, for the previews of links, and a short film of a turn for the README.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as gifenc from 'gifenc';
import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { look, moveByMouse, routePoint, settled } from './player';
import { run, startSolo, useServer, visit } from './support';

const here = useServer();
const MAPS = ['usa', 'europe', 'germany', 'san_francisco', 'berlin'];
const PICTURES = resolve('public/pictures');
const FILM = resolve('../docs/pictures/turn.gif');
const TEMPORARY = resolve('../target/screenshots');

test.each(MAPS)('the picture of %s for previews of links', async (map) => {
  for (const folder of [PICTURES, TEMPORARY]) mkdirSync(folder, { recursive: true });
  const file = join(TEMPORARY, `${map}.svg`);
  run('map', 'show', map, '--svg', file);
  const { page } = await visit(here, { viewport: { width: 1200, height: 630 } });
  await page.goto('about:blank');
  await page.evaluate((svg) => {
    document.body.style.cssText = 'margin:0;height:100vh;background:#123a63';
    const picture = document.createElement('img');
    picture.src = `data:image/svg+xml;base64,${svg}`;
    picture.style.cssText = 'width:100%;height:100%;object-fit:contain';
    document.body.append(picture);
    return picture.decode();
  }, readFileSync(file).toString('base64'));
  await page.screenshot({ path: join(PICTURES, `${map}.jpg`), type: 'jpeg', quality: 72 });
});

/** What the film shows, and how large it is. */
const STAGE = { width: 1120, height: 700 };
const WIDTH = 640;
const COLORS = 96;
/** Between two pictures, in milliseconds. */
const PAUSE = 90;

interface Shot {
  png: string;
  at: number;
}

/** Films a page while something is done. */
async function film(page: Page, scene: () => Promise<void>): Promise<Shot[]> {
  const shots: Shot[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('Page.screencastFrame', ({ data, sessionId, metadata }) => {
    const at = (metadata.timestamp ?? 0) * 1000;
    if (at - (shots.at(-1)?.at ?? 0) >= PAUSE) shots.push({ png: data, at });
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  await scene();
  await session.send('Page.stopScreencast');
  return shots;
}

/** The colours of a picture, point by point, scaled to the film's width. */
async function points(page: Page, png: string): Promise<{ rgba: Uint8Array; height: number }> {
  const { text, height } = await page.evaluate(
    async ({ png, width }) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${png}`;
      await picture.decode();
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = Math.round((picture.height * width) / picture.width);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('no canvas');
      context.imageSmoothingQuality = 'high';
      context.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      let text = '';
      for (let from = 0; from < data.length; from += 32768)
        text += String.fromCharCode(...data.subarray(from, from + 32768));
      return { text: btoa(text), height: canvas.height };
    },
    { png, width: WIDTH },
  );
  return { rgba: new Uint8Array(Buffer.from(text, 'base64')), height };
}

test('a film of a turn: a ticket is looked at, a route claimed, and the others answer', async () => {
  const solo = { map: 'usa', bots: ['casual', 'casual'] };
  const { page } = await visit(here, {
    viewport: STAGE,
    settings: { name: 'Anna', speed: 'normal', pace: 'fast', solo },
  });
  await startSolo(page);
  for (let move = 0; move < 12; move++) {
    await settled(page);
    const sight = await look(page);
    if (sight.deck && sight.offered === 0 && move % 4 < 3) await page.click('[data-two]');
    else await moveByMouse(page);
  }
  await settled(page);
  // Whatever was asked last is not part of the film.
  await page.keyboard.press('Escape');
  const shots = await film(page, async () => {
    await page.waitForTimeout(400);
    await page.hover('[data-own-tickets] .ticket');
    await page.waitForSelector('[data-plan]');
    await page.waitForTimeout(1200);
    const [route] = (await look(page)).routes;
    if (route === undefined) throw new Error('no route can be paid');
    const { x, y } = await routePoint(page, route);
    await page.mouse.move(x, y, { steps: 8 });
    await page.waitForTimeout(500);
    await page.mouse.click(x, y);
    await page.waitForSelector('[data-pin], [data-status][aria-busy="true"], .log li:has-text("Anna claims")');
    await page.waitForTimeout(600);
    if ((await look(page)).pins > 0) await page.locator('[data-pin]').first().click();
    await page.mouse.move(4, 4);
    await page.locator('.log li', { hasText: 'Anna claims' }).waitFor();
    await settled(page);
    await page.waitForTimeout(1500);
  });
  const { page: desk } = await visit(here);
  await desk.goto('about:blank');
  const gif = gifenc.GIFEncoder();
  let palette: number[][] = [];
  let before: Uint8Array | null = null;
  for (const [place, { png, at }] of shots.entries()) {
    const { rgba, height } = await points(desk, png);
    // One palette for all, of the first picture; its last entry stands for what is as before.
    if (!before) palette = [...gifenc.quantize(rgba, COLORS - 1), [0, 0, 0]];
    const known = palette.slice(0, -1);
    const index = gifenc.applyPalette(rgba, known);
    const same = palette.length - 1;
    const drawn = before ? index.map((color, point) => (color === before?.[point] ? same : color)) : index;
    const delay = (shots[place + 1]?.at ?? at + 2000) - at;
    gif.writeFrame(drawn, WIDTH, height, {
      ...(place === 0 && { palette }),
      delay,
      dispose: 1,
      transparent: before !== null,
      transparentIndex: same,
    });
    before = index;
  }
  gif.finish();
  expect(shots.length).toBeGreaterThan(10);
  writeFileSync(FILM, gif.bytes());
});
