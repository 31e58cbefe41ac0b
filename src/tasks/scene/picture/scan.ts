import type { Seeded } from '../seeded.ts';
import type { PagePicture } from '../write/pdf.ts';
import { type FaceName, faceOf } from './font.ts';

/** A4 at 130 dpi. */
const page = { width: 1075, height: 1520, margin: 118 };
const sizes = { heading: 33, text: 21, hand: 31 } as const;

interface Line {
  face: FaceName;
  size: number;
  text: string;
  indent: number;
  colour: string;
}

/**
 * Renders pages as a scanner would: slightly rotated, grey and noisy. Lines that start with `~` are handwritten, those
 * with `=` typewritten; `---` starts a new page. Deterministic for a given text and seed.
 */
export async function scannedPages(text: string, random: Seeded): Promise<PagePicture[]> {
  const pages: PagePicture[] = [];
  for (const part of text.split(/^---$/m))
    for (const lines of onPages(linesOf(part))) pages.push(await scanned(lines, random));
  return pages;
}

export async function scannedPicture(text: string, ending: 'jpg' | 'png', random: Seeded): Promise<Buffer> {
  const [first] = await scannedPages(text, random);
  const jpeg = (first as PagePicture).jpeg;
  if (ending === 'jpg') return jpeg;
  const { default: sharp } = await import('sharp');
  return sharp(jpeg).png().toBuffer();
}

function linesOf(text: string): Line[] {
  return text
    .trim()
    .split('\n')
    .flatMap((written) => {
      const [, mark = '', rest = ''] = /^([~=#]?) ?(.*)$/.exec(written.trimEnd()) ?? [];
      const plain = rest.replaceAll('**', '').replace(/^#+ /, '').replace(/\\$/, '');
      if (plain.startsWith('|'))
        return plain.includes('---')
          ? []
          : wrapped({
              ...print,
              text: plain
                .slice(1, -1)
                .split('|')
                .map((cell) => cell.trim().padEnd(14))
                .join('  '),
              face: 'cousine',
              size: 18,
            });
      if (mark === '~') return wrapped({ face: 'kalam', size: sizes.hand, text: plain, indent: 12, colour: '#23306b' });
      if (mark === '=') return wrapped({ ...print, face: 'cousine', size: 20, text: plain });
      if (mark === '#') return wrapped({ ...print, size: sizes.heading, text: plain });
      return wrapped({ ...print, text: plain });
    });
}

const print: Line = { face: 'tinos', size: sizes.text, text: '', indent: 0, colour: '#1d1d1f' };

function wrapped(line: Line): Line[] {
  const width = page.width - 2 * page.margin - line.indent;
  const widthOf = (text: string): number => faceOf(line.face).path(text, line.size, 0, 0).width;
  const lines: string[] = [''];
  for (const word of line.text.split(/(?<= )/)) {
    const last = lines.at(-1) as string;
    if (last !== '' && widthOf(last + word.trimEnd()) > width) lines.push(word);
    else lines[lines.length - 1] = last + word;
  }
  return lines.map((text) => ({ ...line, text }));
}

const heightOf = ({ text, size }: Line): number => (text === '' ? size * 0.75 : size * 1.42);

function onPages(lines: readonly Line[]): Line[][] {
  const pages: Line[][] = [[]];
  let used = 0;
  for (const line of lines) {
    if (used + heightOf(line) > page.height - 2 * page.margin) {
      pages.push([]);
      used = 0;
    }
    pages.at(-1)?.push(line);
    used += heightOf(line);
  }
  return pages;
}

async function scanned(lines: readonly Line[], random: Seeded): Promise<PagePicture> {
  let y = page.margin;
  const paths = lines.map((line) => {
    y += heightOf(line);
    const shake = line.face === 'kalam' ? (random.below(7) - 3) / 2 : 0;
    const { d } = faceOf(line.face).path(line.text, line.size, page.margin + line.indent + shake * 3, y + shake);
    return `<path d="${d}" fill="${line.colour}"/>`;
  });
  const turn = (random.below(15) - 7) / 10;
  const [dx, dy] = [random.below(9) - 4, random.below(9) - 4];
  const shadow = random.pick(['x1="0" x2="1"', 'x1="1" x2="0"']);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${page.width}" height="${page.height}"><defs><linearGradient id="s" ${shadow}><stop offset="0" stop-color="#8d8d8d" stop-opacity="0.55"/><stop offset="0.025" stop-color="#c9c9c9" stop-opacity="0.25"/><stop offset="0.08" stop-color="#fff" stop-opacity="0"/></linearGradient></defs><rect width="100%" height="100%" fill="#f1f0ee"/><g transform="rotate(${turn} ${page.width / 2} ${page.height / 2}) translate(${dx} ${dy})">${paths.join('')}</g><rect width="100%" height="100%" fill="url(#s)"/></svg>`;
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(Buffer.from(svg))
    .blur(0.55)
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  withNoise(data, 9, random);
  const { width, height, channels } = info;
  const jpeg = await sharp(data, { raw: { width, height, channels } })
    .greyscale()
    .toColourspace('b-w')
    .jpeg({ quality: 58 })
    .toBuffer();
  return { width, height, jpeg };
}

export function withNoise(data: Buffer, levels: number, random: Seeded): void {
  // A cheap linear congruential generator is enough for sensor noise.
  let state = 1 + random.below(2 ** 31 - 2);
  const span = 2 * levels + 1;
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  for (let at = 0; at < pixels.length; at += 1) {
    // Schrage's method: 48,271 times the state modulo 2³¹ − 1, within 32 bits.
    state = Math.imul(48_271, state % 44_488) - Math.imul(3399, (state / 44_488) | 0);
    if (state < 0) state += 2_147_483_647;
    pixels[at] = (pixels[at] as number) + (state % span) - levels;
  }
}
