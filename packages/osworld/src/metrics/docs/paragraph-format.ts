import { attr, child, children, WordParagraph } from 'osharm/documents';
import {
  bothDocuments,
  compareDocxFiles,
  isTruthy,
  type Metric,
  MetricFault,
  openedDocument,
  pairs,
  score,
  strip,
} from 'osharm/evaluators';

export const compareLineSpacing: Metric = async (call) => {
  if ((await compareDocxFiles({ ...call, options: {} })) === 0) return 0;
  const both = await bothDocuments(call.result, call.expected);
  if (both === null || both[0].paragraphs.length !== both[1].paragraphs.length) return 0;
  return score(
    pairs(both[0].paragraphs, both[1].paragraphs).every(
      ([wordParagraph, gold]) => wordParagraph.lineSpacing === gold.lineSpacing,
    ),
  );
};

export const evaluateSpacing: Metric = async ({ result }) => {
  const document = await openedDocument(result);
  if (document === null) return 0;
  const spacings = document.paragraphs.slice(0, 3).map((paragraph) => paragraph.lineSpacing);
  if (spacings.length < 3) throw new MetricFault('The document has fewer than three paragraphs.', 'result');
  return score(JSON.stringify(spacings) === '[1,2,1.5]');
};

export const isFirstLineCentered: Metric = async ({ result }) => {
  const document = await openedDocument(result);
  if (document === null) return 0;
  const [first] = document.paragraphs;
  if (first === undefined) throw new MetricFault('The document has no paragraph.', 'result');
  return score(first.alignment === 'center');
};

export const hasPageNumbersInFooters: Metric = async ({ result }) => {
  const document = await openedDocument(result);
  if (document === null) return 0;
  const relations = new Map(document.file.relations(document.part).map((relation) => [relation.id, relation.target]));
  // A section without a footer inherits the previous section's.
  let footer: string | null = null;
  for (const section of document.sections) {
    const actual = children(section, 'footerReference').find((item) => (attr(item, 'type') ?? 'default') === 'default');
    if (actual !== undefined) footer = relations.get(attr(actual, 'id') ?? '') ?? null;
    const first = footer === null ? null : child(document.file.xml(footer), 'p');
    if (first === null || !/\p{Nd}|\p{No}/u.test(new WordParagraph(first).text)) return 0;
  }
  return 1;
};

/**
 * 1 minus the summed distance of the tab stops per paragraph, relative to the text width. 0 unless the text between
 * tabs at `index` has `word_number_split_by_tabstop` words in every paragraph.
 */
export const checkTabstops: Metric = async ({ result, expected, options }) => {
  if (!isTruthy(result) || !isTruthy(expected)) return 0;
  const both = await bothDocuments(result, expected);
  if (both === null) return 0;
  const [wordParagraphs, gold] = both.map(({ paragraphs }) =>
    paragraphs.filter((paragraph) => strip(paragraph.text) !== ''),
  ) as [WordParagraph[], WordParagraph[]];
  if (wordParagraphs.length !== gold.length) return 0;
  const number = options.word_number_split_by_tabstop;
  if (number !== undefined && number !== null) {
    const index = Number(options.index ?? 0);
    for (const { text } of wordParagraphs) {
      const piece = text.split('\t').at(index);
      if (piece === undefined) throw new MetricFault('A paragraph has too few tabs.', 'result');
      if (piece.split(/\s/).filter((word) => strip(word) !== '').length !== number) return 0;
    }
  }
  if (wordParagraphs.length === 0) throw new MetricFault('The documents have no text.', 'result');
  const width = textWidth(both[1].sections[0]);
  let distance = 0;
  for (const [left, right] of pairs(wordParagraphs, gold)) {
    const [ownStops, goldStops] = [realStops(left), realStops(right)];
    if (ownStops.length !== goldStops.length) return 0;
    for (const [tabStop, other] of pairs(ownStops, goldStops)) {
      if (tabStop.alignment !== other.alignment) return 0;
      distance += Math.abs(tabStop.position - other.position) / width;
    }
  }
  return 1 - distance / wordParagraphs.length;
};

function realStops(paragraph: WordParagraph): WordParagraph['tabStops'] {
  return paragraph.tabStops.filter(
    ({ alignment, position }) =>
      alignment !== 'clear' && !((alignment === 'left' || alignment === 'start') && position === 0),
  );
}

/** In twentieths of a point. */
function textWidth(section: Parameters<typeof attr>[0]): number {
  const margins = child(section, 'pgMar');
  const [page, left, right] = [
    attr(child(section, 'pgSz'), 'w'),
    attr(margins, 'left') ?? attr(margins, 'start'),
    attr(margins, 'right') ?? attr(margins, 'end'),
  ];
  if (page === null || left === null || right === null)
    throw new MetricFault('The reference document has no page size.', 'task');
  return Number(page) - Number(left) - Number(right);
}
