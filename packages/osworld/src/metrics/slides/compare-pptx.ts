import { type Metric, MetricFault, pairs, score, strip } from 'osharm/evaluators';
import { type Slide, SlideDeck } from '../../documents/slide-deck.ts';
import type { SlideShape } from '../../documents/slide-shape.ts';
import { SlideBullets } from './bullets.ts';
import { type Examine, switches } from './examine.ts';
import { arePlacesRight } from './shape-places.ts';
import { areParagraphsAlike, areTablesAlike } from './text-format.ts';

/** `approximately_tolerance` (0.005) is the relative tolerance of positions. Like OSWorld, ignores unknown options. */
export const comparePptxFiles: Metric = async ({ result, expected, options }) => {
  if (result === null) return 0;
  const [slideDeck, gold] = [await SlideDeck.open(result), await SlideDeck.open(expected)];
  const examine = switches(options);
  if (slideDeck.slides.length !== gold.slides.length && examine.number_of_slides) return 0;
  const tolerance = Number(options.approximately_tolerance ?? 0.005);
  for (const [index, [left, right]] of pairs(slideDeck.slides, gold.slides).entries())
    if (!areSlidesAlike(left, right, index + 1, examine, tolerance)) return 0;
  return score(true);
};

function areSlidesAlike(slide: Slide, gold: Slide, number: number, examine: Examine, tolerance: number): boolean {
  if (shownBackground(slide) !== shownBackground(gold) && examine.background_color) return false;
  if (strip(notesOf(slide)) !== strip(notesOf(gold)) && examine.note) return false;
  const [ownShapes, goldShapes] = [slide.shapes, gold.shapes];
  if (ownShapes.length !== goldShapes.length) return false;
  const bullets = new SlideBullets(slide, gold);
  for (const [left, right] of pairs(ownShapes, goldShapes)) {
    if (!arePlacesRight(left, right, number, examine, tolerance)) return false;
    if (left.kind === 'table' && !areTablesAlike(left, right, examine)) return false;
    if (!left.hasText || !right.hasText) continue;
    if (strip(left.text) !== strip(right.text) && examine.text) return false;
    if (!areParagraphsAlike(left, right, examine, bullets)) return false;
  }
  return areGroupsAlike(ownShapes, goldShapes, examine);
}

/** Compares text and alignment again, including shapes in groups. */
function areGroupsAlike(slideShapes: readonly SlideShape[], gold: readonly SlideShape[], examine: Examine): boolean {
  const [left, right] = [slideShapes.flatMap(textShapes), gold.flatMap(textShapes)];
  if (left.length !== right.length) return false;
  if (!examine.alignment) return true;
  return pairs(left, right).every(([slideShape, other]) => {
    if (strip(slideShape.text) !== strip(other.text) && examine.text) return false;
    const [ownParagraphs, goldParagraphs] = [slideShape.paragraphs, other.paragraphs];
    return (
      ownParagraphs.length === goldParagraphs.length &&
      pairs(ownParagraphs, goldParagraphs).every(([a, b]) => a.alignment === b.alignment)
    );
  });
}

function textShapes(shape: SlideShape): SlideShape[] {
  return [...(shape.hasText ? [shape] : []), ...shape.members.flatMap(textShapes)];
}

/** The background colour, inherited from the master if the slide has no fill. */
function shownBackground(slide: Slide): string | null {
  const background = slide.background;
  const fill = background.kind === 'none' ? (slide.master?.background ?? background) : background;
  if (fill.kind !== 'solid') return null;
  if (fill.colour === null)
    throw new MetricFault('A background uses a theme colour.', 'result', { path: slide.file.path });
  return fill.colour.toUpperCase();
}

function notesOf(slide: Slide): string {
  const { notes } = slide;
  if (notes === null)
    throw new MetricFault('A notes page has no text placeholder.', 'result', { path: slide.file.path });
  return notes;
}
