import type { Element } from '@xmldom/xmldom';
import { attr, child, children } from 'osharm/documents';

/** A run with its direct formatting. Properties that are not set are null. */
export class SlideRun {
  readonly element: Element;

  constructor(element: Element) {
    this.element = element;
  }

  get #properties(): Element | null {
    return child(this.element, 'rPr');
  }

  get fontName(): string | null {
    return attr(child(this.#properties, 'latin'), 'typeface');
  }

  /** Hundredths of a point. */
  get size(): string | null {
    return attr(this.#properties, 'sz');
  }

  get bold(): boolean | null {
    return truth(attr(this.#properties, 'b'));
  }

  get italic(): boolean | null {
    return truth(attr(this.#properties, 'i'));
  }

  get underline(): boolean | string | null {
    const value = attr(this.#properties, 'u');
    return value === 'sng' ? true : value === 'none' ? false : value;
  }

  get strike(): string | null {
    return attr(this.#properties, 'strike');
  }

  /** `FF0000` for a solid RGB colour, otherwise null. */
  get colour(): string | null {
    return attr(child(child(this.#properties, 'solidFill'), 'srgbClr'), 'val')?.toUpperCase() ?? null;
  }
}

export class SlideParagraph {
  /** Null for the one paragraph of a shape without text. */
  readonly element: Element | null;

  constructor(element: Element | null) {
    this.element = element;
  }

  get text(): string {
    return children(this.element, 'r', 'br', 'fld')
      .map((item) => (item.localName === 'br' ? '\v' : (child(item, 't')?.textContent ?? '')))
      .join('');
  }

  get runs(): SlideRun[] {
    return children(this.element, 'r').map((item) => new SlideRun(item));
  }

  get alignment(): string {
    return attr(child(this.element, 'pPr'), 'algn') ?? 'l';
  }

  get level(): number {
    return Number(attr(child(this.element, 'pPr'), 'lvl') ?? 0);
  }
}

function truth(value: string | null): boolean | null {
  return value === null ? null : value === '1' || value === 'true';
}
