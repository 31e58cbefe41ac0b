const width = 96;
const height = 54;
/** Minimum difference in grey levels for a pixel to count as changed. */
const threshold = 12;

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Downscales a PNG to greyscale for comparison. Null if it is missing, damaged or not a PNG. */
export async function smallScreen(png: Buffer | null): Promise<Buffer | null> {
  if (png === null || !png.subarray(0, pngSignature.length).equals(pngSignature)) return null;
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(png).resize(width, height, { fit: 'fill' }).greyscale().raw().toBuffer();
  } catch {
    return null;
  }
}

export function screenChange(before: Buffer, after: Buffer): number {
  let changed = 0;
  for (let at = 0; at < before.length; at += 1)
    if (Math.abs((before[at] ?? 0) - (after[at] ?? 0)) > threshold) changed += 1;
  return changed / before.length;
}
