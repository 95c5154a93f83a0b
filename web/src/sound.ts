//! Sounds made on the spot, with no file: short tones, off until asked for.

import { settings } from './settings.svelte';

export type Sound = 'card' | 'claim' | 'turn' | 'last' | 'end';

interface Tone {
  /** Hertz. */
  pitch: number;
  /** Seconds from now. */
  at: number;
  length: number;
  shape: OscillatorType;
  volume: number;
}

const SOUNDS: Record<Sound, Tone[]> = {
  card: [{ pitch: 880, at: 0, length: 0.05, shape: 'triangle', volume: 0.12 }],
  claim: [
    { pitch: 196, at: 0, length: 0.09, shape: 'square', volume: 0.08 },
    { pitch: 147, at: 0.1, length: 0.12, shape: 'square', volume: 0.08 },
  ],
  turn: [
    { pitch: 659, at: 0, length: 0.14, shape: 'sine', volume: 0.2 },
    { pitch: 880, at: 0.13, length: 0.22, shape: 'sine', volume: 0.2 },
  ],
  last: [
    { pitch: 415, at: 0, length: 0.5, shape: 'sawtooth', volume: 0.06 },
    { pitch: 523, at: 0, length: 0.5, shape: 'sawtooth', volume: 0.06 },
  ],
  end: [
    { pitch: 523, at: 0, length: 0.16, shape: 'sine', volume: 0.2 },
    { pitch: 659, at: 0.15, length: 0.16, shape: 'sine', volume: 0.2 },
    { pitch: 784, at: 0.3, length: 0.4, shape: 'sine', volume: 0.2 },
  ],
};

let context: AudioContext | null = null;

export function ring(sound: Sound): void {
  // Browsers make no sound before a person has done something.
  if (!settings.sound || !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  for (const tone of SOUNDS[sound]) {
    const start = context.currentTime + tone.at;
    const oscillator = new OscillatorNode(context, { type: tone.shape, frequency: tone.pitch });
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setTargetAtTime(tone.volume, start, 0.008);
    gain.gain.setTargetAtTime(0, start + tone.length, 0.05);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + tone.length + 0.4);
  }
}
