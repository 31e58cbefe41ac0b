import { all, attr, OfficePackage } from 'osharm/documents';
import { field, fieldList, fieldText, type Metric, MetricFault, optionalList, score } from 'osharm/evaluators';
import { type Fill, SlideDeck } from '../../documents/slide-deck.ts';

const halfInch = 457_200;

/** Passes if the original's first picture covers the first slide, centred, with a tolerance of half an inch. */
export const checkImageStretchAndCenter: Metric = async ({ result, expected }) => {
  const [gold, slideDeck] = [await SlideDeck.open(expected), await SlideDeck.open(result)];
  const [goldSlide, ownSlide] = [gold.slides[0], slideDeck.slides[0]];
  if (goldSlide === undefined || ownSlide === undefined) throw new MetricFault('There is no slide.', 'result');
  const pictureOf = (slide: typeof goldSlide, id: string | null): string => {
    const target = slide.file.relations(slide.part).find((relation) => relation.id === id)?.target ?? '';
    return Buffer.from(slide.file.bytes(target) ?? []).toString('base64');
  };
  const original = goldSlide.shapes.find((shape) => shape.kind === 'picture');
  if (original === undefined) return 0;
  const content = pictureOf(goldSlide, original.pictureId);
  const picture = ownSlide.shapes.findLast(
    (shape) => shape.kind === 'picture' && pictureOf(ownSlide, shape.pictureId) === content,
  );
  if (picture === undefined) return 0;
  const [left, top, width, height] = (['left', 'top', 'width', 'height'] as const).map((name) => {
    const value = picture.measure(name);
    if (value === null) throw new MetricFault('The picture has no position or size.', 'result');
    return value;
  }) as [number, number, number, number];
  return score(
    Math.abs(width - gold.width) <= halfInch &&
      Math.abs(height - gold.height) <= halfInch &&
      Math.abs(left - (gold.width - width) / 2) <= halfInch &&
      Math.abs(top - (gold.height - height) / 2) <= halfInch,
  );
};

/** Passes if the master's `<number>` placeholder is red. Throws MetricFault if no slide shows a number. */
export const checkSlideNumbersColor: Metric = async ({ result }) => {
  const deck = await SlideDeck.open(result);
  const shapes = deck.slides.flatMap((slide) => slide.shapes).filter((shape) => shape.hasText);
  if (!shapes.some((shape) => /^\p{Nd}+$/u.test(shape.text)))
    throw new MetricFault('No slide shows a number.', 'result');
  for (const shape of deck.masters.flatMap((master) => master.shapes)) {
    if (shape.placeholderType === null || !shape.hasText || shape.text !== '<number>') continue;
    const [paragraph] = shape.paragraphs;
    const properties = paragraph?.element === null ? null : paragraph?.element;
    const colour = attr(all(properties, 'defRPr').flatMap((item) => all(item, 'srgbClr'))[0], 'val');
    if (colour === null) throw new MetricFault('The number’s colour is not given as RGB.', 'result');
    return score(colour.toUpperCase() === 'FF0000');
  }
  return 0;
};

/** Passes if the first run of every listed paragraph has a strikethrough attribute, even if it is "none". */
export const checkStrikethrough: Metric = async ({ result, expected }) => {
  const deck = await SlideDeck.open(result);
  for (const slide of fieldList(expected, 'slide_index_s'))
    for (const shape of fieldList(expected, 'shape_index_s'))
      for (const paragraph of fieldList(expected, 'paragraph_index_s')) {
        const found = deck.slides.at(Number(slide))?.shapes.at(Number(shape));
        const run = found?.hasText === true ? found.paragraphs.at(Number(paragraph))?.runs[0] : undefined;
        if (run === undefined || run.strike === null) return 0;
      }
  return 1;
};

export const checkSlideOrientationPortrait: Metric = async ({ result }) => {
  if (result === null) return 0;
  const deck = await SlideDeck.open(result);
  return score(deck.width < deck.height);
};

/** 1 minus the mean colour distance from `rgb` (black to white is 1). `original_rgb` has the maximum distance. */
export const evaluatePresentationFillToRgbDistance: Metric = async ({ result, expected }) => {
  const wanted = fieldList(expected, 'rgb').map(Number);
  const original = optionalList(expected, 'original_rgb').map(Number);
  const { slides } = await SlideDeck.open(result);
  if (slides.length === 0) throw new MetricFault('There is no slide.', 'result');
  const distances = slides.map((slide) => {
    const fill = slide.background;
    return distance(fill.kind === 'none' ? (slide.master?.background ?? fill) : fill, wanted, original);
  });
  return 1 - distances.reduce((sum, value) => sum + value, 0) / slides.length;
};

function distance({ kind, colour }: Fill, wanted: readonly number[], original: readonly number[]): number {
  if (kind !== 'solid' || colour === null) return 1;
  const channels = [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  if (original.length > 0 && channels.every((part, index) => part === original[index])) return 1;
  return Math.hypot(...channels.map((part, index) => part - (wanted[index] ?? 0))) / Math.hypot(255, 255, 255);
}

export const checkTransition: Metric = async ({ result, expected }) => {
  const file = await OfficePackage.open(result);
  const part = `ppt/slides/slide${Number(field(expected, 'slide_idx')) + 1}.xml`;
  if (file.bytes(part) === null) return 0;
  const [transition] = all(file.need(part), 'transition');
  return score(all(transition, String(field(expected, 'transition_type'))).length > 0);
};

const dominates: Readonly<Record<string, (red: number, green: number, blue: number) => boolean>> = {
  red: (red, green, blue) => red > green + 50 && red > blue + 50,
  blue: (red, green, blue) => blue > green + 50 && blue > red + 50,
  green: (red, green, blue) => green > red + 50 && green > blue + 50,
  black: (red, green, blue) => red < 50 && green < 50 && blue < 50,
};

/** Checks the second-to-last solid colour of the first master. OSWorld drops its first digit by mistake. */
export const checkPageNumberColors: Metric = async ({ result, expected, rules }) => {
  const isDominant = dominates[fieldText(expected, 'color')];
  const file = await OfficePackage.open(result);
  const root = file.need('ppt/slideMasters/slideMaster1.xml');
  const colours = [...new Set(all(root, 'solidFill').flatMap((item) => all(item, 'srgbClr')))].map((item) =>
    attr(item, 'val'),
  );
  const colour = colours.at(-2);
  if (colour === undefined) throw file.fault('The master has fewer than two solid colours.');
  if (colour === null) return 0;
  const start = rules === 'osworld' ? 1 : 0;
  const parts = [0, 2, 4].map((at) => Number.parseInt(colour.slice(start + at, start + at + 2), 16));
  return score(isDominant === undefined || isDominant(...(parts as [number, number, number])));
};
