import { OverReadingLimit } from '../../over-reading-limit.ts';
import type { AsideCollector } from '../aside-collector.ts';
import type { PdfDocument } from './pdf-document.ts';
import type { ShownString, ShownStrings } from './pdf-font.ts';
import { isArray, isDictionary, isKind, PdfLexer, type PdfStream, type PdfValue } from './pdf-syntax.ts';

type Matrix = readonly [number, number, number, number, number, number];
const unit: Matrix = [1, 0, 0, 1, 0, 0];

const times = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[1] * b[2],
  a[0] * b[1] + a[1] * b[3],
  a[2] * b[0] + a[3] * b[2],
  a[2] * b[1] + a[3] * b[3],
  a[4] * b[0] + a[5] * b[2] + b[4],
  a[4] * b[1] + a[5] * b[3] + b[5],
];

const widthOf = (
  { width, characters, spaces }: ShownString,
  { size, scale, characterSpacing, wordSpacing }: GraphicsState,
): number => ((width / 1000) * size + characters * characterSpacing + spaces * wordSpacing) * scale;

interface GraphicsState {
  matrix: Matrix;
  font: ShownStrings | null;
  size: number;
  scale: number;
  characterSpacing: number;
  wordSpacing: number;
  leading: number;
  rise: number;
  mode: number;
}

/** Numbers of operands (annex A). Programs that show a page ignore additional ones, which come first. */
const operandCounts: ReadonlyMap<string, number> = new Map([
  ...['Tc', 'Tw', 'Tz', 'TL', 'Ts', 'Tr', 'Tj', "'", 'TJ', 'gs', 'Do', 'BMC'].map((word) => [word, 1] as const),
  ...['Tf', 'Td', 'TD', 'BDC'].map((word) => [word, 2] as const),
  ['"', 3],
  ['cm', 6],
  ['Tm', 6],
]);
const mostOperators = 3_000_000;
const mostCharacters = 1_000_000;
const deepestForm = 12;

/** Shared by the pages of a document. */
export interface PageReader {
  document: PdfDocument;
  collector: AsideCollector;
  fontOf: (font: PdfValue) => ShownStrings | null;
  /** Whether a layer is hidden. */
  isOff: (group: PdfValue) => boolean;
  left: { operators: number; characters: number };
}

/** Collects the text of content streams in drawing order, and whether they paint a picture. */
export class PageText {
  #shown: string[] = [];
  hasPicture = false;
  readonly unmapped = new Set<string>();
  readonly #reader: PageReader;
  /** The end of the last glyph, in page units. */
  #endX = 0;
  #endY = 0;
  #endSize = 0;
  /** The last text that is not empty. */
  #last = '';
  /** The product of the matrices of the last text, and the height of a font of size 1. */
  #placed: Matrix = unit;
  #unitHeight = 1;
  #textMatrix: Matrix | null = null;
  #pageMatrix: Matrix | null = null;
  /** Open marked-content sequences and forms; true for one in a hidden layer. */
  #marks: boolean[] = [];
  #seen = new Set<PdfValue>();

  constructor(reader: PageReader) {
    this.#reader = reader;
  }

  get text(): string {
    if (this.#shown.length > 1) this.#shown = [this.#shown.join('')];
    return this.#shown[0] ?? '';
  }

  run(content: string, resources: PdfValue, matrix: Matrix = unit, depth = 0): void {
    const { document, left } = this.#reader;
    const lexer = new PdfLexer(content);
    const stack: GraphicsState[] = [];
    let state: GraphicsState = {
      matrix,
      font: null,
      size: 1,
      scale: 1,
      characterSpacing: 0,
      wordSpacing: 0,
      leading: 0,
      rise: 0,
      mode: 0,
    };
    let line: Matrix = unit;
    let text: Matrix = unit;
    /** The position on the text line, in text units. */
    let along = 0;
    let operands: PdfValue[] = [];
    const number = (at: number): number => (typeof operands[at] === 'number' ? operands[at] : 0);
    const named = (kind: string, at: number): PdfValue => {
      const name = operands[at];
      return isKind(name, 'name') ? document.get(document.get(resources, kind), name.name) : null;
    };
    const move = (x: number, y: number): void => {
      line = times([1, 0, 0, 1, x, y], line);
      text = line;
      along = 0;
    };
    const fonts = new Map<string, ShownStrings | null>();
    const fontNamed = (name: PdfValue | undefined): ShownStrings | null => {
      if (!isKind(name, 'name')) return null;
      let font = fonts.get(name.name);
      if (font === undefined) {
        font = this.#reader.fontOf(named('Font', 0));
        fonts.set(name.name, font);
      }
      return font;
    };
    const show = (value: PdfValue | undefined): void => {
      if (isKind(value, 'string')) along = this.#show(value.bytes, state, text, along);
    };
    for (let item = lexer.next(false); item !== undefined; item = lexer.next(false)) {
      if (!isKind(item, 'operator')) {
        operands.push(item);
        continue;
      }
      if (--left.operators < 0) throw new OverReadingLimit(`Its pages have more than ${mostOperators} operators.`);
      const wanted = operands.length > 1 ? operandCounts.get(item.word) : undefined;
      if (wanted !== undefined && operands.length > wanted) operands = operands.slice(-wanted);
      switch (item.word) {
        case 'q':
          stack.push({ ...state });
          break;
        case 'Q':
          state = stack.pop() ?? state;
          break;
        case 'cm':
          state.matrix = times([number(0), number(1), number(2), number(3), number(4), number(5)], state.matrix);
          break;
        case 'BT':
          line = unit;
          text = unit;
          along = 0;
          break;
        case 'Tf':
          state.font = fontNamed(operands[0]);
          state.size = number(1);
          break;
        case 'gs': {
          const [font, size] = document.list(named('ExtGState', 0), 'Font');
          if (font !== undefined) {
            state.font = this.#reader.fontOf(font);
            state.size = typeof size === 'number' ? size : state.size;
          }
          break;
        }
        case 'Tc':
          state.characterSpacing = number(0);
          break;
        case 'Tw':
          state.wordSpacing = number(0);
          break;
        case 'Tz':
          state.scale = number(0) / 100;
          break;
        case 'TL':
          state.leading = number(0);
          break;
        case 'Ts':
          state.rise = number(0);
          break;
        case 'Tr':
          state.mode = number(0);
          break;
        case 'Td':
          move(number(0), number(1));
          break;
        case 'TD':
          state.leading = -number(1);
          move(number(0), number(1));
          break;
        case 'Tm':
          line = [number(0), number(1), number(2), number(3), number(4), number(5)];
          text = line;
          along = 0;
          break;
        case 'T*':
          move(0, -state.leading);
          break;
        case 'Tj':
          show(operands[0]);
          break;
        case "'":
          move(0, -state.leading);
          show(operands[0]);
          break;
        case '"':
          state.wordSpacing = number(0);
          state.characterSpacing = number(1);
          move(0, -state.leading);
          show(operands[2]);
          break;
        case 'TJ':
          if (isArray(operands[0])) along = this.#showKerned(operands[0], state, text, along);
          break;
        case 'Do':
          this.#paint(named('XObject', 0), resources, state.matrix, depth);
          break;
        case 'scn':
        case 'SCN':
          this.#pattern(operands.at(-1), resources, state.matrix, depth);
          break;
        case 'BDC':
        case 'BMC':
          this.#mark(operands, resources);
          break;
        case 'EMC':
          this.#marks.pop();
          break;
        case 'BI':
          this.hasPicture = true;
          lexer.at = endOfPicture(content, lexer.at);
          break;
        default:
      }
      operands = [];
    }
  }

  /** Returns the position after the string. */
  #show(bytes: string, state: GraphicsState, text: Matrix, from: number): number {
    const { font } = state;
    if (font === null || bytes === '') return from;
    const shown = this.#stringOf(bytes, font);
    const end = from + widthOf(shown, state);
    this.#put(shown.text, state, text, from, end);
    return end;
  }

  /** Shows strings and moves by the numbers between them. Those without a gap are put on the page as one. */
  #showKerned(parts: readonly PdfValue[], state: GraphicsState, text: Matrix, from: number): number {
    const { font, size, scale } = state;
    const closest = this.#surelyClose(state, text);
    let [along, start, end] = [from, from, from];
    let joined: string | null = null;
    for (const part of parts) {
      if (typeof part === 'number') along -= (part / 1000) * size * scale;
      else if (font !== null && isKind(part, 'string') && part.bytes !== '') {
        if (joined !== null && Math.abs(along - end) > closest) {
          this.#put(joined, state, text, start, end);
          joined = null;
        }
        const shown = this.#stringOf(part.bytes, font);
        if (joined === null) start = along;
        joined = joined === null ? shown.text : joined + shown.text;
        along += widthOf(shown, state);
        end = along;
      }
    }
    if (joined !== null) this.#put(joined, state, text, start, end);
    return along;
  }

  #stringOf(bytes: string, font: ShownStrings): ShownString {
    const shown = font.of(bytes);
    if (shown.hasGaps) this.unmapped.add(font.name);
    return shown;
  }

  /** A distance on the line, in text units, that `#gap` takes for none. */
  #surelyClose({ size, matrix }: GraphicsState, text: Matrix): number {
    this.#placeAt(text, matrix);
    const [a, b] = this.#placed;
    return (0.19 * Math.abs(size) * this.#unitHeight) / Math.max(Math.abs(a), Math.abs(b), 1e-9);
  }

  /** The matrices are the same for all strings of a line. */
  #placeAt(text: Matrix, matrix: Matrix): void {
    if (this.#textMatrix === text && this.#pageMatrix === matrix) return;
    this.#textMatrix = text;
    this.#pageMatrix = matrix;
    this.#placed = times(text, matrix);
    this.#unitHeight = Math.hypot(this.#placed[2], this.#placed[3]);
  }

  #put(shown: string, { size, rise, matrix }: GraphicsState, text: Matrix, from: number, end: number): void {
    this.#placeAt(text, matrix);
    const [a, b, c, d, e, f] = this.#placed;
    const height = Math.abs(size) * this.#unitHeight;
    const gap = this.#gap(from * a + rise * c + e, from * b + rise * d + f, height);
    this.#endX = end * a + e;
    this.#endY = end * b + f;
    this.#endSize = height;
    if (this.#marks.length > 0 && this.#marks.includes(true)) this.#reader.collector.add('hidden text', gap + shown);
    else {
      if (gap !== '') this.#write(gap);
      this.#write(shown);
    }
  }

  #write(shown: string): void {
    this.#shown.push(shown);
    this.#reader.left.characters -= shown.length;
    if (shown !== '') this.#last = shown;
  }

  /** A line break, a space or an empty string, depending on the distance from the last glyph. */
  #gap(x: number, y: number, height: number): string {
    const size = Math.max(height, this.#endSize, 1e-6);
    const isNextLine = Math.abs(y - this.#endY) > size * 0.6;
    const distance = x - this.#endX;
    if (!isNextLine && distance <= size * 0.2 && distance >= -size * 2) return '';
    if (this.#last.slice(-1).trim() === '') return '';
    return isNextLine ? '\n' : ' ';
  }

  #paint(object: PdfValue, resources: PdfValue, matrix: Matrix, depth: number): void {
    const { document } = this.#reader;
    if (!isKind(object, 'stream')) return;
    const subtype = document.name(object, 'Subtype');
    if (subtype === 'Image') this.hasPicture = true;
    if (subtype === 'Form') this.form(object, resources, matrix, depth);
  }

  /** Reads a form XObject or the appearance of an annotation. */
  form(form: PdfStream, resources: PdfValue, matrix: Matrix = unit, depth = 0): void {
    const { document, isOff } = this.#reader;
    if (depth >= deepestForm || this.#seen.has(form)) return;
    const content = document.stream(form);
    if (content === null) return;
    const numbers = document.list(form, 'Matrix').map((item) => Number(document.resolve(item)));
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers;
    this.#seen.add(form);
    this.#marks.push(isOff(document.get(form, 'OC')));
    this.run(
      content.toString('latin1'),
      document.get(form, 'Resources') ?? resources,
      times([a, b, c, d, e, f], matrix),
      depth + 1,
    );
    this.#marks.pop();
    this.#seen.delete(form);
  }

  #patterns = new Set<PdfValue>();

  #pattern(name: PdfValue | undefined, resources: PdfValue, matrix: Matrix, depth: number): void {
    const { document } = this.#reader;
    if (!isKind(name, 'name')) return;
    const pattern = document.get(document.get(resources, 'Pattern'), name.name);
    if (!isKind(pattern, 'stream') || this.#patterns.has(pattern)) return;
    this.#patterns.add(pattern);
    this.#write('\n');
    this.form(pattern, resources, matrix, depth);
  }

  #mark(operands: readonly PdfValue[], resources: PdfValue): void {
    const { document, collector, isOff } = this.#reader;
    const [tag, given] = operands;
    const properties = isKind(given, 'name') ? document.get(document.get(resources, 'Properties'), given.name) : given;
    this.#marks.push(isKind(tag, 'name') && tag.name === 'OC' && isOff(properties ?? null));
    if (!isDictionary(properties)) return;
    collector.add('actual text', document.text(properties, 'ActualText'));
    collector.add('alternative text', document.text(properties, 'Alt'));
    collector.add('expansion', document.text(properties, 'E'));
  }
}

/** The offset after an inline picture, which ends with `EI` between whitespace. */
function endOfPicture(content: string, from: number): number {
  const data = /\bID[\0\t\n\f\r ]/g;
  data.lastIndex = from;
  const end = /[\0\t\n\f\r ]EI(?=[\0\t\n\f\r /]|$)/g;
  end.lastIndex = data.exec(content) === null ? from : data.lastIndex;
  return end.exec(content) === null ? content.length : end.lastIndex;
}

export const pageBudget = (): PageReader['left'] => ({ operators: mostOperators, characters: mostCharacters });
