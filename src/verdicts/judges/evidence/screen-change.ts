import sharp from 'sharp';

const width = 96;
const height = 54;
/** Levels of grey by which a point must differ. */
const threshold = 12;

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG as small and grey as it is compared; null where there is none, or it is of another format, or can't be read to its end. */
export async function smallScreen(png: Buffer | null): Promise<Buffer | null> {
  if (png === null || !png.subarray(0, pngSignature.length).equals(pngSignature)) return null;
  try {
    return await sharp(png).resize(width, height, { fit: 'fill' }).greyscale().raw().toBuffer();
  } catch {
    return null;
  }
}

/** The share (0 … 1) of the screen that differs between two small pictures. */
export function screenChange(before: Buffer, after: Buffer): number {
  let changed = 0;
  for (let at = 0; at < before.length; at += 1)
    if (Math.abs((before[at] ?? 0) - (after[at] ?? 0)) > threshold) changed += 1;
  return changed / before.length;
}
