//! The worker in which bots that search think, so that the tables go on answering meanwhile.

import { Bots, initSync } from 'virtual:search';
import type { Action } from '../protocol';
import type { FromThinker, ToThinker } from './messages';

let bots: Bots | null = null;

self.onmessage = (event: MessageEvent<ToThinker>): void => {
  const message = event.data;
  switch (message.kind) {
    case 'start':
      initSync({ module: message.search });
      bots = new Bots();
      return;
    case 'map':
      bots?.add_map(message.map);
      return;
    case 'think': {
      const { table, seat, question, bot, record, random, is_repeatable } = message.thought;
      const action = bots?.decide(table, seat, bot, record, Uint8Array.from(random), is_repeatable) ?? 'null';
      const decided = { thought: { table, seat, question }, action: JSON.parse(action) as Action | null };
      postMessage(decided satisfies FromThinker);
      return;
    }
  }
};
