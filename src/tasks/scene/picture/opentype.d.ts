/** The parts of `opentype.js` that `font.ts` uses. The package has no types, and DefinitelyTyped's need the DOM. */
declare module 'opentype.js' {
  export type PathCommand =
    | { type: 'M' | 'L'; x: number; y: number }
    | { type: 'Q'; x1: number; y1: number; x: number; y: number }
    | { type: 'C'; x1: number; y1: number; x2: number; y2: number; x: number; y: number }
    | { type: 'Z' };

  export interface Font {
    unitsPerEm: number;
    charToGlyph(character: string): {
      advanceWidth: number;
      getPath(x: number, y: number, size: number): { commands: PathCommand[] };
    };
  }

  const opentype: { parse(font: ArrayBuffer): Font };
  export default opentype;
}
