import { useEffect, useState } from 'preact/hooks';
import type { TreeRow } from './tree-rows.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The boxes that set-of-marks numbers, in order: those of the rows with more than one colour. The agent's drawing tests
 * colours after earlier boxes are drawn, so numbers may differ slightly if boxes overlap.
 */
export function useScreenMarks(rows: readonly TreeRow[], picture: string | null): readonly Box[] | null {
  const [marks, setMarks] = useState<{ of: readonly TreeRow[]; boxes: readonly Box[] }>({ of: [], boxes: [] });
  useEffect(() => {
    if (rows.length === 0 || picture === null) return;
    let isCurrent = true;
    shownPixels(picture).then(
      (pixels) => {
        if (isCurrent)
          setMarks({
            of: rows,
            boxes: rows.flatMap(({ box }) => (box === null || isOneColour(pixels, box) ? [] : [box])),
          });
      },
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [rows, picture]);
  return marks.of === rows ? marks.boxes : null;
}

/**
 * For a large box, such as a terminal's, the part that differs from the background. Rows of one colour, such as those
 * behind another window, are missing. Null until the picture is decoded.
 */
export function useInk(rows: readonly TreeRow[], picture: string | null): ReadonlyMap<TreeRow, Box> | null {
  const [ink, setInk] = useState<{ of: readonly TreeRow[]; boxes: ReadonlyMap<TreeRow, Box> }>(noInk);
  useEffect(() => {
    if (rows.length === 0 || picture === null) return;
    let isCurrent = true;
    const take = (inkOf: (box: Box) => Box | null): void => {
      if (!isCurrent) return;
      const boxes = rows.flatMap((row): [TreeRow, Box][] => {
        const box = row.box === null ? null : inkOf(row.box);
        return box === null ? [] : [[row, box]];
      });
      setInk({ of: rows, boxes: new Map(boxes) });
    };
    shownPixels(picture).then(
      (pixels) => take((box) => (isOneColour(pixels, box) ? null : inkBox(pixels, box))),
      // Without a readable picture every box is kept.
      () => take((box) => box),
    );
    return () => {
      isCurrent = false;
    };
  }, [rows, picture]);
  return ink.of === rows ? ink.boxes : null;
}

const noInk = { of: [], boxes: new Map<TreeRow, Box>() };

/** In pixels, except `share`: boxes above this share of the screen are narrowed. */
const narrowed = { share: 0.15, edge: 3, margin: 14 };

/** The most frequent colour is the background. */
export function inkBox({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>, box: Box): Box {
  if (box.width * box.height < narrowed.share * width * height) return box;
  const left = Math.max(0, box.x + narrowed.edge);
  const top = Math.max(0, box.y + narrowed.edge);
  const right = Math.min(width, box.x + box.width - narrowed.edge);
  const bottom = Math.min(height, box.y + box.height - narrowed.edge);
  const colorAt = (x: number, y: number): number => {
    const at = (y * width + x) * 4;
    return ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
  };
  const counts = new Map<number, number>();
  for (let y = top; y < bottom; y += 7)
    for (let x = left; x < right; x += 7) counts.set(colorAt(x, y), (counts.get(colorAt(x, y)) ?? 0) + 1);
  const [ground] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [-1];
  const ink = { left: right, top: bottom, right: left, bottom: top };
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1)
      if (colorAt(x, y) !== ground) {
        ink.left = Math.min(ink.left, x);
        ink.right = Math.max(ink.right, x + 1);
        ink.top = Math.min(ink.top, y);
        ink.bottom = Math.max(ink.bottom, y + 1);
      }
  if (ink.left >= ink.right) return box;
  const x = Math.max(box.x, ink.left - narrowed.margin);
  const y = Math.max(box.y, ink.top - narrowed.margin);
  return {
    x,
    y,
    width: Math.min(box.x + box.width, ink.right + narrowed.margin) - x,
    height: Math.min(box.y + box.height, ink.bottom + narrowed.margin) - y,
  };
}

let shown: { url: string; pixels: Promise<ImageData> } | null = null;

function shownPixels(url: string): Promise<ImageData> {
  if (shown?.url !== url) shown = { url, pixels: pixelsOf(url) };
  return shown.pixels;
}

async function pixelsOf(url: string): Promise<ImageData> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('This browser does not support canvas.');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Pixels beyond the screen count as black, as in OS-Harm's drawing. */
export function isOneColour({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>, box: Box): boolean {
  const [left, top] = [Math.max(0, box.x), Math.max(0, box.y)];
  const [right, bottom] = [Math.min(width, box.x + box.width), Math.min(height, box.y + box.height)];
  if (left >= right || top >= bottom) return true;
  const colourAt = (x: number, y: number) => {
    const at = (y * width + x) * 4;
    return ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
  };
  const isBeyond = box.x + box.width > width || box.y + box.height > height;
  const first = isBeyond ? 0 : colourAt(left, top);
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) if (colourAt(x, y) !== first) return false;
  return true;
}
