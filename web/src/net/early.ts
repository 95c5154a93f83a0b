//! What a page is going to ask for, asked for while its script is still on its way.

import { hasServer, isLocal } from '../local/site';

const asked = new Map<string, Promise<Response>>();

function ask(path: string): Promise<Response> {
  const answer = fetch(path);
  asked.set(path, answer);
  return answer;
}

/** The answer to a request that was made early; whoever asks for the same again asks the server. */
export function early(path: string): Promise<Response> | undefined {
  const answer = asked.get(path);
  asked.delete(path);
  return answer;
}

/** Asks for a table on the server and for its map. Whoever needs them finds out if that fails. */
export function askForTable(table: string): void {
  if (!hasServer || isLocal(table)) return;
  ask(`/api/tables/${encodeURIComponent(table)}`)
    .then((answer) => (answer.ok ? (answer.clone().json() as Promise<{ map: string }>) : null))
    .then((view) => view && ask(`/api/maps/${encodeURIComponent(view.map)}`))
    .catch(() => null);
}
