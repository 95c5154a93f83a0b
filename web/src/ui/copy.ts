//! Giving a link away: by the device's own way to share, or by the clipboard.

/** Puts words into the clipboard. `field` holds them too, for browsers that copy only what is selected. */
export async function copy(words: string, field?: HTMLInputElement): Promise<void> {
  field?.select();
  try {
    await navigator.clipboard.writeText(words);
  } catch {
    // Not allowed without https: what is selected is ready to be copied by hand.
    document.execCommand('copy');
  }
}

/** Shares a link; says whether it was copied because the device has no way of its own. */
export async function share(link: string): Promise<boolean> {
  if (!matchMedia('(pointer: coarse)').matches || !('share' in navigator)) {
    await copy(link);
    return true;
  }
  // Who closes the list of ways to share has changed their mind.
  await navigator.share({ url: link }).catch(() => undefined);
  return false;
}
