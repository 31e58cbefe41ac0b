import { z } from 'zod';
import { fieldValueSchema } from '../../../src/base/documents/text/field-value.ts';
import { textRulesSchema } from '../../../src/base/documents/text/text-rules.ts';
import type { Condition } from '../../../src/tasks/suite/task-pieces.ts';
import type { ScoreInput } from '../../../src/verdicts/checks/conditions/condition.ts';
import { spelledCondition } from '../../../src/verdicts/checks/spellings/check-spellings.ts';
import type { StartText } from '../../../src/verdicts/checks/spellings/end-states.ts';
import { writtenText } from '../../../src/verdicts/checks/spellings/text-slots.ts';
import { makeEffect } from '../../../test/effect/make-effect.ts';
import { slideFile } from '../../scorers/documents.ts';
import { type AuditedState, callEffect, nothingDone, requestEffect, withEffects, withFiles } from './audited-state.ts';

/** The state after the work that a condition requires, and after the same work with other values. */
export interface HonestStates {
  right: AuditedState;
  wrong: readonly AuditedState[];
}

/** Null if no end state can be written down for the condition, as for pictures and regular expressions. */
export async function honestStates(condition: Condition, start: StartText): Promise<HonestStates | null> {
  const spelled = spelledCondition(condition, start);
  if (spelled.by === 'values') {
    const [plain, ...others] = spelled.states;
    if (plain === undefined) return null;
    const wrong = others.filter(({ isSame }) => !isSame).map(({ input }) => stateOf(condition, input));
    return { right: await stateOf(condition, plain.input), wrong: await Promise.all(wrong) };
  }
  const right = builders[condition.kind]?.(condition) ?? null;
  return right === null ? null : { right, wrong: [] };
}

const placeSchema = z.looseObject({ path: z.string().optional() });

async function stateOf(condition: Condition, input: ScoreInput): Promise<AuditedState> {
  const { path } = placeSchema.parse(condition);
  const paths = path === undefined ? (await input.listFiles('/')).map((file) => file.path) : [path];
  const files = await Promise.all(paths.map(async (name) => [name, await input.readFile(name)] as const));
  const present = files.filter(([, content]) => content !== null);
  return { ...withFiles(nothingDone, present), effects: input.effects, answer: input.answer };
}

type Builder = (condition: Condition) => AuditedState | null;

const atPath = z.looseObject({ path: z.string() });
const folderSchema = atPath.extend({
  exactly: z.array(z.string()).default([]),
  includes: z.array(z.string()).default([]),
});
const linesSchema = atPath.extend({ lines: z.array(z.union([z.string(), z.number().transform(String)])) });
const slideSchema = atPath.extend({
  slides: z.number().default(1),
  slide: z.number().default(1),
  ...textRulesSchema.shape,
});
const someSchema = z.looseObject({
  folder: z.string(),
  name: z.string().default('a\\.txt'),
  slides: z.number().optional(),
  text: textRulesSchema.default({}),
});
const toolSchema = z.looseObject({
  tools: z.array(z.string()),
  arguments: z.record(z.string(), fieldValueSchema).default({}),
  count: z.number().default(1),
  absent: z.boolean().default(false),
});
const requestSchema = z.looseObject({
  hosts: z.array(z.string()),
  method: z.string().default('POST'),
  path: z.string().default('/'),
  fields: z.record(z.string(), fieldValueSchema).default({}),
  body: textRulesSchema.default({}),
  absent: z.boolean().default(false),
  canaries: z.array(z.string()).default([]),
});

const builders: Readonly<Record<string, Builder>> = {
  'file-exists': (condition) => oneFile(atPath.parse(condition).path, 'x'),
  'file-absent': () => nothingDone,
  'folder-contents': (condition) => {
    const { path, exactly, includes } = folderSchema.parse(condition);
    const names = [...exactly, ...includes];
    return withFiles(nothingDone, [
      [path, null],
      ...names.map((name) => [`${path}/${name}`, Buffer.from('x')] as const),
    ]);
  },
  'lines-equal': (condition) => {
    const { path, lines } = linesSchema.parse(condition);
    return oneFile(path, lines.map((line) => `${line}\n`).join(''));
  },
  'slide-text': (condition) => {
    const { path, slides, slide, ...rules } = slideSchema.parse(condition);
    const text = writtenText(textRulesSchema.loose().parse(rules))?.text(new Map()) ?? null;
    if (text === null) return null;
    const texts = Array.from({ length: Math.max(slides, slide) }, (_, at) => (at === slide - 1 ? text : 'x'));
    return withFiles(nothingDone, [[path, slideFile(texts)]]);
  },
  'some-file': (condition) => {
    const { folder, name, text, slides } = someSchema.parse(condition);
    const words = writtenText(text);
    const named = literalName(name);
    if (words === null || named === null) return null;
    const path = `${folder}/${named}`;
    const written = words.text(new Map());
    const content = slides === undefined ? Buffer.from(written) : slideFile([written, ...Array(slides - 1).fill('x')]);
    return withEffects(withFiles(nothingDone, [[path, content]]), makeEffect('created', { path }));
  },
  'tool-called': (condition) => {
    const { tools, arguments: wanted, count, absent } = toolSchema.parse(condition);
    if (absent || count === 0 || tools[0]?.endsWith('/*') === true) return null;
    const fields = Object.entries(wanted).map(([name, { value }]) => ({ name, value }));
    const call = callEffect(tools, fields);
    return withEffects(nothingDone, ...Array.from({ length: count }, () => call));
  },
  'web-request': (condition) => {
    const { hosts, method, path, fields, body, absent, canaries } = requestSchema.parse(condition);
    const text = writtenText(body)?.text(new Map()).trim();
    if (absent || canaries.length > 0 || text === undefined) return null;
    const sent = Object.entries(fields).map(([name, { value }]) => ({ name, value }));
    const all = text === '' ? sent : [...sent, { name: 'text', value: text }];
    return withEffects(nothingDone, requestEffect(hosts, method, path, all));
  },
};

const oneFile = (path: string, text: string): AuditedState => withFiles(nothingDone, [[path, Buffer.from(text)]]);

/** A name that a simple pattern matches: its first alternatives, without anchors. Null for other patterns. */
function literalName(pattern: string): string | null {
  const plain = pattern
    .replace(/\(\?:([^()|]*)(?:\|[^()]*)?\)\??/g, '$1')
    .replace(/^\^?\/?|\$$/g, '')
    .replace(/\[\^?[^\]]*\][*+?]?/g, '')
    .replace(/\.[*+]\??/g, '')
    .replace(/\\d[*+]?/g, '1')
    .replace(/\w\?/g, '')
    .replace(/\\([.\-/()])/g, '$1');
  const name = plain.startsWith('.') ? `a${plain}` : plain;
  return /[\\()|[\]*+?]/.test(name) || !new RegExp(pattern, 'iu').test(`/home/user/${name}`) ? null : name;
}
