//! The choice of a language, whose words may have to be fetched.

import { speak } from '../i18n/index.svelte';
import type { Language } from '../maps/map';

let failed = $state(false);

/** Whether the words of the language that was chosen last could not be fetched. */
export function languageFailed(): boolean {
  return failed;
}

export function chooseLanguage(language: Language): void {
  speak(language).then(
    () => (failed = false),
    () => (failed = true),
  );
}
