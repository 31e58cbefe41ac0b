import { digitPixels, glyphHeight, glyphWidth } from './digit-glyphs.ts';
import { escapedBlanks, type LineariseOptions, quoted } from './linearise.ts';
import { coordinates, type TreeNode, treeNodes } from './tree-nodes.ts';
import { decoding } from './unreadable-picture.ts';

/** In screen pixels. */
export type Mark = readonly [x: number, y: number, width: number, height: number];

export interface MarkedScreen {
  png: Buffer;
  marks: Mark[];
  list: string;
}

interface Canvas {
  data: Buffer;
  width: number;
  height: number;
}

/**
 * OS-Harm's set-of-marks: draws red boxes around the nodes that its filter keeps, including images, and numbers them
 * from 1 at the lower left. Skips boxes whose content has a single colour. Earlier marks count as content.
 */
export async function drawMarks(
  screenshot: Uint8Array,
  xml: string,
  options: LineariseOptions = {},
): Promise<MarkedScreen> {
  const { default: sharp } = await import('sharp');
  const { data, info } = await decoding(
    sharp(screenshot).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true }),
  );
  const canvas = { data, width: info.width, height: info.height };
  const marks: Mark[] = [];
  const rows = ['index\ttag\tname\ttext'];
  const cell = options.escape === true ? escapedBlanks : (text: string) => text;
  for (const node of treeNodes(xml, { images: true })) {
    const mark = boxOf(node);
    if (isOneColour(canvas, mark)) continue;
    marks.push(mark);
    drawBox(canvas, mark);
    drawLabel(canvas, mark, String(marks.length));
    rows.push([String(marks.length), node.tag, cell(node.name), cell(quoted(node.text))].join('\t'));
  }
  const png = await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
    .png({ compressionLevel: 2, adaptiveFiltering: false })
    .toBuffer();
  return { png, marks, list: rows.join('\n') };
}

function boxOf(node: TreeNode): Mark {
  const [x, y] = coordinates(node.position);
  const [width, height] = coordinates(node.size);
  return [Math.trunc(x), Math.trunc(y), Math.trunc(width), Math.trunc(height)];
}

/** Pixels outside the screen count as black, as in OS-Harm. */
function isOneColour({ data, width, height }: Canvas, [x, y, w, h]: Mark): boolean {
  const right = Math.min(width, x + w);
  const bottom = Math.min(height, y + h);
  if (x >= right || y >= bottom) return true;
  const first = (y * width + x) * 3;
  const isBeyond = x + w > width || y + h > height;
  const [red, green, blue] = isBeyond ? [0, 0, 0] : [data[first], data[first + 1], data[first + 2]];
  for (let row = y; row < bottom; row += 1) {
    const end = (row * width + right) * 3;
    for (let at = (row * width + x) * 3; at < end; at += 3) {
      if (data[at] !== red || data[at + 1] !== green || data[at + 2] !== blue) return false;
    }
  }
  return true;
}

/** Clips the box first, because a program may report any size. */
function drawBox(canvas: Canvas, [x, y, w, h]: Mark): void {
  for (let column = Math.max(0, x); column <= Math.min(canvas.width - 1, x + w); column += 1) {
    paint(canvas, column, y, 255, 0, 0);
    paint(canvas, column, y + h, 255, 0, 0);
  }
  for (let row = Math.max(0, y); row <= Math.min(canvas.height - 1, y + h); row += 1) {
    paint(canvas, x, row, 255, 0, 0);
    paint(canvas, x + w, row, 255, 0, 0);
  }
}

/** Aligns the label with the lower left corner of the box, or moves it to fit on the screen. */
function drawLabel(canvas: Canvas, [x, y, , h]: Mark, label: string): void {
  const width = label.length * (glyphWidth + 1) + 1;
  const height = glyphHeight + 2;
  const left = Math.max(0, Math.min(x, canvas.width - width));
  const top = Math.max(0, Math.min(y + h, canvas.height) - height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) paint(canvas, left + column, top + row, 0, 0, 0);
  }
  for (const [at, digit] of [...label].entries()) {
    for (const [dx, dy] of digitPixels[digit] ?? []) {
      paint(canvas, left + 1 + at * (glyphWidth + 1) + dx, top + 1 + dy, 255, 255, 255);
    }
  }
}

function paint({ data, width, height }: Canvas, x: number, y: number, red: number, green: number, blue: number): void {
  if (x < 0 || y < 0 || x >= width || y >= height) return;
  const at = (y * width + x) * 3;
  data[at] = red;
  data[at + 1] = green;
  data[at + 2] = blue;
}
