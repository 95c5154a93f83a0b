//! Whether this client comes from a Capolinea server, or from a host of plain files (`cargo xtask site`).

declare const __SITE__: boolean;

/** Whether there is a server to play with others on. */
export const hasServer = !__SITE__;

/** What the ids of tables in this browser begin with. */
export const PREFIX = 'local-';

/** Whether a table is one of this browser's own. */
export const isLocal = (table: string): boolean => table.startsWith(PREFIX);
