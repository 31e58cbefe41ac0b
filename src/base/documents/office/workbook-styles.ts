import type { Element } from '@xmldom/xmldom';
import { attr, child, children, descend, onOff } from './xml-search.ts';

export interface CellFormat {
  numberFormat: string;
  font: Element | null;
  fill: Element | null;
}

/** Represents theme, indexed and automatic colours, which OSWorld does not distinguish. */
export const otherColour = 'not given as ARGB';

const builtIn: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"$"#,##0_);("$"#,##0)',
  6: '"$"#,##0_);[Red]("$"#,##0)',
  7: '"$"#,##0.00_);("$"#,##0.00)',
  8: '"$"#,##0.00_);[Red]("$"#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'mm-dd-yy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);[Red](#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);[Red](#,##0.00)',
  41: '_(* #,##0_);_(* \\(#,##0\\);_(* "-"_);_(@_)',
  42: '_("$"* #,##0_);_("$"* \\(#,##0\\);_("$"* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)',
  44: '_("$"* #,##0.00_)_("$"* \\(#,##0.00\\)_("$"* "-"??_)_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mmss.0',
  48: '##0.0E+0',
  49: '@',
};

/** The cell formats of a style sheet, indexed by a cell's `s` attribute. */
export function readStyles(root: Element | null): CellFormat[] {
  const formats = new Map(
    children(child(root, 'numFmts'), 'numFmt').map((item) => [
      Number(attr(item, 'numFmtId')),
      attr(item, 'formatCode'),
    ]),
  );
  const fonts = children(child(root, 'fonts'), 'font');
  const fills = children(child(root, 'fills'), 'fill');
  return children(child(root, 'cellXfs'), 'xf').map((item) => {
    const id = Number(attr(item, 'numFmtId') ?? 0);
    return {
      numberFormat: formats.get(id) ?? builtIn[id] ?? 'General',
      font: fonts[Number(attr(item, 'fontId') ?? 0)] ?? null,
      fill: fills[Number(attr(item, 'fillId') ?? 0)] ?? null,
    };
  });
}

export function isDateFormat(format: string): boolean {
  const first = (format.split(';')[0] ?? '').replace(/".*?"|\[(?!hh?\]|mm?\]|ss?\])[^\]]*\]/g, '');
  return /(?<![_\\])[dmhysDMHYS]/.test(first);
}

/** A font property by OSWorld's name for it; undefined if openpyxl has no such property. */
export function fontProperty(font: Element | null, name: string): unknown {
  const number = (element: string): number | null => {
    const value = attr(child(font, element), 'val');
    return value === null ? null : Number(value);
  };
  switch (name) {
    case 'font_name':
      return attr(child(font, 'name') ?? child(font, 'rFont'), 'val');
    case 'font_family':
      return number('family');
    case 'font_size':
      return number('sz');
    case 'font_bold':
      return onOff(child(font, 'b')) ?? false;
    case 'font_italic':
      return onOff(child(font, 'i')) ?? false;
    case 'font_underline': {
      const underline = child(font, 'u');
      const kind = underline === null ? null : (attr(underline, 'val') ?? 'single');
      return kind === 'none' ? null : kind;
    }
    default: {
      const colour = child(font, 'color');
      return colour === null ? undefined : argb(colour);
    }
  }
}

export function argb(colour: Element | null): string {
  if (colour === null) return '00000000';
  const value = attr(colour, 'rgb');
  if (attr(colour, 'indexed') !== null || attr(colour, 'theme') !== null) return otherColour;
  if (value === null) return attr(colour, 'auto') === null ? '00000000' : otherColour;
  return value.length === 6 ? `00${value}` : value;
}

export function fillKind(fill: Element | null): string {
  return child(fill, 'gradientFill') === null ? 'patternFill' : 'gradientFill';
}

/** A colour of a pattern fill; null for a gradient. */
export function fillColour(fill: Element | null, part: 'fgColor' | 'bgColor'): string | null {
  return fillKind(fill) === 'gradientFill' ? null : argb(descend(fill, 'patternFill', part));
}
