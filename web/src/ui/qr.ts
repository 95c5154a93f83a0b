//! QR codes as SVG path data. The encoder is loaded with the first code that is shown.

export interface QrCode {
  size: number;
  /** One square for each dark module. */
  path: string;
}

/** Makes the code of a text, with medium error correction. */
export async function qrCode(text: string): Promise<QrCode> {
  const { correction, generate } = await import('lean-qr/nano');
  const bitmap = generate(text, { minCorrectionLevel: correction.M });
  const places = Array.from({ length: bitmap.size }, (_, place) => place);
  const squares = places.flatMap((y) => places.filter((x) => bitmap.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`));
  return { size: bitmap.size, path: squares.join('') };
}
