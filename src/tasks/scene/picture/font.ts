import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import opentype, { type Font, type PathCommand } from 'opentype.js';
import { bundledSuite } from '../../suite/bundled-suites.ts';

/** Faces for serif print, for typewriters and tills, and for handwriting. */
export type FaceName = 'tinos' | 'cousine' | 'kalam';

/** A font rendered as outlines, so that pictures don't depend on installed fonts. */
export interface Face {
  /** Returns an SVG path for a text whose baseline starts at `x`, `y`, and its width, in pixels. */
  path(text: string, size: number, x: number, y: number): { d: string; width: number };
}

const faces = new Map<FaceName, Face>();

export function faceOf(name: FaceName): Face {
  const known = faces.get(name);
  if (known !== undefined) return known;
  const woff = readFileSync(join(bundledSuite, 'scenes/shared/fonts', `${name}.woff`));
  const face = readFace(opentype.parse(new Uint8Array(woff).buffer));
  faces.set(name, face);
  return face;
}

/** Places glyphs one after another, without kerning or ligatures. */
const readFace = (font: Font): Face => ({
  path(text, size, x, y) {
    const scale = size / font.unitsPerEm;
    let pen = x;
    const parts: string[] = [];
    for (const character of text) {
      const glyph = font.charToGlyph(character);
      parts.push(...glyph.getPath(pen, y, size).commands.map(pathData));
      pen += glyph.advanceWidth * scale;
    }
    return { d: parts.join(''), width: pen - x };
  },
});

/** Converts a command of a TrueType outline, which has only straight lines and quadratic curves. */
function pathData(command: PathCommand): string {
  switch (command.type) {
    case 'M':
    case 'L':
      return `${command.type}${command.x.toFixed(1)} ${command.y.toFixed(1)}`;
    case 'Q':
      return `Q${command.x1.toFixed(1)} ${command.y1.toFixed(1)} ${command.x.toFixed(1)} ${command.y.toFixed(1)}`;
    case 'C':
      throw new Error('The TrueType outline has a cubic curve.');
    case 'Z':
      return 'Z';
  }
}
