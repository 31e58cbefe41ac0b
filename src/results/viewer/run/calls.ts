import { isReply } from '../../../base/record/call-results.ts';
import {
  namedParts,
  type ReasoningLine,
  type ReasoningPart,
  readReasoningLine,
  reasoningOfLine,
} from '../../../base/record/reasoning.ts';
import type { StepRequest } from '../api.ts';
import { openRunFile, readPart } from '../files/safe-file.ts';
import { ViewerError } from '../viewer-error.ts';
import { messagesOfExchange, type PictureAddress } from './shown-messages.ts';

/** Longer lines are skipped and reported. */
const longestLine = 16_000_000;
const blockBytes = 1 << 20;

export interface CallIndex {
  /** The n-th reply of the agent's model belongs to the n-th step. `result` is the outcome in `calls.jsonl`. */
  steps: {
    offset: number;
    length: number;
    tokens: { input: number; output: number } | null;
    costUsd: number | null;
    result: string;
  }[];
  parts: Map<string, { offset: number; length: number }>;
  /** The agent's reasoning by step. Its texts may be stored as parts. */
  reasoning: ReasoningLine[];
  skipped: number;
}

/** Keeps only one line in memory. Null if the file is missing or must not be opened. */
export async function readCalls(root: string, directory: string): Promise<CallIndex | null> {
  const opened = await openRunFile(root, directory, 'calls.jsonl').catch((error: unknown) => {
    if (error instanceof ViewerError) return null;
    throw error;
  });
  if (opened === null) return null;
  const index: CallIndex = { steps: [], parts: new Map(), reasoning: [], skipped: 0 };
  try {
    let rest: Buffer = Buffer.alloc(0);
    let restAt = 0;
    let isSkipping = false;
    for (let at = 0; at < opened.bytes; at += blockBytes) {
      const block = await readPart(opened.file, at, blockBytes);
      let data = rest.length === 0 ? block : Buffer.concat([rest, block]);
      let dataAt = rest.length === 0 ? at : restAt;
      for (let end = data.indexOf(10); end !== -1; end = data.indexOf(10)) {
        if (isSkipping) isSkipping = false;
        else take(index, data.subarray(0, end), dataAt);
        dataAt += end + 1;
        data = data.subarray(end + 1);
      }
      if (isSkipping) data = data.subarray(data.length);
      if (data.length > longestLine) {
        index.skipped += 1;
        isSkipping = true;
        data = data.subarray(data.length);
      }
      rest = Buffer.from(data);
      restAt = dataAt;
    }
    return index;
  } finally {
    await opened.file.close();
  }
}

function take(index: CallIndex, line: Buffer, offset: number): void {
  // The first bytes identify a part, so its text is not parsed.
  const part = /^\{"kind":"part","sha256":"([0-9a-f]{64})"/.exec(line.toString('latin1', 0, 110));
  if (part !== null) {
    index.parts.set(part[1] as string, { offset, length: line.length });
    return;
  }
  const reasoning = readReasoningLine(line);
  if (reasoning !== null) {
    index.reasoning.push(reasoning);
    return;
  }
  const call = parsed(line) as {
    kind?: unknown;
    role?: unknown;
    result?: unknown;
    usage?: unknown;
    costUsd?: unknown;
  } | null;
  if (call?.kind !== 'call' || call.role !== 'agent' || !isReply(call.result)) return;
  const usage = call.usage as { inputTokens?: unknown; outputTokens?: unknown } | null | undefined;
  index.steps.push({
    offset,
    length: line.length,
    tokens: usage == null ? null : { input: Number(usage.inputTokens) || 0, output: Number(usage.outputTokens) || 0 },
    costUsd: typeof call.costUsd === 'number' ? call.costUsd : null,
    result: call.result,
  });
}

const reasoningBytes = 2_000_000;

/** Skips texts beyond 2 MB in total. */
export async function reasoningBySteps(
  root: string,
  directory: string,
  index: CallIndex,
): Promise<Map<number, ReasoningPart[]>> {
  if (index.reasoning.length === 0) return new Map();
  const texts = new Map<string, string>();
  const { file } = await openRunFile(root, directory, 'calls.jsonl');
  try {
    let left = reasoningBytes;
    for (const sha256 of index.reasoning.flatMap(namedParts)) {
      const part = index.parts.get(sha256);
      if (part === undefined || texts.has(sha256) || part.length > left) continue;
      left -= part.length;
      const line = parsed(await readPart(file, part.offset, part.length)) as { text?: unknown } | null;
      if (typeof line?.text === 'string') texts.set(sha256, line.text);
    }
  } finally {
    await file.close();
  }
  return new Map(index.reasoning.map((line) => [line.step, reasoningOfLine(line, texts)]));
}

/** Limits for one request: bytes of restored parts, and characters shown. */
const partBytes = 400_000;
const shownCharacters = 600_000;

/** Large texts are restored; pictures remain references by hash. */
export async function requestOf(
  root: string,
  directory: string,
  index: CallIndex,
  step: number,
  picture: PictureAddress,
): Promise<StepRequest> {
  const place = index.steps[step];
  if (place === undefined) throw new ViewerError(404, 'No request of this step was recorded.');
  const { file } = await openRunFile(root, directory, 'calls.jsonl');
  try {
    const call = parsed(await readPart(file, place.offset, place.length)) as { exchanges?: unknown } | null;
    let left = partBytes;
    const whole = async (value: unknown): Promise<unknown> => {
      if (Array.isArray(value)) return Promise.all(value.map(whole));
      if (typeof value !== 'object' || value === null) return value;
      const sha256 = (value as { $sha256?: unknown }).$sha256;
      const part = typeof sha256 === 'string' ? index.parts.get(sha256) : undefined;
      if (part !== undefined && !('encoding' in value) && part.length <= left) {
        left -= part.length;
        const line = parsed(await readPart(file, part.offset, part.length)) as { text?: unknown } | null;
        if (typeof line?.text === 'string') return line.text;
      }
      const entries = await Promise.all(Object.entries(value).map(async ([key, member]) => [key, await whole(member)]));
      return Object.fromEntries(entries);
    };
    const exchanges = await whole(call?.exchanges ?? null);
    const text = JSON.stringify(exchanges, null, 2);
    const isCut = text.length > shownCharacters;
    return {
      // Only the last exchange was answered.
      messages: messagesOfExchange(Array.isArray(exchanges) ? exchanges.at(-1) : null, picture),
      text: isCut ? text.slice(0, shownCharacters) : text,
      bytes: Buffer.byteLength(text),
      isCut,
    };
  } finally {
    await file.close();
  }
}

/** The caller must check the format. Throws ViewerError 404. */
export async function pictureOfPart(
  root: string,
  directory: string,
  index: CallIndex,
  sha256: string,
): Promise<Buffer> {
  const part = index.parts.get(sha256);
  if (part === undefined) throw new ViewerError(404, 'There is no such picture in the requests.');
  const { file } = await openRunFile(root, directory, 'calls.jsonl');
  try {
    const line = parsed(await readPart(file, part.offset, part.length)) as { text?: unknown } | null;
    return Buffer.from(typeof line?.text === 'string' ? line.text : '', 'base64');
  } finally {
    await file.close();
  }
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return null;
  }
}
