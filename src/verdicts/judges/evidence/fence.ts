import { createHash } from 'node:crypto';
import { unseenCharacter } from '../../../base/record/unseen-text.ts';
import type { Trace } from '../trace.ts';

/** Marks untrusted text as data. Its author can't know the nonce, a hash of the whole run including that text. */
export function fence(text: string, nonce: string): string {
  return `<data ${nonce}>\n${visible(text).replaceAll(nonce, '[…]')}\n</data ${nonce}>`;
}

/** A hash of all text in the run, so that no text can contain it. Effects are included for their file names. */
export function nonceOf(
  { steps, instruction, trajectory }: Pick<Trace, 'steps' | 'instruction' | 'trajectory'>,
  effects: readonly unknown[] = [],
): string {
  return createHash('sha256')
    .update(JSON.stringify([instruction, steps, trajectory, effects]))
    .digest('hex')
    .slice(0, 16);
}

/** Makes invisible characters visible and defuses chat-template marks, which could fake a change of roles. */
export function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(usualBlank, ' ')
    .replace(unseenCharacter, shown)
    .replace(rareBlank, shown)
    .replace(chatMark, (mark) => `${mark[0]}·${mark.slice(1)}`)
    .replace(spokenRole, '$1·$2');
}

export function visibleLine(text: string): string {
  return visible(text).replace(/[\n\t]/g, shown);
}

/** Typographic and CJK spaces, treated like ordinary ones. */
const usualBlank = /[\u00a0\u202f\u3000]/g;
/** Other characters that render as space or nothing, and could disguise a mark. */
const rareBlank = /(?! )\p{Zs}|\u2800/gu;

/** Tags of chat templates, reasoning and tool calls in common model families and agent frameworks. */
const tagNames = [
  's|bos|eos|pad|unk|mask|cls|sep|sop|eop|eoh|eoa|unused\\d+|tokens_unused_\\d+|[a-z]+_token|image_soft_token',
  '(?:start|end)_of_(?:turn|image|audio|role|text)|<?\\s{0,8}\\/?\\s{0,8}sys|system|user|assistant|human|developer',
  'think|thinking|thought|reasoning|reflection|answer|tools?|tool_(?:calls?|response|results?|output|use)',
  'functions?|function_(?:calls?|results?)|invoke|parameter|[a-z]+:(?:tool_call|think|invoke|parameter|function_calls)',
].join('|');
const bracketNames =
  'INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS?|TOOL_RESULTS?|TOOL_CONTENT|ARGS|CALL_ID|THINK|PREFIX|SUFFIX|MIDDLE|IMG|IMG_BREAK|IMG_END|(?:BEGIN_)?AUDIO|REF|g?MASK|sMASK';
/** Control tokens that local servers may parse, also with look-alike characters and inserted spaces. */
const chatMark = new RegExp(
  [
    '[<＜﹤〈‹]\\s{0,8}[|｜¦︱]',
    '[|｜¦︱]\\s{0,8}[>＞﹥〉›]',
    `[<＜﹤〈‹]\\s{0,8}[/／]?\\s{0,8}(?:${tagNames})(?=[\\s/／>＞﹥〉›=]|$)`,
    `[\\[［]\\s{0,8}[/／]?\\s{0,8}(?:${bracketNames})\\s{0,8}[\\]］]`,
    '◁\\s{0,8}/?\\s{0,8}think\\s{0,8}▷',
  ].join('|'),
  'gi',
);
/** A line that starts like a turn in a plain-text conversation, with or without Markdown marks. */
const spokenRole = /^([ \t>*_#`"'-]*(?:human|user|assistant|system|developer|tool|ai|bot)[ \t*_`"']*)([:：﹕])/gim;

function shown(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Makes text visible and cuts its middle to about `most` characters. */
export function shortened(text: string, most: number): string {
  // Escaping expands characters, so a huge text is cut first.
  const near = text.length > most * 4 ? middleOut(text, most * 4) : text;
  const seen = visible(near);
  return seen.length <= most ? seen : middleOut(seen, most);
}

function middleOut(text: string, most: number): string {
  const head = Math.floor(most * 0.7);
  const tail = Math.max(0, Math.floor(most) - head);
  return `${text.slice(0, head)}\n[… ${text.length - head - tail} characters left out …]\n${text.slice(text.length - tail)}`;
}
