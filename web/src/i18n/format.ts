//! Fills the gaps of a sentence: `{name}`, and `{count|one card|# cards}` for words that depend on a number.

export type Value = string | number;

/** A sentence cut at its gaps: words, or the name of what goes there. */
export type Part = { text: string } | { gap: string };

/** The same as it stands in the catalogue: some gaps choose between words. */
type Piece = { text: string } | { gap: string; one: string; many: string } | { gap: string; one: null };

const GAP = /\{(\w+)((?:\|[^{}|]*)*)\}/g;

/** A page asks for the same sentences again and again: each is cut once. */
const known = new Map<string, Piece[]>();

function pieces(sentence: string): Piece[] {
  let cut = known.get(sentence);
  if (cut) return cut;
  cut = [];
  let end = 0;
  for (const match of sentence.matchAll(GAP)) {
    if (match.index > end) cut.push({ text: sentence.slice(end, match.index) });
    const [whole, gap = '', words = ''] = match;
    const [, one = '', many = one] = words.split('|');
    cut.push(words ? { gap, one, many } : { gap, one: null });
    end = match.index + whole.length;
  }
  if (end < sentence.length) cut.push({ text: sentence.slice(end) });
  known.set(sentence, cut);
  return cut;
}

/** The names of a sentence's gaps. */
export function gaps(sentence: string): Set<string> {
  return new Set(pieces(sentence).flatMap((piece) => ('text' in piece ? [] : [piece.gap])));
}

/** Cuts a sentence; gaps that choose a word by number are filled. */
export function parts(sentence: string, values: Record<string, Value>): Part[] {
  return pieces(sentence).map((piece): Part => {
    if ('text' in piece) return piece;
    const value = values[piece.gap];
    if (piece.one !== null) return { text: (Number(value) === 1 ? piece.one : piece.many).replace('#', String(value)) };
    return value === undefined ? { gap: piece.gap } : { text: String(value) };
  });
}

export function fill(sentence: string, values: Record<string, Value>): string {
  return parts(sentence, values)
    .map((part) => ('text' in part ? part.text : `{${part.gap}}`))
    .join('');
}

/** A figure as it is printed: a hyphen is no minus sign. */
export function withMinus(figure: number | string): string {
  return String(figure).replace('-', '−');
}
