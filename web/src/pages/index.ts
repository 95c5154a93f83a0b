//! Every page's script, fetched when it is needed.

export const PAGES = {
  front: () => import('./Front.svelte'),
  new: () => import('./NewTable.svelte'),
  table: () => import('./Table.svelte'),
  challenge: () => import('./ChallengePage.svelte'),
  deals: () => import('./DealsPage.svelte'),
  replay: () => import('./ReplayPage.svelte'),
  help: () => import('./Help.svelte'),
  seat: () => import('./TakeSeat.svelte'),
};
