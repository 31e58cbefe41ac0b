import { strFromU8, unzipSync } from 'fflate';
import { zipFault } from 'osharm/documents';
import type { Metric } from 'osharm/evaluators';
import { byCodePoint, MetricFault, pairs, readBytes, splitLines } from 'osharm/evaluators';
import { parse } from 'parse5';
import { sequenceRatio } from '../core/sequence-ratio.ts';
import { nodesBelow } from '../html/compare-html.ts';

/** Splits pages at elements and texts, OSWorld at lxml's printed lines, so scores of unequal pages differ slightly. */
export const compareEpub: Metric = async ({ result, expected }) => {
  if (result === null) return 0;
  const [actual, gold] = [await partsOf(result), await partsOf(expected)];
  if (actual.length === 0) return 0;
  return pairs(actual, gold).reduce((sum, [first, second]) => sum + sequenceRatio(first, second), 0) / actual.length;
};

async function partsOf(path: unknown): Promise<string[][]> {
  const content = await readBytes(path);
  let members: Record<string, Uint8Array>;
  const fault = zipFault(content);
  if (fault !== null)
    throw new MetricFault(`A book is not a valid archive. ${fault}`, 'result', { path: path as string });
  try {
    members = unzipSync(content);
  } catch {
    return [];
  }
  const left = { 'toc.ncx': 'navPoint', 'content.opf': 'dc:identifier' } as const;
  const parts: [string, string[]][] = [];
  for (const [name, bytes] of Object.entries(members)) {
    const skipped = left[name as keyof typeof left];
    if (skipped !== undefined)
      parts.push([name, splitLines(strFromU8(bytes)).filter((line) => !line.includes(skipped))]);
    else if (name.endsWith('.html')) parts.push([name, pageLines(strFromU8(bytes))]);
  }
  if (parts.some(([name]) => name.startsWith('/')))
    throw new MetricFault('A book contains an absolute path.', 'result');
  return parts.sort(([a], [b]) => byCodePoint(a, b)).map(([, lines]) => lines);
}

function pageLines(html: string): string[] {
  return nodesBelow(parse(html.replace(/[\r\n]/g, ''))).map((node) =>
    'attrs' in node
      ? `<${node.nodeName}${node.attrs.map(({ name, value }) => ` ${name}="${value}"`).join('')}>`
      : 'value' in node
        ? node.value
        : node.nodeName,
  );
}
