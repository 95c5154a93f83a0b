//! Whether this client comes from a Capolinea server, or from a host of plain files (`cargo xtask site`).

declare const __SITE__: boolean;

/** Whether there is a server to play with others on. */
export const hasServer = !__SITE__;
