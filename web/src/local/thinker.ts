//! The worker in which bots that search think, so that the tables go on answering meanwhile.

import { Bots, initSync } from 'virtual:engine';
import type { Action } from '../protocol';
import type { FromThinker, ToThinker } from './messages';

let bots: Bots | null = null;

self.onmessage = (event: MessageEvent<ToThinker>): void => {
  const message = event.data;
  switch (message.kind) {
    case 'start':
      initSync({ module: message.engine });
      bots = new Bots();
      return;
    case 'map':
      bots?.add_map(message.files.map, message.files.board);
      return;
    case 'think': {
      const { table, seat, question } = message.thought;
      const action = bots ? (JSON.parse(bots.decide(JSON.stringify(message.thought))) as Action) : null;
      postMessage({ thought: { table, seat, question }, action } satisfies FromThinker);
      return;
    }
  }
};
