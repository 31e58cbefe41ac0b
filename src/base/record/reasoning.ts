import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { plainLines } from './plain-file.ts';

/** `summary`: the provider's summary. `encrypted`: readable by the provider only; `bytes` is 0 if it keeps the data. */
export const reasoningPartSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('summary'), text: z.string() }),
  z.object({ kind: z.literal('encrypted'), bytes: z.number().int().nonnegative() }),
]);
export type ReasoningPart = z.infer<typeof reasoningPartSchema>;

const storedTextSchema = z.union([z.string(), z.looseObject({ $sha256: z.string() })]);

/** A line of `calls.jsonl`: the reasoning behind one step's reply. */
export const reasoningLineSchema = z.object({
  kind: z.literal('reasoning'),
  step: z.number().int().nonnegative(),
  parts: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('text'), text: storedTextSchema }),
      z.object({ kind: z.literal('summary'), text: storedTextSchema }),
      reasoningPartSchema.options[2],
    ]),
  ),
});
export type ReasoningLine = z.infer<typeof reasoningLineSchema>;

export function textReasoning(text: string): ReasoningPart[] | undefined {
  return text.trim() === '' ? undefined : [{ kind: 'text', text }];
}

export function readableTexts(parts: readonly ReasoningPart[]): string[] {
  return parts.flatMap((part) => (part.kind === 'encrypted' ? [] : [part.text]));
}

/** Replaces texts that the file already contains, according to `isStored`, with their SHA-256. */
export function reasoningLine(
  step: number,
  parts: readonly ReasoningPart[],
  isStored: (sha256: string) => boolean,
): ReasoningLine {
  return {
    kind: 'reasoning',
    step,
    parts: parts.map((part) => {
      if (part.kind === 'encrypted') return part;
      const sha256 = createHash('sha256').update(part.text).digest('hex');
      return { kind: part.kind, text: isStored(sha256) ? { $sha256: sha256 } : part.text };
    }),
  };
}

const lineStart = '{"kind":"reasoning"';
const partStart = '{"kind":"part","sha256":"';

/** Null if the line is not valid reasoning. */
export function readReasoningLine(line: Buffer): ReasoningLine | null {
  if (line.toString('latin1', 0, lineStart.length) !== lineStart) return null;
  return reasoningLineSchema.safeParse(parsed(line)).data ?? null;
}

export function namedParts({ parts }: ReasoningLine): string[] {
  return parts.flatMap((part) =>
    part.kind !== 'encrypted' && typeof part.text !== 'string' ? [part.text.$sha256] : [],
  );
}

/** Resolves referenced parts. Skips pieces whose part is missing. */
export function reasoningOfLine({ parts }: ReasoningLine, texts: ReadonlyMap<string, string>): ReasoningPart[] {
  return parts.flatMap((part): ReasoningPart[] => {
    if (part.kind === 'encrypted') return [part];
    const text = typeof part.text === 'string' ? part.text : texts.get(part.text.$sha256);
    return text === undefined ? [] : [{ kind: part.kind, text }];
  });
}

/** The reasoning by 0-based step. Skips damaged lines; empty if `calls.jsonl` is missing or unreadable. */
export function readReasoning(directory: string): ReadonlyMap<number, readonly ReasoningPart[]> {
  const file = join(directory, 'calls.jsonl');
  try {
    const lines: ReasoningLine[] = [];
    for (const line of plainLines(file)) {
      const read = readReasoningLine(line);
      if (read !== null) lines.push(read);
    }
    const texts = partTexts(file, new Set(lines.flatMap(namedParts)));
    return new Map(lines.map((line) => [line.step, reasoningOfLine(line, texts)]));
  } catch {
    return new Map();
  }
}

/** Lines of other parts, which may be pictures, are not parsed. */
function partTexts(file: string, wanted: ReadonlySet<string>): Map<string, string> {
  const texts = new Map<string, string>();
  if (wanted.size === 0) return texts;
  for (const line of plainLines(file)) {
    if (line.toString('latin1', 0, partStart.length) !== partStart) continue;
    const sha256 = line.toString('latin1', partStart.length, partStart.length + 64);
    if (!wanted.has(sha256)) continue;
    const text = (parsed(line) as { text?: unknown } | null)?.text;
    if (typeof text === 'string') texts.set(sha256, text);
  }
  return texts;
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return null;
  }
}
