import { markdownFenceRanges } from './markdown-fences.ts';

export interface SplitReply {
  thoughts: string | null;
  reply: string;
}

/**
 * Tags around inline reasoning, by model family, for servers that don't separate it. Sources: the chat templates of
 * DeepSeek-R1 and Qwen3 (`think`), Kimi-VL (`◁think▷`), Magistral (`[THINK]`), Seed-OSS (`seed:think`), gpt-oss
 * (channels). Models write `thinking`, `thought`, `thoughts`, `reasoning` and `reflection` if a prompt requests
 * reasoning first.
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
  isAlone: boolean;
  isAtLineStart: boolean;
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
/** Maximum number of tags read per reply, and maximum indentation before a tag in characters. */
const mostTags = 1000;
const indentation = 100;
/** gpt-oss names the next channel between analysis and answer. */
const finalChannel = /^\s*(?:<\|start\|>assistant)?<\|channel\|>(?:final|commentary)<\|message\|>/;

/**
 * Separates a model's reasoning from its reply. Reasoning is text between tags, text before a closing tag without an
 * opening tag, and text after an unclosed opening tag at the start of a line. Tags within the reply's code (fenced or
 * in backticks) are text. Runs in linear time.
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
      // The chat template contained the opening tag, so the reply starts here.
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
  // Reasoning may mention its opening tag and still close it only once. A closing tag of another family counts if it is
  // alone on a line, because models mix up tags.
  return last ?? tags.findLast((tag, index) => index > at && !tag.isOpen && tag.isAlone) ?? null;
}

function isCode(tag: Tag, tags: readonly Tag[], text: string): boolean {
  if (text[tag.start - 1] === '`' && text[tag.end] === '`') return true;
  if (tag.fence === -1) return false;
  if (tag.isOpen || !tag.isAlone) return true;
  // A closing tag whose opening tag is in the same block is part of the code.
  return tags.some(({ family, isOpen, fence, end }) => {
    return isOpen && family === tag.family && fence === tag.fence && end <= tag.start;
  });
}
