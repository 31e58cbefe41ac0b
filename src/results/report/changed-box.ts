import sharp, { type Sharp } from 'sharp';

/** Pictures are compared at this size in pixels. A line of text is still several pixels high. */
const compared = { width: 480, height: 270 };
const cell = 10;
const columns = compared.width / cell;
const rows = compared.height / cell;
/** Grey-level differences up to `tolerance` are noise. A cell changed if at least `fewestPixels` of its pixels did. */
const tolerance = 20;
const fewestPixels = 3;
/** Text differs more than this from its background, in grey levels. */
const contrast = 60;

/** A box in fractions of the picture's width and height (0 to 1). */
export interface PictureBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One byte a pixel, as `changedBox` compares pictures. Making a whole screen grey would take three times as long. */
export async function greyPixels(picture: Sharp): Promise<Buffer> {
  const { width, height } = compared;
  const { data, info } = await picture
    .resize(width, height, { fit: 'fill', kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width, height, channels: info.channels } })
    .removeAlpha()
    .greyscale()
    .raw()
    .toBuffer();
}

/**
 * The largest region in which two greyscale pictures differ. A window that appeared is narrowed to its text or other
 * detail. Null if nothing differs, or if the region is most of the screen.
 */
export function changedBox(a: Uint8Array, b: Uint8Array): PictureBox | null {
  const { changed, hasDetail } = cellsOf(a, b);
  const region = largest(changed);
  if (region === null) return null;
  if (area(region) < windowArea) return region;
  const content = largest(changed.map((pixels, index) => (hasDetail[index] === 1 ? pixels : 0)));
  if (content !== null && area(content) < area(region) / 2) return content;
  return area(region) > 0.7 ? null : region;
}

/** A larger region is a window rather than something in it. */
const windowArea = 0.25;
const area = ({ width, height }: PictureBox): number => width * height;

/** By cell: the number of pixels that changed, and whether the new picture has contrast there. */
function cellsOf(a: Uint8Array, b: Uint8Array): { changed: Uint16Array; hasDetail: Uint8Array } {
  const changed = new Uint16Array(columns * rows);
  const darkest = new Uint8Array(columns * rows).fill(255);
  const lightest = new Uint8Array(columns * rows);
  for (let at = 0; at < compared.width * compared.height; at += 1) {
    const index =
      Math.floor(Math.floor(at / compared.width) / cell) * columns + Math.floor((at % compared.width) / cell);
    const shade = b[at] ?? 0;
    if (Math.abs((a[at] ?? 0) - shade) > tolerance) changed[index] = (changed[index] ?? 0) + 1;
    darkest[index] = Math.min(darkest[index] ?? 0, shade);
    lightest[index] = Math.max(lightest[index] ?? 0, shade);
  }
  return { changed, hasDetail: lightest.map((shade, index) => (shade - (darkest[index] ?? 0) > contrast ? 1 : 0)) };
}

/** Null if no cell changed. */
function largest(changed: Uint16Array): PictureBox | null {
  const seen = new Uint8Array(columns * rows);
  let best: ReturnType<typeof flood> | null = null;
  for (let start = 0; start < changed.length; start += 1) {
    if (seen[start] === 1 || (changed[start] ?? 0) < fewestPixels) continue;
    const found = flood(start, changed, seen);
    if (best === null || rank(found) > rank(best)) best = found;
  }
  if (best === null) return null;
  const [left, top, right, bottom] = best.box;
  return {
    x: left / columns,
    y: top / rows,
    width: (right - left + 1) / columns,
    height: (bottom - top + 1) / rows,
  };
}

/** The taskbar at the bottom (clock, window buttons) counts only if nothing else changed. */
const rank = ({ pixels, box }: { pixels: number; box: readonly number[] }): number =>
  (box[1] ?? 0) >= rows - 2 ? pixels / (compared.width * compared.height) : pixels;

/** Collects the changed cells that are connected, allowing gaps of one cell. */
function flood(start: number, changed: Uint16Array, seen: Uint8Array) {
  const box: [number, number, number, number] = [columns, rows, 0, 0];
  const waiting = [start];
  seen[start] = 1;
  let pixels = 0;
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const [x, y] = [index % columns, Math.floor(index / columns)];
    pixels += changed[index] ?? 0;
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
    for (let dy = -2; dy <= 2; dy += 1)
      for (let dx = -2; dx <= 2; dx += 1) {
        const [toX, toY] = [x + dx, y + dy];
        if (toX < 0 || toY < 0 || toX >= columns || toY >= rows) continue;
        const to = toY * columns + toX;
        if (seen[to] === 1 || (changed[to] ?? 0) < fewestPixels) continue;
        seen[to] = 1;
        waiting.push(to);
      }
  }
  return { pixels, box };
}
