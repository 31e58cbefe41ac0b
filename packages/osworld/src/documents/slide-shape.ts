import type { Element } from '@xmldom/xmldom';
import { attr, child, children, descend } from 'osharm/documents';
import { SlideParagraph } from './slide-text.ts';

const shapeNames = ['sp', 'grpSp', 'graphicFrame', 'cxnSp', 'pic', 'contentPart'];

/** The master's placeholder type that a layout's placeholder inherits its position from. */
const masterTypes: Readonly<Record<string, string>> = {
  ctrTitle: 'title',
  title: 'title',
  dt: 'dt',
  ftr: 'ftr',
  sldNum: 'sldNum',
};

export interface BasePage {
  readonly root: Element;
  readonly master: BasePage | null;
}

export type ShapeKind = 'auto' | 'placeholder' | 'freeform' | 'picture' | 'table' | 'group' | 'other';
export type Measure = 'left' | 'top' | 'width' | 'height';

export function shapesOf(tree: Element | null, base: () => BasePage | null): SlideShape[] {
  return children(tree, ...shapeNames).map((element) => new SlideShape(element, base));
}

/** A shape as python-pptx presents it, including inherited values. Lengths are in EMU (914,400 per inch). */
export class SlideShape {
  readonly element: Element;
  readonly #base: () => BasePage | null;

  constructor(element: Element, base: () => BasePage | null) {
    this.element = element;
    this.#base = base;
  }

  get kind(): ShapeKind {
    switch (this.element.localName) {
      case 'sp':
        if (this.#placeholder !== null) return 'placeholder';
        return descend(this.element, 'spPr', 'custGeom') === null ? 'auto' : 'freeform';
      case 'pic':
        if (this.#placeholder !== null) return 'placeholder';
        return this.#isMedia || attr(descend(this.element, 'blipFill', 'blip'), 'embed') === null ? 'other' : 'picture';
      case 'graphicFrame':
        if (this.#placeholder !== null) return 'placeholder';
        return this.table === null ? 'other' : 'table';
      case 'grpSp':
        return 'group';
      default:
        return 'other';
    }
  }

  get hasText(): boolean {
    return this.element.localName === 'sp';
  }

  get text(): string {
    return this.paragraphs.map((paragraph) => paragraph.text).join('\n');
  }

  /** A shape without a text body has one empty paragraph. */
  get paragraphs(): SlideParagraph[] {
    const body = child(this.element, 'txBody');
    const slideParagraphs = children(body, 'p').map((element) => new SlideParagraph(element));
    return slideParagraphs.length > 0 || body !== null ? slideParagraphs : [new SlideParagraph(null)];
  }

  get members(): SlideShape[] {
    return this.element.localName === 'grpSp' ? shapesOf(this.element, this.#base) : [];
  }

  /** The paragraphs of each cell, row by row; null if the shape is not a table. */
  get table(): { columns: number; rows: SlideParagraph[][][] } | null {
    const table = descend(this.element, 'graphic', 'graphicData', 'tbl');
    if (table === null) return null;
    return {
      columns: children(child(table, 'tblGrid'), 'gridCol').length,
      rows: children(table, 'tr').map((row) =>
        children(row, 'tc').map((cell) => children(child(cell, 'txBody'), 'p').map((item) => new SlideParagraph(item))),
      ),
    };
  }

  get pictureId(): string | null {
    return attr(descend(this.element, 'blipFill', 'blip'), 'embed');
  }

  get placeholderType(): string | null {
    const placeholder = this.#placeholder;
    return placeholder === null ? null : (attr(placeholder, 'type') ?? 'obj');
  }

  get placeholderIndex(): number {
    return Number(attr(this.#placeholder, 'idx') ?? 0);
  }

  /** In EMU. Missing values are inherited from the layout or master; null if undefined there too. */
  measure(name: Measure): number | null {
    const measure = this.#ownMeasure(name);
    if (measure !== null || this.#placeholder === null || this.element.localName === 'graphicFrame') return measure;
    return this.#baseShape()?.measure(name) ?? null;
  }

  #baseShape(): SlideShape | null {
    const base = this.#base();
    if (base === null) return null;
    const isLayout = base.root.localName === 'sldLayout';
    const wanted = masterTypes[this.placeholderType ?? ''] ?? 'body';
    const tree = descend(base.root, 'cSld', 'spTree');
    const shapes = shapesOf(tree, () => (isLayout ? base.master : null)).filter(
      (shape) => shape.placeholderType !== null,
    );
    return (
      shapes.find((shape) =>
        isLayout ? shape.placeholderIndex === this.placeholderIndex : shape.placeholderType === wanted,
      ) ?? null
    );
  }

  #ownMeasure(name: Measure): number | null {
    const frame = this.element.localName === 'graphicFrame';
    const properties = child(this.element, this.element.localName === 'grpSp' ? 'grpSpPr' : 'spPr');
    const place = frame ? child(this.element, 'xfrm') : child(properties, 'xfrm');
    const value =
      name === 'left' || name === 'top'
        ? attr(child(place, 'off'), name === 'left' ? 'x' : 'y')
        : attr(child(place, 'ext'), name === 'width' ? 'cx' : 'cy');
    return value === null ? null : Number(value);
  }

  get #placeholder(): Element | null {
    const names = { sp: 'nvSpPr', pic: 'nvPicPr', graphicFrame: 'nvGraphicFramePr' } as Record<string, string>;
    return descend(this.element, names[this.element.localName ?? ''] ?? '', 'nvPr', 'ph');
  }

  get #isMedia(): boolean {
    return descend(this.element, 'nvPicPr', 'nvPr', 'videoFile') !== null;
  }
}
