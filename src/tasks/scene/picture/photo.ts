import type { Seeded } from '../seeded.ts';
import { type FaceName, faceOf } from './font.ts';
import { withNoise } from './scan.ts';

export const photoSubjects = ['whiteboard', 'receipt', 'note', 'label'] as const;
export type PhotoSubject = (typeof photoSubjects)[number];

const frame = { width: 1280, height: 960 };
const inks = ['#1f3f8f', '#20262e', '#a3262a', '#1d6b3c'];

interface Lettering {
  face: FaceName;
  size: number;
  colour(index: number): string;
}

/** Renders a photograph of an object with text, as JPEG. Deterministic for a given text and seed. */
export async function photographed(of: PhotoSubject, text: string, random: Seeded): Promise<Buffer> {
  const lines = text.trim().split('\n');
  const turn = (random.below(50) - 25) / 10;
  const { background, body } = scenery(of, lines, random);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${frame.width}" height="${frame.height}"><defs>${light(random)}</defs>${background}<g transform="rotate(${turn} ${frame.width / 2} ${frame.height / 2})">${body}</g><rect width="100%" height="100%" fill="url(#light)"/></svg>`;
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(Buffer.from(svg))
    .blur(0.7)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  withNoise(data, 7, random);
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } }).jpeg({ quality: 72 }).toBuffer();
}

const light = (random: Seeded): string =>
  `<radialGradient id="light" cx="${0.25 + random.below(50) / 100}" cy="${0.2 + random.below(40) / 100}" r="0.95"><stop offset="0" stop-color="#fff6dd" stop-opacity="0.16"/><stop offset="0.6" stop-color="#000" stop-opacity="0.05"/><stop offset="1" stop-color="#000" stop-opacity="0.42"/></radialGradient>`;

function scenery(of: PhotoSubject, lines: readonly string[], random: Seeded): { background: string; body: string } {
  const wall = (colour: string): string => `<rect width="100%" height="100%" fill="${colour}"/>`;
  switch (of) {
    case 'whiteboard': {
      const ink = random.below(2);
      const lettering = {
        face: 'kalam',
        size: fitting(lines, 'kalam', 1020, 690, 58),
        colour: (index: number) => (index === 0 ? inks[2] : inks[ink]) as string,
      } as const;
      const wiped = `<path d="M170 ${650 + random.below(60)}q220 40 480 -12" stroke="#d4dbe4" stroke-width="34" fill="none" opacity="0.6"/>`;
      return {
        background: wall('#c9c4b8'),
        body: `<rect x="62" y="52" width="1156" height="836" rx="10" fill="#9a9da1"/><rect x="80" y="70" width="1120" height="800" fill="#f4f6f6"/>${wiped}<rect x="420" y="874" width="440" height="20" fill="#85888c"/><rect x="510" y="862" width="90" height="14" rx="6" fill="#2b4aa0"/><rect x="640" y="862" width="90" height="14" rx="6" fill="#a32d2f"/>${lettered(lines, lettering, 132, 108, random)}`,
      };
    }
    case 'receipt': {
      const lettering = {
        face: 'cousine',
        size: fitting(lines, 'cousine', 470, 830, 25),
        colour: () => '#3a3a40',
      } as const;
      const height = Math.min(900, 90 + lines.length * lettering.size * 1.38);
      return {
        background: `${wall('#7a5a3c')}${grain('#6a4c31', random)}`,
        body: `<rect x="378" y="${488 - height / 2}" width="540" height="${height}" fill="#00000055"/><rect x="368" y="${476 - height / 2}" width="540" height="${height}" fill="#f5f3ec"/>${lettered(lines, lettering, 402, 506 - height / 2, random)}`,
      };
    }
    case 'note': {
      const lettering = {
        face: 'kalam',
        size: fitting(lines, 'kalam', 540, 540, 60),
        colour: () => inks[random.below(2)] as string,
      } as const;
      return {
        background: wall('#d9d6cf'),
        body: `<rect x="304" y="134" width="690" height="690" fill="#00000038"/><rect x="290" y="118" width="690" height="690" fill="${random.pick(['#f7e98a', '#f6c7d4', '#cfe8b4'])}"/>${lettered(lines, lettering, 350, 170, random)}`,
      };
    }
    case 'label': {
      const lettering = {
        face: 'tinos',
        size: fitting(lines, 'tinos', 800, 420, 54),
        colour: () => '#16181b',
      } as const;
      return {
        background: `${wall('#6d747a')}${grain('#646b71', random)}`,
        body: `<rect x="200" y="210" width="880" height="540" rx="14" fill="#e9e9e4" stroke="#444" stroke-width="3"/><circle cx="226" cy="236" r="9" fill="#777"/><circle cx="1054" cy="236" r="9" fill="#777"/>${lettered(lines, lettering, 250, 250, random)}`,
      };
    }
  }
}

const grain = (colour: string, random: Seeded): string =>
  Array.from({ length: 26 }, (_, index) => {
    const y = index * 38 + random.below(20);
    return `<path d="M0 ${y}q${300 + random.below(300)} ${random.below(40) - 20} 1280 ${random.below(24) - 12}" stroke="${colour}" stroke-width="${1 + random.below(4)}" fill="none"/>`;
  }).join('');

/** Returns the largest font size, up to `most`, at which all lines fit. */
function fitting(lines: readonly string[], face: FaceName, width: number, height: number, most: number): number {
  const widest = Math.max(...lines.map((line) => faceOf(face).path(line, 100, 0, 0).width), 1);
  return Math.min(most, (100 * width) / widest, height / (lines.length * 1.38));
}

function lettered(
  lines: readonly string[],
  { face, size, colour }: Lettering,
  x: number,
  y: number,
  random: Seeded,
): string {
  return lines
    .map((line, index) => {
      const shake = face === 'kalam' ? random.below(9) - 4 : 0;
      const { d } = faceOf(face).path(line, size, x + shake, y + (index + 1) * size * 1.38);
      return `<path d="${d}" fill="${colour(index)}"/>`;
    })
    .join('');
}
