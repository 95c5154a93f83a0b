//! QR codes, small enough to make here: byte mode, medium error correction, versions 1 to 10 (up to 213 characters).

export interface QrCode {
  size: number;
  /** SVG path data with one square a dark module. */
  path: string;
  dark: boolean[][];
}

/** Error correction codewords a block, then groups of [blocks, data codewords a block], for level M. */
const VERSIONS: { ecc: number; groups: [number, number][] }[] = [
  { ecc: 10, groups: [[1, 16]] },
  { ecc: 16, groups: [[1, 28]] },
  { ecc: 26, groups: [[1, 44]] },
  { ecc: 18, groups: [[2, 32]] },
  { ecc: 24, groups: [[2, 43]] },
  { ecc: 16, groups: [[4, 27]] },
  { ecc: 18, groups: [[4, 31]] },
  {
    ecc: 22,
    groups: [
      [2, 38],
      [2, 39],
    ],
  },
  {
    ecc: 22,
    groups: [
      [3, 36],
      [2, 37],
    ],
  },
  {
    ecc: 26,
    groups: [
      [4, 43],
      [1, 44],
    ],
  },
];

const ALIGNMENT: number[][] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power++) {
  EXP[power] = value;
  EXP[power + 255] = value;
  LOG[value] = power;
  value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
}

function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : (EXP[(LOG[a] ?? 0) + (LOG[b] ?? 0)] ?? 0);
}

/** The Reed-Solomon codewords of a block. */
export function correction(data: number[], count: number): number[] {
  let generator = [1];
  for (let power = 0; power < count; power++) {
    const next = Array.from({ length: generator.length + 1 }, () => 0);
    generator.forEach((factor, place) => {
      next[place] = (next[place] ?? 0) ^ factor;
      next[place + 1] = (next[place + 1] ?? 0) ^ times(factor, EXP[power] ?? 0);
    });
    generator = next;
  }
  const rest = [...data, ...Array.from({ length: count }, () => 0)];
  for (let place = 0; place < data.length; place++) {
    const lead = rest[place] ?? 0;
    if (lead === 0) continue;
    generator.forEach((factor, offset) => {
      rest[place + offset] = (rest[place + offset] ?? 0) ^ times(factor, lead);
    });
  }
  return rest.slice(data.length);
}

/** The code of a text; null if it is too long. */
export function qrCode(text: string): QrCode | null {
  const bytes = [...new TextEncoder().encode(text)];
  const version = VERSIONS.findIndex(({ groups }, place) => {
    const capacity = groups.reduce((sum, [blocks, size]) => sum + blocks * size, 0);
    return bytes.length + (place < 9 ? 2 : 3) <= capacity;
  });
  const shape = VERSIONS[version];
  if (!shape) return null;
  const codewords = interleave(fillUp(bytes, version, shape.groups), shape);
  const size = version * 4 + 21;
  const { dark, fixed } = frame(size, version);
  place(codewords, dark, fixed);
  let best: boolean[][] | null = null;
  let lowest = Infinity;
  for (let mask = 0; mask < 8; mask++) {
    const tried = masked(dark, fixed, mask);
    format(tried, mask);
    const cost = penalty(tried);
    if (cost < lowest) [best, lowest] = [tried, cost];
  }
  if (!best) return null;
  const path = best.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size, path, dark: best };
}

function fillUp(bytes: number[], version: number, groups: [number, number][]): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number): void => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 9 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  const capacity = groups.reduce((sum, [blocks, size]) => sum + blocks * size, 0);
  push(0, Math.min(4, capacity * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const data: number[] = [];
  for (let start = 0; start < bits.length; start += 8)
    data.push(bits.slice(start, start + 8).reduce((sum, bit) => sum * 2 + bit, 0));
  for (let pad = 0; data.length < capacity; pad++) data.push(pad % 2 === 0 ? 0xec : 0x11);
  return data;
}

function interleave(data: number[], { ecc, groups }: { ecc: number; groups: [number, number][] }): number[] {
  const blocks: number[][] = [];
  let start = 0;
  for (const [count, size] of groups) {
    for (let block = 0; block < count; block++) {
      blocks.push(data.slice(start, start + size));
      start += size;
    }
  }
  const corrections = blocks.map((block) => correction(block, ecc));
  const longest = Math.max(...blocks.map((block) => block.length));
  const out: number[] = [];
  for (let place = 0; place < longest; place++)
    for (const block of blocks) if (place < block.length) out.push(block[place] ?? 0);
  for (let place = 0; place < ecc; place++) for (const block of corrections) out.push(block[place] ?? 0);
  return out;
}

function frame(size: number, version: number): { dark: boolean[][]; fixed: boolean[][] } {
  const dark = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const fixed = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const set = (x: number, y: number, on: boolean): void => {
    const [row, taken] = [dark[y], fixed[y]];
    if (!row || !taken || x < 0 || x >= size) return;
    row[x] = on;
    taken[x] = true;
  };
  for (let along = 0; along < size; along++) {
    set(along, 6, along % 2 === 0);
    set(6, along, along % 2 === 0);
  }
  for (const [left, top] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as [number, number][]) {
    for (let y = -1; y <= 7; y++) {
      for (let x = -1; x <= 7; x++) {
        const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
        set(left + x, top + y, ring !== 2 && ring !== 4);
      }
    }
  }
  const marks = ALIGNMENT[version] ?? [];
  for (const x of marks) {
    for (const y of marks) {
      if (fixed[y]?.[x] && (x === 6 ? y === 6 || y === size - 7 : y === 6 && x === size - 7)) continue;
      for (let dy = -2; dy <= 2; dy++)
        for (let dx = -2; dx <= 2; dx++) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  }
  for (let along = 0; along < 9; along++) {
    for (const [x, y] of [
      [along, 8],
      [8, along],
    ] as [number, number][])
      if (!fixed[y]?.[x]) set(x, y, false);
  }
  for (let along = 0; along < 8; along++) {
    set(size - 1 - along, 8, false);
    set(8, size - 1 - along, false);
  }
  set(8, size - 8, true);
  if (version >= 6) {
    let rest = version + 1;
    for (let bit = 0; bit < 12; bit++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = ((version + 1) << 12) | rest;
    for (let bit = 0; bit < 18; bit++) {
      const on = ((bits >> bit) & 1) === 1;
      const [far, close] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
      set(far, close, on);
      set(close, far, on);
    }
  }
  return { dark, fixed };
}

function place(codewords: number[], dark: boolean[][], fixed: boolean[][]): void {
  const size = dark.length;
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      for (const x of [right, right - 1]) {
        const up = ((right + 1) & 2) === 0;
        const y = up ? size - 1 - step : step;
        const row = dark[y];
        if (!row || fixed[y]?.[x]) continue;
        row[x] = (((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        bit++;
      }
    }
  }
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function masked(dark: boolean[][], fixed: boolean[][], mask: number): boolean[][] {
  const turns = MASKS[mask];
  return dark.map((row, y) => row.map((on, x) => on !== (!fixed[y]?.[x] && (turns?.(x, y) ?? false))));
}

function format(dark: boolean[][], mask: number): void {
  const size = dark.length;
  let rest = mask;
  for (let bit = 0; bit < 10; bit++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const set = (x: number, y: number, bit: number): void => {
    const row = dark[y];
    if (row) row[x] = ((bits >> bit) & 1) === 1;
  };
  for (let bit = 0; bit <= 5; bit++) set(8, bit, bit);
  set(8, 7, 6);
  set(8, 8, 7);
  set(7, 8, 8);
  for (let bit = 9; bit < 15; bit++) set(14 - bit, 8, bit);
  for (let bit = 0; bit < 8; bit++) set(size - 1 - bit, 8, bit);
  for (let bit = 8; bit < 15; bit++) set(8, size - 15 + bit, bit);
}

/** How hard a code is to read: long runs, blocks of one colour, and how far from half it is dark. */
function penalty(dark: boolean[][]): number {
  const size = dark.length;
  let cost = 0;
  let count = 0;
  for (let one = 0; one < size; one++) {
    for (const at of [(other: number) => dark[one]?.[other], (other: number) => dark[other]?.[one]]) {
      let run = 1;
      for (let other = 1; other <= size; other++) {
        if (other < size && at(other) === at(other - 1)) run++;
        else {
          if (run >= 5) cost += run - 2;
          run = 1;
        }
      }
    }
  }
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const on = dark[y]?.[x];
      if (on) count++;
      if (x && y && on === dark[y]?.[x - 1] && on === dark[y - 1]?.[x] && on === dark[y - 1]?.[x - 1]) cost += 3;
    }
  }
  return cost + Math.floor(Math.abs((count * 20) / (size * size) - 10)) * 10;
}
