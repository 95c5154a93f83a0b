//! A connection to one table: a socket to the server, or a line to this page's own worker. Both carry the same messages.

import { local } from '../local/local';
import { isLocal } from '../local/site';
import type { ClientMessage, ServerMessage } from '../protocol';

export interface WireEvents {
  message(message: ServerMessage): void;
  closed(): void;
}

export interface Wire {
  /** Sends, if the connection is open. */
  send(message: ClientMessage): void;
  close(): void;
  /** Whether a network is in between, which may fail. */
  readonly isRemote: boolean;
}

/** Opens a connection to a table. After `close` nothing more comes from it. */
export function openWire(table: string, events: WireEvents): Wire {
  return isLocal(table) ? { isRemote: false, ...local.connect(table, events) } : openSocket(table, events);
}

function openSocket(table: string, events: WireEvents): Wire {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket`);
  socket.onmessage = (event) => events.message(JSON.parse(String(event.data)) as ServerMessage);
  socket.onclose = () => events.closed();
  return {
    isRemote: true,
    send: (message) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
    },
    close: () => {
      socket.onmessage = null;
      socket.onclose = null;
      socket.close();
    },
  };
}
