import { z } from 'zod';
import { fieldValueSchema } from '../../../base/documents/text/field-value.ts';
import { cellsSchema, separatedRows } from '../../../base/documents/text/separated-rows.ts';
import { textRulesSchema } from '../../../base/documents/text/text-rules.ts';
import { mailMessage } from '../../../base/documents/write/mail-message.ts';
import type { Effect } from '../../../base/record/evidence/effect.ts';
import { memoryInput } from './memory-input.ts';
import { sheetFile, wordFile } from './office-files.ts';
import { asWritten, type EndState, type WrittenSlot } from './sample.ts';
import { textFormats, writtenText } from './text-slots.ts';

/** Reads a text file as it is at step 0; null if there is none, or it isn't text. */
export type StartText = (path: string) => string | null;

/**
 * The end states that satisfy a condition. `machine`: no agent writes the compared value by hand, such as the names in
 * a folder. `words`: regular expressions decide, whose values are unknown.
 */
export function endStateOf(kind: string, rule: unknown, start: StartText): EndState | 'machine' | 'words' {
  const state = builders[kind]?.(rule, start) ?? 'machine';
  if (state === 'machine' || state === 'words') return state;
  return state.slots.some(({ value }) => value.as === 'pattern') ? 'words' : state;
}

type Builder = (rule: unknown, start: StartText) => EndState | 'machine' | 'words';

const place = z.looseObject({ path: z.string() });

const builders: Readonly<Record<string, Builder>> = {
  'csv-row': csvState,
  'web-request': requestState,
  'mail-sent': mailState,
  'mail-in-folder': draftState,
  'text-contains': (rule) => textState(rule, (path, text) => memoryInput({ files: { [path]: text } })),
  'document-text': (rule) =>
    textState(rule, (path, text) => memoryInput({ files: { [path]: wordFile(text.split('\n')) } })),
  'answer-contains': (rule) =>
    textState({ path: '', ...place.partial().parse(rule) }, (_, answer) => memoryInput({ answer })),
  'file-setting': settingState,
  'sheet-cell': cellState,
  'sheet-column': columnState,
  'json-value': jsonState,
};

function textState(
  rule: unknown,
  input: (path: string, text: string) => ReturnType<typeof memoryInput>,
): ReturnType<Builder> {
  const { path, ...rules } = place.parse(rule);
  const written = writtenText(textRulesSchema.loose().parse(rules));
  if (written === null) return 'words';
  if (written.slots.length === 0) return 'machine';
  const { slots, text } = written;
  return { slots, formats: textFormats, build: (texts, format) => input(path, text(texts, format)) };
}

const rowSchema = z.looseObject({
  path: z.string(),
  cells: cellsSchema,
  count: z.number().optional(),
  open: z.boolean().default(false),
});
const separators: Readonly<Record<string, string>> = {
  commas: ',',
  semicolons: ';',
  tabs: '\t',
  quotes: ',',
  crlf: ',',
};

function csvState(rule: unknown, start: StartText): EndState | 'machine' {
  const { path, cells, count = 1, open } = rowSchema.parse(rule);
  if (count === 0) return 'machine';
  const slots = cells.flatMap((value, at): WrittenSlot[] =>
    value === null ? [] : [{ place: `cells.${at}`, value, isStated: false }],
  );
  const initial = start(path);
  const columns = Math.max(cells.length, ...(initial === null ? [] : separatedRows(initial).map((row) => row.length)));
  return {
    slots,
    formats: Object.keys(separators),
    build: (texts, format = 'commas') => {
      const sign = separators[format] ?? ',';
      const quoted = (text: string): string =>
        format === 'quotes' || /["\n]/.test(text) || text.includes(sign) ? `"${text.replaceAll('"', '""')}"` : text;
      const row = cells.map((value, at) => {
        const slot = slots.find((candidate) => candidate.place === `cells.${at}`);
        return value === null || slot === undefined ? 'x' : asWritten(texts, slot);
      });
      const head = initial === null ? [] : separatedRows(initial).filter((line) => line.some((cell) => cell !== ''));
      const lines = [...head.slice(0, 1), ...Array.from({ length: count }, () => row)];
      const padded = lines.map((line) => [...line, ...Array.from({ length: columns - line.length }, () => '')]);

      const end = format === 'crlf' ? '\r\n' : '\n';
      return memoryInput({
        files: { [path]: (open ? padded : lines).map((line) => line.map(quoted).join(sign) + end).join('') },
      });
    },
  };
}

const requestSchema = z.looseObject({
  hosts: z.array(z.string()),
  method: z.string().default('POST'),
  path: z.string().default('/'),
  fields: z.record(z.string(), fieldValueSchema).default({}),
  body: textRulesSchema.optional(),
  canaries: z.array(z.string()).default([]),
  absent: z.boolean().default(false),
  count: z.number().default(1),
});

function requestState(rule: unknown): ReturnType<Builder> {
  const { hosts, method, path, fields, body = {}, canaries, absent, count } = requestSchema.parse(rule);
  const written = writtenText(body);
  if (absent || canaries.length > 0 || count === 0) return 'machine';
  if (written === null) return 'words';
  const inFields = Object.entries(fields).map(
    ([name, value]): WrittenSlot => ({ place: `fields.${name}`, value, isStated: false }),
  );
  const inBody = written.slots.filter(({ value }) => value.as !== 'dictated');
  if (inFields.length + inBody.length === 0) return 'machine';
  return {
    slots: [...inFields, ...inBody],
    formats: [],
    build: (texts) => {
      const sent = [
        ...inFields.map((slot) => ({ name: slot.place.slice('fields.'.length), value: asWritten(texts, slot) })),
        { name: 'text', value: written.text(texts) },
      ];
      const detail = {
        host: hosts[0] ?? '',
        url: `http://${hosts[0] ?? ''}${path}`,
        method,
        fields: sent.map((field) => ({ ...field, in: 'body' as const })),
        text: sent.map(({ name, value }) => `${name}=${value}`).join('\n'),
      };
      const effect: Effect = { ...common, kind: 'requested', source: 'web', detail };
      return memoryInput({ effects: Array.from({ length: count }, () => effect) });
    },
  };
}

const common = { id: 'e1', step: 0, lagMs: 0, time: 0, sentence: '' };

const mailSchema = z.looseObject({
  to: z.union([z.string().transform((address) => [address]), z.array(z.string())]).default([]),
  subject: z.string().default(''),
  subject_states: fieldValueSchema.optional(),
  subject_regex: z.string().optional(),
  body: textRulesSchema.optional(),
  wording: z.unknown().optional(),
  attachments: z.array(z.string()).default([]),
  canaries: z.array(z.string()).default([]),
  absent: z.boolean().default(false),
});

interface WrittenMail {
  to: string[];
  subject: string;
  text: string;
}

function writtenMail(rule: unknown, input: (mail: WrittenMail) => ReturnType<typeof memoryInput>): ReturnType<Builder> {
  const {
    to,
    subject,
    subject_states: states,
    subject_regex: regex,
    body = {},
    wording,
    attachments,
    canaries,
    absent,
  } = mailSchema.parse(rule);
  const written = writtenText(body);
  if (absent) return 'machine';
  if (wording !== undefined || regex !== undefined || written === null) return 'words';
  if (attachments.length + canaries.length > 0) return 'machine';
  const subjects: WrittenSlot[] =
    subject === '' ? [] : [{ place: 'subject', value: { as: 'text', value: subject }, isStated: false }];
  const stated: WrittenSlot[] = states === undefined ? [] : [{ place: 'subject', value: states, isStated: true }];
  const slots = [...subjects, ...stated, ...written.slots];
  if (slots.length === 0) return 'machine';
  return {
    slots,
    formats: textFormats,
    build: (texts, format) =>
      input({
        to: to.map((address) => address.replace(/^\*/, 'somebody')),
        subject: texts.get('subject') ?? (states === undefined ? subject : `${states.value}: what you asked for`),
        text: written.text(texts, format),
      }),
  };
}

function mailState(rule: unknown): ReturnType<Builder> {
  return writtenMail(rule, ({ to, subject, text }) => {
    const detail = { from: 'user@example.org', recipients: to, subject, text };
    return memoryInput({ effects: [{ ...common, kind: 'sent', source: 'mail', detail }] });
  });
}

function draftState(rule: unknown): ReturnType<Builder> {
  const { folder } = z.looseObject({ folder: z.string() }).parse(rule);
  const name = folder === 'Outbox' ? 'Unsent Messages' : folder;
  return writtenMail(rule, ({ to, subject, text }) => {
    const message = mailMessage({
      from: 'user@example.org',
      to: to.join(', '),
      subject,
      id: 'a@example.org',
      date: new Date(0),
      text,
    });
    const path = `/home/user/.thunderbird/p.default/Mail/Local Folders/${name}`;
    return memoryInput({ files: { [path]: Buffer.concat([Buffer.from('From - \n'), message]) } });
  });
}

const settingSchema = z.looseObject({
  path: z.string(),
  name: z.string(),
  value: fieldValueSchema,
  section: z.string().optional(),
  absent: z.boolean().default(false),
});
const settingFormats: Readonly<Record<string, (name: string, value: string) => string>> = {
  'equals sign': (name, value) => `${name} = ${value}`,
  'no spaces': (name, value) => `${name}=${value}`,
  colon: (name, value) => `${name}: ${value}`,
  'upper case': (name, value) => `${name.toUpperCase()} = ${value}`,
  comment: (name, value) => `${name} = ${value}  # checked`,
  quotes: (name, value) => `${name} = "${value}"`,
};

function settingState(rule: unknown): EndState | 'machine' {
  const { path, name, value, section, absent } = settingSchema.parse(rule);
  if (absent) return 'machine';
  const slot: WrittenSlot = { place: 'value', value, isStated: false };
  return {
    slots: [slot],
    formats: Object.keys(settingFormats),
    build: (texts, format = 'equals sign') => {
      const line = settingFormats[format]?.(name, asWritten(texts, slot)) ?? '';
      return memoryInput({ files: { [path]: `${section === undefined ? '' : `[${section}]\n`}${line}\n` } });
    },
  };
}

const cellSchema = z.looseObject({
  path: z.string(),
  sheet: z.string().default('Sheet1'),
  cell: z.string(),
  value: z.union([z.boolean(), fieldValueSchema]).optional(),
  number: z.number().optional(),
  formula: z.string().optional(),
  tolerance: z.number().optional(),
});

function cellState(rule: unknown): EndState | 'machine' {
  const { path, sheet, cell, value = false, number, formula, tolerance } = cellSchema.parse(rule);
  const wanted = number === undefined ? value : fieldValueSchema.parse(number);
  if (typeof wanted === 'boolean' || formula !== undefined) return 'machine';
  const slot: WrittenSlot = {
    place: number === undefined ? 'value' : 'number',
    value: wanted,
    isStated: false,
    tolerance,
  };
  return sheetState(path, sheet, new Map([[cell, slot]]));
}

const columnSchema = z.looseObject({
  path: z.string(),
  sheet: z.string().default('Sheet1'),
  column: z.string(),
  from_row: z.number().default(1),
  tolerance: z.number().optional(),
  values: z.array(z.union([z.boolean(), z.null(), fieldValueSchema])),
});

function columnState(rule: unknown): EndState | 'machine' {
  const { path, sheet, column, from_row: first, values, tolerance } = columnSchema.parse(rule);
  if (values.some((value) => typeof value === 'boolean')) return 'machine';
  const slots = values.flatMap((value, at): [string, WrittenSlot][] =>
    value === null || typeof value === 'boolean'
      ? []
      : [[`${column}${first + at}`, { place: `values.${at}`, value, isStated: false, tolerance }]],
  );
  return sheetState(path, sheet, new Map(slots));
}

const sheetState = (path: string, sheet: string, slots: ReadonlyMap<string, WrittenSlot>): EndState => ({
  slots: [...slots.values()],
  formats: [],
  build: (texts) =>
    memoryInput({
      files: { [path]: sheetFile(sheet, new Map([...slots].map(([cell, slot]) => [cell, asWritten(texts, slot)]))) },
    }),
});

const jsonSchema = z.looseObject({
  path: z.string(),
  pointer: z.string(),
  equals: z.json().optional(),
  value: fieldValueSchema.optional(),
});
const jsonFormats: Readonly<Record<string, (value: unknown) => string>> = {
  indented: (value) => JSON.stringify(value, null, 2),
  'one line': (value) => JSON.stringify(value),
  tabs: (value) => `${JSON.stringify(value, null, '\t')}\n`,
  comment: (value) => `// edited\n${JSON.stringify(value, null, 4)}`,
};

function jsonState(rule: unknown): EndState {
  const { path, pointer, equals, value } = jsonSchema.parse(rule);
  const slot: WrittenSlot | null = value === undefined ? null : { place: 'value', value, isStated: false };
  return {
    slots: slot === null ? [] : [slot],
    formats: Object.keys(jsonFormats),
    build: (texts, format = 'indented') => {
      const written = slot === null ? equals : asWritten(texts, slot);
      const keys = pointer.split('/').slice(1).reverse();
      const content = keys.reduce<unknown>((inner, key) => ({ zz: 1, [key]: inner, other: 'x' }), written);
      return memoryInput({ files: { [path]: jsonFormats[format]?.(content) ?? '' } });
    },
  };
}
