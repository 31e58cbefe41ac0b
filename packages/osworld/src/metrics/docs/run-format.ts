import type { WordDocument, WordRun } from 'osharm/documents';
import { all, attr, children } from 'osharm/documents';
import {
  bothDocuments,
  compareDocxFiles,
  field,
  isTable,
  type Metric,
  MetricFault,
  openedDocument,
  pairs,
  score,
} from 'osharm/evaluators';

export const compareFontNames: Metric = async ({ result, expected }) => {
  const document = await openedDocument(result);
  if (document === null) return 0;
  const name = field(expected, 'font_name');
  return score(runsOf(document).every((run) => run.fontName === name));
};

/** OSWorld needs one subscript run at the same position. By default, each paragraph's subscript text must be equal. */
export const compareSubscriptContains: Metric = async ({ result, expected, rules }) => {
  const both = await bothDocuments(result, expected);
  if (both === null) return 0;
  if (rules === 'osworld')
    return score(runPairs(both).some(([wordRun, gold]) => wordRun.isSubscript && gold.isSubscript));
  const [actual, gold] = both.map((document) =>
    document.paragraphs.map(({ runs }) =>
      runs
        .filter((run) => run.isSubscript)
        .map((run) => run.text)
        .join(''),
    ),
  ) as [string[], string[]];
  return score(gold.some((text) => text !== '') && JSON.stringify(trimmed(actual)) === JSON.stringify(trimmed(gold)));
};

/** OSWorld needs one embedded object at the same position; by default, each paragraph needs as many as expected. */
export const compareInsertEquation: Metric = async (call) => {
  if ((await compareDocxFiles({ ...call, options: {} })) === 0) return 0;
  const both = await bothDocuments(call.result, call.expected);
  if (both === null) return 0;
  if (call.rules === 'osworld') return score(runPairs(both).some((pair) => pair.every((run) => run.has('object'))));
  const [actual, gold] = both.map((document) =>
    document.paragraphs.map(({ runs }) => runs.filter((run) => run.has('object')).length),
  ) as [number[], number[]];
  return score(gold.some((count) => count > 0) && gold.every((count, index) => actual[index] === count));
};

/** OSWorld compares pictures run by run; by default, only their number must be equal. */
export const compareContainsImage: Metric = async ({ result, expected, rules }) => {
  const both = await bothDocuments(result, expected);
  if (both === null) return 0;
  const [actual, gold] = both.map((document) => all(document.body, 'graphicData').length);
  if (rules === 'right') return score(actual === gold);
  return score(runPairs(both).every(([left, right]) => left.has('graphicData') === right.has('graphicData')));
};

export const evaluateStrikeThroughLastParagraph: Metric = async (call) => {
  const document = await sameText(call);
  if (document === null) return 0;
  const last = document.paragraphs.at(-1);
  if (last === undefined) throw new MetricFault('The document has no paragraph.', 'result');
  return score(last.runs.every((run) => run.strike === true));
};

export const checkItalicFontSize14: Metric = async (call) => {
  const document = await sameText(call);
  return score(document !== null && runsOf(document).every((run) => run.italic !== true || run.fontSize === 14));
};

export const compareHighlightedText: Metric = async ({ result, expected }) => {
  const both = await bothDocuments(result, expected);
  if (both === null) return brokenOrNone(result, expected);
  const [actual, gold] = both.map(highlighted) as [Set<string>, Set<string>];
  return score(actual.size === gold.size && [...actual].every((text) => gold.has(text)));
};

function highlighted(document: WordDocument): Set<string> {
  const found = new Set<string>();
  for (const run of all(document.file.need(document.part), 'r')) {
    const highlight = all(run, 'highlight')[0];
    const text = all(run, 't')[0];
    if (highlight !== undefined && attr(highlight, 'val') !== 'none' && text !== undefined)
      found.add(text.textContent ?? '');
  }
  return found;
}

function brokenOrNone(result: unknown, expected: unknown): number {
  if (!result || !expected) return 0;
  throw new MetricFault('A document can’t be opened.', 'result', { path: String(result) });
}

async function sameText(call: Parameters<Metric>[0]): Promise<WordDocument | null> {
  return (await compareDocxFiles({ ...call, options: {} })) === 0 ? null : openedDocument(call.result);
}

function runsOf(document: WordDocument): WordRun[] {
  return document.paragraphs.flatMap(({ runs }) => runs);
}

function runPairs([wordDocument, gold]: [WordDocument, WordDocument]): [WordRun, WordRun][] {
  return pairs(wordDocument.paragraphs, gold.paragraphs).flatMap(([left, right]) => pairs(left.runs, right.runs));
}

function trimmed(texts: string[]): string[] {
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
}

export const containsPageBreak: Metric = async ({ result, expected }) => {
  const document = await openedDocument(result);
  if (document === null) return 0;
  const count = runsOf(document)
    .flatMap((run) => all(run.element, 'br'))
    .filter((item) => attr(item, 'type') === 'page').length;
  const wanted = isTable(expected) ? expected.page_break_count : undefined;
  return score(count > 0 && (wanted === undefined || wanted === null || wanted === count));
};

export const evaluateConversion: Metric = async ({ result }) => {
  const document = await openedDocument(result);
  if (document === null) return 0;
  const inTables = document.tables.flatMap(({ grid }) =>
    grid
      .flat()
      .flatMap((cell) => children(cell, 'p').flatMap((item) => children(item, 'r').map((run) => run.textContent))),
  );
  const texts = [...inTables, ...runsOf(document).map((run) => run.text)];
  return score(!texts.some((text) => text !== null && isUpper(text)));
};

/** Python's `str.isupper()`. */
function isUpper(text: string): boolean {
  return text === text.toUpperCase() && text !== text.toLowerCase();
}
