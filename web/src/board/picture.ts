//! The board as a picture: what is drawn on the page, painted onto a canvas.

/** What a style sheet may say about a shape. A picture has no style sheets, so it is written into the shape. */
const LOOKS = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stop-color',
  'stop-opacity',
  'opacity',
  'display',
  'visibility',
] as const;

/** A copy of a drawing that looks the same without the page's style sheets: without marks, and without letters, whose fonts are the page's. */
function standalone(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = drawing.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((element, place) => {
    const original = originals[place];
    if (!original) return;
    const looks = getComputedStyle(original);
    for (const name of LOOKS) element.setAttribute(name, looks.getPropertyValue(name));
    element.removeAttribute('class');
    element.removeAttribute('style');
  });
  for (const unseen of copy.querySelectorAll('text, [data-route], [data-location], [data-marks]')) unseen.remove();
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return copy;
}

/** An SVG drawing as an image. */
async function imageOf(drawing: SVGSVGElement, width: number, height: number): Promise<HTMLImageElement> {
  drawing.setAttribute('width', String(width));
  drawing.setAttribute('height', String(height));
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await image.decode();
  return image;
}

/** Writes the drawing's letters where they stand, in the page's fonts. */
function write(context: CanvasRenderingContext2D, drawing: SVGSVGElement): void {
  const whole = drawing.getScreenCTM()?.inverse();
  if (!whole) return;
  for (const text of drawing.querySelectorAll('text')) {
    const own = text.getScreenCTM();
    if (!own) continue;
    const { a, b, c, d, e, f } = whole.multiply(own);
    const looks = getComputedStyle(text);
    context.save();
    context.transform(a, b, c, d, e, f);
    context.font = `${looks.fontWeight} ${looks.fontSize} ${looks.fontFamily}`;
    context.letterSpacing = looks.letterSpacing === 'normal' ? '0px' : looks.letterSpacing;
    context.textAlign = ({ middle: 'center', end: 'right' }[looks.textAnchor] as CanvasTextAlign | undefined) ?? 'left';
    context.lineJoin = 'round';
    const words = looks.textTransform === 'uppercase' ? text.textContent.toLocaleUpperCase() : text.textContent;
    const [x, y] = ['x', 'y'].map((name) => Number(text.getAttribute(name) ?? 0)) as [number, number];
    if (looks.stroke !== 'none') {
      context.strokeStyle = looks.stroke;
      context.lineWidth = Number.parseFloat(looks.strokeWidth);
      context.globalAlpha = Number(looks.strokeOpacity);
      context.strokeText(words, x, y);
    }
    context.fillStyle = looks.fill;
    context.globalAlpha = Number(looks.fillOpacity);
    context.fillText(words, x, y);
    context.restore();
  }
}

/** Paints the drawings of a board as they are now, one over the other, into a place of a canvas. */
export async function paintBoard(
  context: CanvasRenderingContext2D,
  drawings: readonly SVGSVGElement[],
  place: { x: number; y: number; width: number; height: number },
): Promise<void> {
  for (const drawing of drawings) {
    const image = await imageOf(standalone(drawing), place.width, place.height);
    context.drawImage(image, place.x, place.y, place.width, place.height);
    context.save();
    context.translate(place.x, place.y);
    context.scale(place.width / drawing.viewBox.baseVal.width, place.height / drawing.viewBox.baseVal.height);
    write(context, drawing);
    context.restore();
  }
}
