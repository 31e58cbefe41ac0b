/** Decodes an uncompressed Windows bitmap of 8, 24 or 32 bits per pixel, which sharp can't read; null otherwise. */
export function readBitmap(content: Uint8Array): { width: number; height: number; pixels: Uint8Array } | null {
  const view = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (view.length < 54 || view.toString('latin1', 0, 2) !== 'BM') return null;
  const [start, header, width, rows] = [
    view.readUInt32LE(10),
    view.readUInt32LE(14),
    view.readInt32LE(18),
    view.readInt32LE(22),
  ];
  const depth = view.readUInt16LE(28);
  const compression = view.readUInt32LE(30);
  const height = Math.abs(rows);
  if (![8, 24, 32].includes(depth) || (compression !== 0 && compression !== 3) || width <= 0) return null;
  const stride = Math.ceil((width * depth) / 32) * 4;
  if (start + stride * height > view.length) return null;
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let at = start + (rows > 0 ? height - 1 - y : y) * stride + (x * depth) / 8;
      if (depth === 8) at = 14 + header + (view[at] as number) * 4;
      for (let part = 0; part < 3; part++) pixels[(y * width + x) * 3 + part] = view[at + 2 - part] ?? 0;
    }
  return { width, height, pixels };
}
