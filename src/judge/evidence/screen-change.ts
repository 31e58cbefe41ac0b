import sharp from 'sharp';

const width = 96;
const height = 54;
/** Levels of grey by which a point must differ. */
const threshold = 12;

/** The share (0 … 1) of the screen that differs between two pictures; null where one can't be read. */
export async function screenChange(before: Buffer, after: Buffer): Promise<number | null> {
  try {
    const [old, now] = await Promise.all([small(before), small(after)]);
    let changed = 0;
    for (let at = 0; at < old.length; at += 1) if (Math.abs((old[at] ?? 0) - (now[at] ?? 0)) > threshold) changed += 1;
    return changed / old.length;
  } catch {
    return null;
  }
}

function small(png: Buffer): Promise<Buffer> {
  return sharp(png).resize(width, height, { fit: 'fill' }).greyscale().raw().toBuffer();
}
