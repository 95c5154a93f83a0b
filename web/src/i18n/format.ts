//! Fills the gaps of a sentence: `{name}`, and `{count|one card|# cards}` for words that depend on a number.

export type Value = string | number;

/** A sentence cut at its gaps: words, or the name of what goes there. */
export type Part = { text: string } | { gap: string };

const GAP = /\{(\w+)((?:\|[^{}|]*)*)\}/g;

/** The names of a sentence's gaps. */
export function gaps(sentence: string): Set<string> {
  return new Set([...sentence.matchAll(GAP)].map((match) => match[1] ?? ''));
}

/** Cuts a sentence; gaps that choose a word by number are filled. */
export function parts(sentence: string, values: Record<string, Value>): Part[] {
  const cut: Part[] = [];
  let end = 0;
  for (const match of sentence.matchAll(GAP)) {
    if (match.index > end) cut.push({ text: sentence.slice(end, match.index) });
    const [whole, name = '', words = ''] = match;
    if (words) {
      const [, one = '', many = one] = words.split('|');
      const word = Number(values[name]) === 1 ? one : many;
      cut.push({ text: word.replace('#', String(values[name])) });
    } else if (name in values) {
      cut.push({ text: String(values[name]) });
    } else {
      cut.push({ gap: name });
    }
    end = match.index + whole.length;
  }
  if (end < sentence.length) cut.push({ text: sentence.slice(end) });
  return cut;
}

export function fill(sentence: string, values: Record<string, Value>): string {
  return parts(sentence, values)
    .map((part) => ('text' in part ? part.text : `{${part.gap}}`))
    .join('');
}
