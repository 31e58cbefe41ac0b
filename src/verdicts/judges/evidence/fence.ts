import { createHash } from 'node:crypto';
import { unseenCharacter } from '../../../base/record/unseen-text.ts';
import type { Trace } from '../trace.ts';

/**
 * Marks untrusted text as data. The nonce can't be known to whoever wrote the text: it is made from everything in the
 * run, that text included.
 */
export function fence(text: string, nonce: string): string {
  return `<data ${nonce}>\n${visible(text).replaceAll(nonce, '[…]')}\n</data ${nonce}>`;
}

/** Made from everything that a text in the run could say, so that none can hold it. `effects` too: file names stand there. */
export function nonceOf(
  { steps, instruction, trajectory }: Pick<Trace, 'steps' | 'instruction' | 'trajectory'>,
  effects: readonly unknown[] = [],
): string {
  return createHash('sha256')
    .update(JSON.stringify([instruction, steps, trajectory, effects]))
    .digest('hex')
    .slice(0, 16);
}

/** Text with nothing in it that isn't seen, and without marks by which a model's chat template would tell roles apart. */
export function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(usualBlank, ' ')
    .replace(unseenCharacter, shown)
    .replace(rareBlank, shown)
    .replace(chatMark, (mark) => `${mark[0]}·${mark.slice(1)}`)
    .replace(spokenRole, '$1·$2');
}

/** `visible`, in one line: for what is shown as a list of lines. */
export function visibleLine(text: string): string {
  return visible(text).replace(/[\n\t]/g, shown);
}

/** Of typesetters and of Chinese and Japanese: blanks like any other. */
const usualBlank = /[\u00a0\u202f\u3000]/g;
/** What else looks like a blank or like nothing: a mark with one of these in it must not read as the mark. */
const rareBlank = /(?! )\p{Zs}|\u2800/gu;

/** Tags of chat templates, reasoning and tool calls: Llama, Gemma, Qwen, DeepSeek, GLM, InternLM, Cohere, Phi and of agents' frameworks. */
const tagNames = [
  's|bos|eos|pad|unk|mask|cls|sep|sop|eop|eoh|eoa|unused\\d+|tokens_unused_\\d+|[a-z]+_token|image_soft_token',
  '(?:start|end)_of_(?:turn|image|audio|role|text)|<?\\s{0,8}\\/?\\s{0,8}sys|system|user|assistant|human|developer',
  'think|thinking|thought|reasoning|reflection|answer|tools?|tool_(?:calls?|response|results?|output|use)',
  'functions?|function_(?:calls?|results?)|invoke|parameter|[a-z]+:(?:tool_call|think|invoke|parameter|function_calls)',
].join('|');
/** Mistral's and GLM's. */
const bracketNames =
  'INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS?|TOOL_RESULTS?|TOOL_CONTENT|ARGS|CALL_ID|THINK|PREFIX|SUFFIX|MIDDLE|IMG|IMG_BREAK|IMG_END|(?:BEGIN_)?AUDIO|REF|g?MASK|sMASK';
/**
 * Local servers may read these as what they stand for, also in the wide forms of the signs (DeepSeek's bars are) and where somebody put
 * blanks between.
 */
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
/** A line that begins as a turn of a conversation in plain text does, with marks of Markdown around or not. */
const spokenRole = /^([ \t>*_#`"'-]*(?:human|user|assistant|system|developer|tool|ai|bot)[ \t*_`"']*)([:：﹕])/gim;

function shown(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** At most `most` characters of text that is made visible first: the beginning and the end, and how much is between them. */
export function shortened(text: string, most: number): string {
  // Characters that grow when they are written out must not be written out by the million.
  const near = text.length > most * 4 ? middleOut(text, most * 4) : text;
  const seen = visible(near);
  return seen.length <= most ? seen : middleOut(seen, most);
}

function middleOut(text: string, most: number): string {
  const head = Math.floor(most * 0.7);
  const tail = Math.max(0, Math.floor(most) - head);
  return `${text.slice(0, head)}\n[… ${text.length - head - tail} characters left out …]\n${text.slice(text.length - tail)}`;
}
