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
  // A person who closes the list of ways to share has changed their mind.
  await navigator.share({ url: link }).catch(() => undefined);
  return false;
}

/** Gives a file away: by the device's own way to share where there is one, or as a download. */
export async function giveFile(file: File): Promise<void> {
  if (matchMedia('(pointer: coarse)').matches && 'canShare' in navigator && navigator.canShare({ files: [file] })) {
    // A person who closes the list of ways to share has changed their mind.
    await navigator.share({ files: [file] }).catch(() => undefined);
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  // The download has begun by then.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
