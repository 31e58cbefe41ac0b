import { join } from 'node:path';
import { z } from 'zod';
import { readDocument } from '../../../base/documents/reading/read-document.ts';
import { textLimit } from '../../../base/documents/text/text-limit.ts';
import { readApart } from '../../../base/reader/read-apart.ts';
import { defineReading } from '../../../base/reader/reading-job.ts';
import { effectJudgmentFolder } from '../../../base/record/evidence/effect-judgment.ts';
import { readPlainFile } from '../../../base/record/plain-file.ts';
import { carriedText } from '../../../evidence/effect-log/carried-text.ts';
import type { TextChange } from '../../views/view-props.ts';
import { commonItems } from './common-items.ts';
import { labelledText } from './labelled-text.ts';

/** Context lines, lines per change, characters per line. */
const limits = { around: 1, lines: 40, letters: 240 };
const mostFacts = 24_000_000;

/** Null if nothing changed. If `before` is null (unknown), all lines are returned. */
export function textChange(before: string | null, after: string): TextChange | null {
  if (before === after) return null;
  const now = linesOf(after);
  if (before === null)
    return cut(
      now.map((text) => ({ sign: ' ', text })),
      false,
    );
  const old = linesOf(before);
  const lines: TextChange['lines'] = [];
  const changed: number[] = [];
  const push = (sign: '+' | '-', text: string): void => {
    changed.push(lines.length);
    lines.push({ sign, text });
  };
  let [atOld, atNow] = [0, 0];
  for (const [inOld, inNow] of [...commonItems(old, now), [old.length, now.length] as const]) {
    for (; atOld < inOld; atOld += 1) push('-', old[atOld] ?? '');
    for (; atNow < inNow; atNow += 1) push('+', now[atNow] ?? '');
    if (inNow < now.length) lines.push({ sign: ' ', text: now[inNow] ?? '' });
    [atOld, atNow] = [inOld + 1, inNow + 1];
  }
  if (changed.length === 0) return null;
  const near = new Set(
    changed.flatMap((at) => Array.from({ length: 2 * limits.around + 1 }, (_, index) => at + index - limits.around)),
  );
  return cut(
    lines.filter((_, index) => near.has(index)),
    true,
  );
}

function cut(lines: TextChange['lines'], isCompared: boolean): TextChange {
  return {
    isCompared,
    lines: lines.slice(0, limits.lines).map(({ sign, text }) => ({
      sign,
      text: text.length > limits.letters ? `${text.slice(0, limits.letters)} …` : text,
    })),
    linesLeft: Math.max(0, lines.length - limits.lines),
  };
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));

const filesSchema = z.record(z.string(), z.string().nullable()).optional();
const factsSchema = z.looseObject({ initial: filesSchema, originals: filesSchema });

const textsSchema = z.record(z.string(), z.string().nullable());

/** Truncates the body like the texts in the effect log. */
function labelledTextOf(content: Uint8Array): string | null {
  const reading = readDocument(content);
  const { asides, unreadParts } = carriedText([reading]);
  return labelledText({ body: reading.body?.slice(0, textLimit) ?? null, asides, unread: unreadParts });
}

/** Runs in a separate process. Null for formats without readable text. */
export function textsOfFiles(files: Record<string, string>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, labelledTextOf(Buffer.from(content, 'base64'))]),
  );
}

const textReading = defineReading({ module: import.meta.url, work: textsOfFiles, reply: textsSchema });

/** The stored documents and files before the first step. They are untrusted, so a separate process parses them. */
export async function initialTexts(directory: string, paths: ReadonlySet<string>): Promise<Map<string, string>> {
  const files: Record<string, string> = {};
  try {
    const file = readPlainFile(join(effectJudgmentFolder(directory), 'facts.json'));
    if (file.length > mostFacts) return new Map();
    const { initial, originals } = factsSchema.parse(JSON.parse(file));
    for (const [path, content] of [...Object.entries(originals ?? {}), ...Object.entries(initial ?? {})])
      if (content !== null && paths.has(path)) files[path] = content;
  } catch {
    // Without initial texts, changes are shown without a comparison.
    return new Map();
  }
  if (Object.keys(files).length === 0) return new Map();
  const reading = await readApart(textReading, files);
  const texts = reading.isRead ? reading.reply : {};
  return new Map(Object.entries(texts).flatMap(([path, text]) => (text === null ? [] : [[path, text] as const])));
}
