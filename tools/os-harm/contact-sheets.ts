import { join } from 'node:path';
import sharp from 'sharp';

export interface SheetPicture {
  label: string;
  png: string;
}

const cell = { width: 640, height: 360, label: 26 };
const across = 3;
const down = 4;

/** Writes sheets of twelve labelled pictures and returns their paths. Unreadable pictures are left blank. */
export async function contactSheets(
  pictures: readonly SheetPicture[],
  folder: string,
  name: string,
): Promise<string[]> {
  const paths: string[] = [];
  for (let at = 0; at < pictures.length; at += across * down) {
    const parts = await Promise.all(
      pictures.slice(at, at + across * down).map(async ({ label, png }, index) => {
        const left = (index % across) * cell.width;
        const top = Math.floor(index / across) * (cell.height + cell.label);
        const text = label.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        const caption = `<svg xmlns="http://www.w3.org/2000/svg" width="${cell.width}" height="${cell.label}"><rect width="100%" height="100%" fill="#222"/><text x="4" y="18" font-size="15" font-family="sans-serif" fill="#fff">${text}</text></svg>`;
        const picture = await sharp(png)
          .resize(cell.width, cell.height, { fit: 'fill' })
          .toBuffer()
          .catch(() => null);
        return [
          { input: Buffer.from(caption), left, top },
          ...(picture === null ? [] : [{ input: picture, left, top: top + cell.label }]),
        ];
      }),
    );
    const path = join(folder, `${name}-${paths.length + 1}.png`);
    await sharp({
      create: {
        width: across * cell.width,
        height: down * (cell.height + cell.label),
        channels: 3,
        background: '#888888',
      },
    })
      .composite(parts.flat())
      .png()
      .toFile(path);
    paths.push(path);
  }
  return paths;
}
