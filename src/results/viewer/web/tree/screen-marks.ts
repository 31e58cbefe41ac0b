import { useEffect, useState } from 'preact/hooks';
import type { TreeRow } from './tree-rows.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The boxes that set-of-marks would number on a screen, mark 1 first: those of the tree's rows that show more than one colour. Null until
 * the picture is read. (The agent's own drawing also sees the boxes drawn before: where boxes overlap, numbers can differ by a few.)
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

let shown: { url: string; pixels: Promise<ImageData> } | null = null;

/** The pixels of the picture that is shown: decoded once for all that is drawn on it. */
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
  if (context === null) throw new Error('This browser gives no canvas.');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** What lies beyond the screen counts as black, as in OS-Harm's own drawing. */
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
