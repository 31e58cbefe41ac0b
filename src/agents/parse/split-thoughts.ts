import { markdownFenceRanges } from './markdown-fences.ts';

/** What a model thought aloud, apart from what it said. */
export interface SplitReply {
  /** Null if the text has no thoughts. */
  thoughts: string | null;
  /** The rest, trimmed if thoughts were removed. */
  reply: string;
}

/**
 * Marks around thoughts in the text of models whose server doesn't separate them, by family. Sources: the chat templates
 * of DeepSeek-R1 and Qwen3 (`think`), Kimi-VL (`◁think▷`), Magistral (`[THINK]`), Seed-OSS (`seed:think`), gpt-oss
 * (channels); `thinking`, `thought`, `thoughts`, `reasoning` and `reflection` are what models write when a prompt asks
 * them to think first.
 */
const families: readonly { open: string; close: string }[] = [
  ...['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'reflection', 'seed:think', 'antThinking'].map(
    (name) => ({ open: `<${name}>`, close: `</${name}>` }),
  ),
  { open: '◁think▷', close: '◁/think▷' },
  { open: '[THINK]', close: '[/THINK]' },
  { open: '<|begin_of_thought|>', close: '<|end_of_thought|>' },
  { open: '<|channel|>analysis<|message|>', close: '<|end|>' },
];

interface Tag {
  family: number;
  isOpen: boolean;
  start: number;
  end: number;
  /** It is the only text of its line. */
  isAlone: boolean;
  isAtLineStart: boolean;
  /** Which fenced block it is in; -1: none. */
  fence: number;
}

const anyTag = new RegExp(
  families
    .flatMap(({ open, close }) => [open, close])
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replace(/[|[\]/]/g, '\\$&'))
    .join('|'),
  'gi',
);
const kinds = new Map<string, { family: number; isOpen: boolean }>(
  families.flatMap(({ open, close }, family) => [
    [open.toLowerCase(), { family, isOpen: true }] as const,
    [close.toLowerCase(), { family, isOpen: false }] as const,
  ]),
);
/** Marks of one reply that are read, and characters in front of a mark that can be its indentation. */
const mostTags = 1000;
const indentation = 100;
/** Between analysis and answer, gpt-oss's format names the next channel. */
const finalChannel = /^\s*(?:<\|start\|>assistant)?<\|channel\|>(?:final|commentary)<\|message\|>/;

/**
 * Separates a model's thoughts from its reply: text between thought marks, all text before a closing mark that was never
 * opened, and all text after an opening mark at the start of a line that is never closed. Marks in code of the reply
 * (fenced or between backticks) are text. Linear.
 */
export function splitThoughts(text: string): SplitReply {
  const tags = tagsIn(text);
  if (tags.length === 0) return { thoughts: null, reply: text };
  const thoughts: string[] = [];
  let reply = '';
  let from = 0;
  for (let at = 0; at < tags.length; at += 1) {
    const tag = tags[at] as Tag;
    if (tag.start < from) continue;
    if (isCode(tag, tags, text)) continue;
    if (!tag.isOpen) {
      // The chat template opened the thoughts, so the reply begins here.
      thoughts.push(reply + text.slice(from, tag.start));
      reply = '';
      from = tag.end;
      continue;
    }
    const close = closingOf(at, tags);
    if (close === null && !tag.isAtLineStart) continue;
    reply += text.slice(from, tag.start);
    thoughts.push(text.slice(tag.end, close?.start ?? text.length));
    from = close?.end ?? text.length;
  }
  reply += text.slice(from).replace(finalChannel, '');
  if (thoughts.length === 0) return { thoughts: null, reply: text };
  return {
    thoughts: thoughts
      .map((part) => part.replace(anyTag, '').trim())
      .filter((part) => part !== '')
      .join('\n\n'),
    reply: reply.trim(),
  };
}

function tagsIn(text: string): Tag[] {
  const found = [...text.matchAll(anyTag)].slice(0, mostTags);
  if (found.length === 0) return [];
  const fences = markdownFenceRanges(text);
  let fence = 0;
  return found.map((match) => {
    const start = match.index;
    const end = start + match[0].length;
    while (fence < fences.length && (fences[fence]?.end ?? 0) < end) fence += 1;
    const before = text.slice(Math.max(0, start - indentation), start);
    const isAtLineStart = before.length < indentation ? /(?:^|\n)\s*$/.test(before) : /\n\s*$/.test(before);
    const isAtLineEnd = /^[ \t\r]*(?:\n|$)/.test(text.slice(end, end + indentation));
    return {
      ...(kinds.get(match[0].toLowerCase()) as { family: number; isOpen: boolean }),
      start,
      end,
      isAtLineStart,
      isAlone: isAtLineStart && isAtLineEnd,
      fence: start >= (fences[fence]?.start ?? text.length) ? fence : -1,
    };
  });
}

/** The mark that ends the thoughts which the mark at `at` begins; null if there is none. */
function closingOf(at: number, tags: readonly Tag[]): Tag | null {
  const { family } = tags[at] as Tag;
  let depth = 0;
  let last: Tag | null = null;
  for (const tag of tags.slice(at)) {
    if (tag.family !== family) continue;
    depth += tag.isOpen ? 1 : -1;
    if (!tag.isOpen) last = tag;
    if (depth === 0) return tag;
  }
  // Thoughts that name their own opening mark close it once. A wrong closing mark on a line of its own is a slip.
  return last ?? tags.findLast((tag, index) => index > at && !tag.isOpen && tag.isAlone) ?? null;
}

/** True for a mark that the reply's code or prose quotes. */
function isCode(tag: Tag, tags: readonly Tag[], text: string): boolean {
  if (text[tag.start - 1] === '`' && text[tag.end] === '`') return true;
  if (tag.fence === -1) return false;
  if (tag.isOpen || !tag.isAlone) return true;
  // A closing mark whose opening mark is in the same block belongs to the code.
  return tags.some(({ family, isOpen, fence, end }) => {
    return isOpen && family === tag.family && fence === tag.fence && end <= tag.start;
  });
}
