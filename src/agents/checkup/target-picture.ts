import sharp from 'sharp';

/** A test picture with a number to read and a square to click. Lengths in pixels. */
export interface TargetPicture {
  png: Buffer;
  width: number;
  height: number;
  number: string;
  /** Centre of the red square, chosen so that its pixel, grid and swapped readings are far apart. */
  target: { x: number; y: number };
}

const size = { width: 1280, height: 800 };
const target = { x: 1040, y: 220 };
const number = '4718';

export async function drawTarget(): Promise<TargetPicture> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
  <rect width="100%" height="100%" fill="#f2f2f2"/>
  <rect x="${target.x - 30}" y="${target.y - 30}" width="60" height="60" fill="#d01010"/>
  <text x="200" y="560" font-family="sans-serif" font-size="120" fill="#101010">${number}</text>
</svg>`;
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return { png, ...size, number, target };
}
