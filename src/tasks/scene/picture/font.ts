import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { bundledSuite } from '../../suite/bundled-suites.ts';

/** Serif print, a typewriter or till, and handwriting. */
export type FaceName = 'tinos' | 'cousine' | 'kalam';

interface Glyph {
  /** Closed outlines in font units, with the y axis pointing up. */
  outlines: { x: number; y: number; isOn: boolean }[][];
  advance: number;
}

/** A TrueType font rendered as outlines, so that pictures don't depend on installed fonts. */
export interface Face {
  /** An SVG path of a text whose baseline starts at `x`, `y`, and its width, in pixels. */
  path(text: string, size: number, x: number, y: number): { d: string; width: number };
}

const faces = new Map<FaceName, Face>();

export function faceOf(name: FaceName): Face {
  const known = faces.get(name);
  if (known !== undefined) return known;
  const face = readFace(readFileSync(join(bundledSuite, 'scenes/shared/fonts', `${name}.woff`)));
  faces.set(name, face);
  return face;
}

function tablesOf(woff: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  const count = woff.readUInt16BE(12);
  for (let index = 0; index < count; index += 1) {
    const at = 44 + 20 * index;
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const data = woff.subarray(offset, offset + packed);
    tables.set(woff.toString('latin1', at, at + 4), packed === length ? data : inflateSync(data));
  }
  return tables;
}

function readFace(woff: Buffer): Face {
  const tables = tablesOf(woff);
  const table = (tag: string): Buffer => tables.get(tag) as Buffer;
  const [head, hhea, hmtx, loca, glyf] = ['head', 'hhea', 'hmtx', 'loca', 'glyf'].map(table) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  const perEm = head.readUInt16BE(18);
  const isLong = head.readInt16BE(50) === 1;
  const widths = hhea.readUInt16BE(34);
  const placeOf = (index: number): number => (isLong ? loca.readUInt32BE(4 * index) : 2 * loca.readUInt16BE(2 * index));
  const outlinesOf = (index: number): Glyph['outlines'] => {
    const [start, end] = [placeOf(index), placeOf(index + 1)];
    if (start === end) return [];
    return glyf.readInt16BE(start) < 0 ? composite(start + 10) : simple(start);
  };
  const composite = (from: number): Glyph['outlines'] => {
    const all: Glyph['outlines'] = [];
    for (let at = from, more = true; more; ) {
      const [flags, index] = [glyf.readUInt16BE(at), glyf.readUInt16BE(at + 2)];
      const [dx, dy] =
        (flags & 1) !== 0
          ? [glyf.readInt16BE(at + 4), glyf.readInt16BE(at + 6)]
          : [glyf.readInt8(at + 4), glyf.readInt8(at + 5)];
      at += (flags & 1) !== 0 ? 8 : 6;
      at += (flags & 8) !== 0 ? 2 : (flags & 64) !== 0 ? 4 : (flags & 128) !== 0 ? 8 : 0;
      for (const outline of outlinesOf(index))
        all.push(outline.map((point) => ({ ...point, x: point.x + dx, y: point.y + dy })));
      more = (flags & 32) !== 0;
    }
    return all;
  };
  const simple = (start: number): Glyph['outlines'] => {
    const contours = glyf.readInt16BE(start);
    const ends = Array.from({ length: contours }, (_, index) => glyf.readUInt16BE(start + 10 + 2 * index));
    const points = (ends.at(-1) ?? -1) + 1;
    let at = start + 10 + 2 * contours;
    at += 2 + glyf.readUInt16BE(at);
    const flags: number[] = [];
    while (flags.length < points) {
      const flag = glyf.readUInt8(at++);
      const times = (flag & 8) === 0 ? 1 : 1 + glyf.readUInt8(at++);
      for (let time = 0; time < times; time += 1) flags.push(flag);
    }
    const along = (short: number, same: number): number[] => {
      let value = 0;
      return flags.map((flag) => {
        if ((flag & short) !== 0) value += glyf.readUInt8(at++) * ((flag & same) !== 0 ? 1 : -1);
        else if ((flag & same) === 0) {
          value += glyf.readInt16BE(at);
          at += 2;
        }
        return value;
      });
    };
    const xs = along(2, 16);
    const ys = along(4, 32);
    return ends.map((end, contour) =>
      Array.from({ length: end + 1 - (contour === 0 ? 0 : (ends[contour - 1] as number) + 1) }, (_, index) => {
        const point = index + (contour === 0 ? 0 : (ends[contour - 1] as number) + 1);
        return { x: xs[point] as number, y: ys[point] as number, isOn: ((flags[point] as number) & 1) !== 0 };
      }),
    );
  };
  const glyphs = new Map<number, Glyph>();
  const indexOf = characterMap(table('cmap'));
  const glyphOf = (code: number): Glyph => {
    const known = glyphs.get(code);
    if (known !== undefined) return known;
    const index = indexOf(code);
    const advance = hmtx.readUInt16BE(4 * Math.min(index, widths - 1));
    const glyph = { outlines: outlinesOf(index), advance };
    glyphs.set(code, glyph);
    return glyph;
  };
  return {
    path(text, size, x, y) {
      const scale = size / perEm;
      let pen = x;
      const parts: string[] = [];
      for (const character of text) {
        const { outlines, advance } = glyphOf(character.codePointAt(0) as number);
        for (const outline of outlines) parts.push(outlinePath(outline, scale, pen, y));
        pen += advance * scale;
      }
      return { d: parts.join(''), width: pen - x };
    },
  };
}

/** Maps codes to glyphs by the format 4 subtable of `cmap`. */
function characterMap(cmap: Buffer): (code: number) => number {
  const count = cmap.readUInt16BE(2);
  const places = Array.from({ length: count }, (_, index) => cmap.readUInt32BE(8 + 8 * index));
  const at = places.find((place) => cmap.readUInt16BE(place) === 4);
  if (at === undefined) throw new Error('The font has no character map of format 4.');
  const segments = cmap.readUInt16BE(at + 6) / 2;
  const word = (list: number, index: number): number =>
    cmap.readUInt16BE(at + 14 + 2 * (list * segments + index) + (list > 0 ? 2 : 0));
  return (code) => {
    for (let index = 0; index < segments; index += 1) {
      if (word(0, index) < code) continue;
      const start = word(1, index);
      if (start > code) return 0;
      const delta = word(2, index);
      const range = word(3, index);
      if (range === 0) return (code + delta) & 0xffff;
      const place = at + 16 + 2 * (3 * segments + index) + range + 2 * (code - start);
      const glyph = cmap.readUInt16BE(place);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}

/** An outline of quadratic curves. Between two off-curve points, an on-curve point is implied at their midpoint. */
function outlinePath(outline: Glyph['outlines'][number], scale: number, x: number, y: number): string {
  const at = (point: { x: number; y: number }): string =>
    `${(x + point.x * scale).toFixed(1)} ${(y - point.y * scale).toFixed(1)}`;
  const middle = (a: { x: number; y: number }, b: { x: number; y: number }) => ({
    x: (a.x + b.x) / 2,
    y: (a.y + b.y) / 2,
  });
  const first = outline.findIndex(({ isOn }) => isOn);
  const points = [...outline.slice(Math.max(first, 0)), ...outline.slice(0, Math.max(first, 0))];
  const [start] = points;
  if (start === undefined) return '';
  const begin = first === -1 ? middle(start, points.at(-1) as typeof start) : start;
  const parts = [`M${at(begin)}`];
  const rest = first === -1 ? points : points.slice(1);
  rest.forEach((point, index) => {
    const next = rest[index + 1];
    if (point.isOn) parts.push(`L${at(point)}`);
    else parts.push(`Q${at(point)} ${at(next === undefined ? begin : next.isOn ? next : middle(point, next))}`);
  });
  return `${parts.join('')}Z`;
}
