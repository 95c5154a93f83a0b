//! Bytes as letters that a link may carry, and texts packed into them.

/** More than ten times the longest packed record. */
const LONGEST = 40_000;

/** Whether this browser can pack texts. */
export const canPack = typeof CompressionStream === 'function' && typeof DecompressionStream === 'function';

export function toCode(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Throws if these are no such letters. */
export function fromCode(code: string): Uint8Array<ArrayBuffer> {
  const letters = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

const through = (bytes: BlobPart, change: GenericTransformStream): Response =>
  new Response(new Blob([bytes]).stream().pipeThrough(change));

/** A text, as short as can be. */
export async function pack(text: string): Promise<string> {
  return toCode(new Uint8Array(await through(text, new CompressionStream('deflate-raw')).arrayBuffer()));
}

/** The text again; null if it was garbled on its way. */
export async function unpack(code: string): Promise<string | null> {
  if (!canPack || code.length > LONGEST) return null;
  try {
    return await through(fromCode(code), new DecompressionStream('deflate-raw')).text();
  } catch {
    return null;
  }
}
