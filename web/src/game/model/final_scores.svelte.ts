//! The panel of the final scores, which is fetched in the last round. The page makes room for it once it is there.

import type FinishedGame from '../panels/FinishedGame.svelte';

class FinalScores {
  panel: typeof FinishedGame | null = $state.raw(null);
  isMissing = $state(false);

  fetch(): void {
    if (this.panel) return;
    import('../panels/FinishedGame.svelte').then(
      ({ default: panel }) => (this.panel = panel),
      () => (this.isMissing = true),
    );
  }
}

export const finalScores = new FinalScores();
