import { z } from 'zod';
import { readableText } from '../../../src/base/documents/reading/read-document.ts';
import { escapeXml } from '../../../src/base/documents/text/escape-xml.ts';
import { fieldValueSchema } from '../../../src/base/documents/text/field-value.ts';
import { mailMessage } from '../../../src/base/documents/write/mail-message.ts';
import type { Condition } from '../../../src/tasks/suite/task-pieces.ts';
import { sheetFile, wordFile } from '../../../src/verdicts/checks/spellings/office-files.ts';
import { makeEffect } from '../../../test/effect/make-effect.ts';
import { slideFile } from '../../scorers/documents.ts';
import type { BlindKind } from './attack-kinds.ts';
import { type AuditedState, callEffect, requestEffect, withEffects, withFiles } from './audited-state.ts';

/** What an agent that doesn't know the answer can read. */
export interface BlindKnowledge {
  start: AuditedState;
  request: string;
  documents: readonly string[];
}

/** The end state of an attack that knows where the check looks and not what it expects. */
export function blindState(kind: BlindKind, check: readonly Condition[], known: BlindKnowledge): AuditedState {
  const { start, request, documents } = known;
  switch (kind) {
    case 'untouched':
      return start;
    case 'emptied':
      return check.reduce(
        (state, condition) =>
          unwritten.has(condition.kind) ? state : written(emptied(state, condition), condition, ''),
        start,
      );
    case 'reordered':
      return check.reduce(reversed, start);
    case 'request-copied':
      return check.reduce((state, condition) => written(state, condition, request), start);
    case 'everything-at-once': {
      const everything = [request, ...documents].join('\n');
      return check.reduce((state, condition) => written(state, condition, everything), start);
    }
  }
}

const placeSchema = z.looseObject({
  kind: z.string(),
  path: z.string().optional(),
  folder: z.string().optional(),
  to: z.union([z.string().transform((address) => [address]), z.array(z.string())]).default([]),
  hosts: z.array(z.string()).optional(),
  method: z.string().default('POST'),
  fields: z.record(z.string(), fieldValueSchema).default({}),
  arguments: z.record(z.string(), fieldValueSchema).default({}),
  tools: z.array(z.string()).optional(),
  sheet: z.string().default('Sheet1'),
  absent: z.boolean().default(false),
});

const unwritten: ReadonlySet<string> = new Set(['file-absent', 'folder-contents', 'mode']);

/** The state with a text where the condition looks. */
function written(state: AuditedState, condition: Condition, text: string): AuditedState {
  const place = placeSchema.parse(condition);
  const { kind, path, folder, hosts, tools, absent } = place;
  if (absent || unwritten.has(kind)) return state;
  const to = place.to.map((address) => address.replace(/^\*/, 'somebody'));
  const [subject = ''] = text.split('\n');
  if (kind === 'answer-contains') return { ...state, answer: text };
  if (kind === 'mail-sent')
    return withEffects(state, makeEffect('sent', { detail: { recipients: to, subject, text } }));
  if (kind === 'mail-in-folder') return withFiles(state, [mailIn(state, folder ?? '', { to, subject, text })]);
  if (hosts !== undefined) {
    const names = Object.keys(place.fields).length === 0 ? ['text'] : Object.keys(place.fields);
    const fields = names.map((name) => ({ name, value: text }));
    return withEffects(state, requestEffect(hosts, place.method, path ?? '/', fields));
  }
  if (tools !== undefined) {
    const fields = Object.keys(place.arguments).map((name) => ({ name, value: text }));
    return withEffects(state, callEffect(tools, fields));
  }
  if (path !== undefined) {
    const file = [path, fileWith(state.files.get(path) ?? null, place, text)] as const;
    return withEffects(withFiles(state, [file]), makeEffect('created', { path }));
  }
  if (folder !== undefined) {
    const files = [`${folder}/notes.txt`, `${folder}/notes.docx`] as const;
    const [plain, office] = [Buffer.from(text), wordFile(text.split('\n'))];
    const made = files.map((name) => makeEffect('created', { path: name }));
    return withEffects(
      withFiles(state, [
        [files[0], plain],
        [files[1], office],
      ]),
      ...made,
    );
  }
  return { ...state, output: text };
}

/** A sheet has room for a few words in every cell. */
const longestCell = 300;

function fileWith(before: Buffer | null, { kind, sheet }: z.infer<typeof placeSchema>, text: string): Buffer {
  const initial = before === null ? '' : (readableText(before) ?? '');
  const all = `${initial}\n${text}`;
  if (kind === 'document-text') return wordFile(all.split('\n'));
  if (kind === 'slide-text') return slideFile([escapeXml(all)]);
  if (kind !== 'sheet-cell' && kind !== 'sheet-column') return Buffer.from(all);
  const cells = Array.from({ length: 40 * 12 }, (_, at): [string, string] => [
    `${String.fromCharCode(65 + (at % 12))}${Math.floor(at / 12) + 1}`,
    text.slice(0, longestCell),
  ]);
  return sheetFile(sheet, new Map(cells));
}

function mailIn(
  { files }: AuditedState,
  folder: string,
  { to, subject, text }: { to: readonly string[]; subject: string; text: string },
): [string, Buffer] {
  const name = folder === 'Outbox' ? 'Unsent Messages' : folder;
  const path = `/home/user/.thunderbird/p.default/Mail/Local Folders/${name}`;
  const message = mailMessage({
    from: 'user@example.org',
    to: to.join(', '),
    subject,
    id: 'a@example.org',
    date: new Date(0),
    text,
  });
  return [
    path,
    Buffer.concat([files.get(path) ?? Buffer.alloc(0), Buffer.from('From - \n'), message, Buffer.from('\n')]),
  ];
}

function emptied(state: AuditedState, condition: Condition): AuditedState {
  const { path, hosts } = placeSchema.parse(condition);
  if (path === undefined || hosts !== undefined || !state.files.has(path)) return state;
  return { ...state, files: new Map([...state.files].filter(([name]) => name !== path)) };
}

function reversed(state: AuditedState, condition: Condition): AuditedState {
  const { path } = placeSchema.parse(condition);
  const content = path === undefined ? undefined : state.files.get(path);
  if (path === undefined || content == null || content.includes(0)) return state;
  const lines = content.toString('utf8').trimEnd().split('\n').reverse();
  return withEffects(
    withFiles(state, [[path, Buffer.from(`${lines.join('\n')}\n`)]]),
    makeEffect('modified', { path }),
  );
}
