import type { Element } from '@xmldom/xmldom';
import { all, attr, child } from 'osharm/documents';
import { pairs, strip } from 'osharm/evaluators';
import type { Slide } from '../../documents/slide-deck.ts';
import type { SlideParagraph } from '../../documents/slide-text.ts';

interface Bullet {
  text: string;
  sign: string | null;
  /** `-` if the paragraph has no properties. */
  level: string;
}

/**
 * Compares the bullets of two slides. OSWorld treats paragraphs without properties as a separate level, but python-pptx
 * adds properties to every paragraph that was compared before. The order of comparisons therefore affects the result.
 */
export class SlideBullets {
  readonly #slide: Slide;
  readonly #gold: Slide;
  readonly #visited = new Set<Element>();
  #known: boolean | null = null;

  constructor(slide: Slide, gold: Slide) {
    this.#slide = slide;
    this.#gold = gold;
  }

  visit(...paragraphs: SlideParagraph[]): void {
    for (const { element } of paragraphs) {
      if (element === null || this.#visited.has(element)) continue;
      this.#visited.add(element);
      if (child(element, 'pPr') === null) this.#known = null;
    }
  }

  areAlike(): boolean {
    this.#known ??= this.#compare();
    return this.#known;
  }

  #compare(): boolean {
    const [bullets, gold] = [this.#bulletsOf(this.#slide), this.#bulletsOf(this.#gold)];
    return (
      bullets.length === gold.length &&
      pairs(bullets, gold).every(
        ([bullet, other]) => bullet.text === other.text && bullet.sign === other.sign && bullet.level === other.level,
      )
    );
  }

  #bulletsOf(slide: Slide): Bullet[] {
    return all(slide.root, 'p')
      .filter((element) => element.namespaceURI === 'http://schemas.openxmlformats.org/drawingml/2006/main')
      .map((element) => {
        const properties = child(element, 'pPr');
        const isNamed = properties !== null || this.#visited.has(element);
        return {
          text: all(element, 't')
            .map((item) => item.textContent ?? '')
            .join(''),
          sign: attr(child(properties, 'buChar'), 'char'),
          level: isNamed ? (attr(properties, 'lvl') ?? '0') : '-',
        };
      })
      .filter(({ text }) => strip(text) !== '');
  }
}
