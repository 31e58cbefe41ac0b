import type { Element } from '@xmldom/xmldom';
import { attr, child, children, descend, OfficePackage } from 'osharm/documents';
import { type SlideShape, shapesOf } from './slide-shape.ts';

export interface Fill {
  /** `none` also covers an undefined fill, for which python-pptx adds one that shows the master's background. */
  kind: 'solid' | 'none' | 'other';
  /** `FF0000`; null for a theme colour. */
  colour: string | null;
}

export class Slide {
  readonly file: OfficePackage;
  readonly part: string;
  readonly root: Element;

  constructor(file: OfficePackage, part: string) {
    this.file = file;
    this.part = part;
    this.root = file.need(part);
  }

  get shapes(): SlideShape[] {
    return shapesOf(descend(this.root, 'cSld', 'spTree'), () => this.layout);
  }

  get background(): Fill {
    return backgroundOf(this.root);
  }

  get layout(): Slide | null {
    return this.#related('/slideLayout');
  }

  get master(): Slide | null {
    return this.#related('/slideMaster') ?? this.layout?.master ?? null;
  }

  /** The text of the notes. Empty without a notes page, null if that page has no body placeholder. */
  get notes(): string | null {
    const notes = this.#related('/notesSlide');
    if (notes === null) return '';
    const body = notes.shapes.find((shape) => shape.placeholderType === 'body');
    return body?.text ?? null;
  }

  #related(type: string): Slide | null {
    const relation = this.file.relations(this.part).find((item) => item.type.endsWith(type));
    return relation === undefined ? null : new Slide(this.file, relation.target);
  }
}

/** A .pptx file, as python-pptx presents it. Lengths are in EMU (914,400 per inch). */
export class SlideDeck {
  readonly file: OfficePackage;
  readonly slides: readonly Slide[];
  readonly masters: readonly Slide[];
  readonly width: number;
  readonly height: number;

  private constructor(file: OfficePackage) {
    const part = file.mainPart();
    const root = file.need(part);
    if (root.localName !== 'presentation') throw file.fault('A file is not a presentation.');
    const targets = new Map(file.relations(part).map((relation) => [relation.id, relation.target]));
    const linked = (list: string, item: string): Slide[] =>
      children(child(root, list), item).map((entry) => {
        const id = [...entry.attributes].find(
          (attribute) => attribute.localName === 'id' && attribute.prefix !== null,
        )?.value;
        const target = targets.get(id ?? '');
        if (target === undefined) throw file.fault('A presentation lists a slide that it lacks.');
        return new Slide(file, target);
      });
    this.file = file;
    this.slides = linked('sldIdLst', 'sldId');
    this.masters = linked('sldMasterIdLst', 'sldMasterId');
    const size = child(root, 'sldSz');
    this.width = Number(attr(size, 'cx') ?? 0);
    this.height = Number(attr(size, 'cy') ?? 0);
  }

  static async open(path: unknown): Promise<SlideDeck> {
    return new SlideDeck(await OfficePackage.open(path));
  }
}

function backgroundOf(root: Element): Fill {
  const properties = descend(root, 'cSld', 'bg', 'bgPr');
  if (properties === null || child(properties, 'noFill') !== null) return { kind: 'none', colour: null };
  const solid = child(properties, 'solidFill');
  if (solid === null) return { kind: 'other', colour: null };
  return { kind: 'solid', colour: attr(child(solid, 'srgbClr'), 'val') };
}
