//! What the page itself has to say, besides what happens in the game.

export class Speech {
  /** For the status line, until the game moves on. */
  notice = $state('');
  /** For screen readers. A new object is read aloud, even with the same words. */
  spoken: { words: string } | null = $state.raw(null);

  /** Says something in the status line, and to a screen reader. */
  say(words: string): void {
    this.notice = words;
    this.speak(words);
  }

  /** Says something to a screen reader alone. */
  speak(words: string): void {
    this.spoken = { words };
  }
}
