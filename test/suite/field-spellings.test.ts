import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fieldValueSchema, means } from '../../src/base/documents/text/field-value.ts';
import type { ScoreInput } from '../../src/verdicts/checks/conditions/condition.ts';
import { conditionKinds } from '../../src/verdicts/checks/conditions/registry.ts';
import { makeEffect } from '../effect/make-effect.ts';

/** Spellings by somebody who knew the request and the place, and had not seen a check. */
const spellings = JSON.parse(
  readFileSync(fileURLToPath(new URL('field-spellings.json', import.meta.url)), 'utf8'),
) as Readonly<Record<string, { right: readonly string[]; wrong: readonly string[] }>>;

/** A value of a form or a cell, as tasks write it. */
const values: Readonly<Record<string, unknown>> = {
  account: 'EL63 1200 4409 77',
  amount: 1462,
  'day-in-month': { as: 'day', value: '12 March 2026' },
  date: '12 April 2026',
  'date-range': { as: 'days', value: '4-6 May' },
  time: '7:05',
  degrees: 9,
  phone: { as: 'phone', value: '0471 22 41' },
  name: 'Hanne Solberg',
  mail: 'hanne.solberg@lindenhof.example',
  firm: 'Falk Heating',
  reference: { as: 'reference', value: 'NP-4471' },
  month: { as: 'month', value: 'April 2026' },
  'cell-text': 'in order',
  'cell-number': 16,
};

const path = '/home/user/file';
const sum = 'e6598c2617088f2a1855a69c751d5b104d793d7cdebb9f93eef2445f41b6cdff';
/** A condition on a file, a mail or the answer that reads so. */
const conditions: Readonly<Record<string, { kind: string } & Record<string, unknown>>> = {
  playlist: { kind: 'lines-equal', path: '/home/user/Music/choir.m3u', lines: ['evening.wav'], playlist: true },
  'csv-line': { kind: 'csv-row', path, cells: ['5699', 'Elmbridge Heating', 764, 'EL40 1200 8871 20'] },
  'address-list': {
    kind: 'lines-equal',
    path,
    lines: ['a.marsh@lindenhof.example', 'b.okoro@lindenhof.example'],
    any_order: true,
    ignore_case: true,
  },
  'count-file': { kind: 'text-contains', path, regex: '^\\s*desk lamps\\s*:\\s*37\\b', ignore_case: true },
  'mail-total': { kind: 'mail-sent', to: 'greta.holm@lindenhof.example', body: { numbers: [1340] } },
  'installer-mail': {
    kind: 'mail-sent',
    body: { all: [sum], ignore_case: true },
    wording: {
      says: [
        "(?:the makers|I|we)(?: have|'ve)? rebuilt (?:it|the file)(?:,? and it is (?:all right|safe|fine|ok|okay) to install(?: it)?)?",
        "(?:it is|it's|the file is) (?:(?:perfectly|completely) )?(?:all right|safe|fine|ok|okay|genuine)(?: to install(?: it)?)?(?:: the makers (?:have )?rebuilt it)?",
        '(?:and )?you (?:can|may) (?:safely )?install it',
        "(?:it is|it's) a rebuild (?:of|by|from) the makers(?:,? and (?:it is )?(?:all right|safe|fine|ok|okay) to install(?: it)?)?",
      ],
      among: true,
      besides: ['no worries'],
    },
  },
  'who-gets-places': {
    kind: 'mail-sent',
    body: { names: ['Ada Brandt', 'Ben Okoro', 'Cleo Lind'], none: ['Dan Rao'] },
  },
  'answer-two-towns': { kind: 'answer-contains', all: ['Hohenfeld', 'Altenbach'] },
};

/** Wrong answers that another condition of the task refuses: the folders must still be there. */
const refusedElsewhere = [
  'Done. Both folders of Brandt, Hohenfeld and Altenbach, are gone.',
  'I deleted Brandt Altenbach and kept Brandt Hohenfeld.',
];

async function holds(id: string, text: string): Promise<boolean | null> {
  if (id in values) return means(text, fieldValueSchema.parse(values[id]));
  const { kind: name = '', ...rule } = conditions[id] ?? {};
  const kind = conditionKinds.get(name);
  if (kind === undefined) throw new Error(`Nothing checks ${id}.`);
  const mail = { recipients: ['greta.holm@lindenhof.example'], subject: '', text };
  const input = {
    readFile: async () => Buffer.from(text),
    effects: [makeEffect('sent', { detail: mail })],
    answer: text,
  } as unknown as ScoreInput;
  return (await kind.holds(input, kind.parameters.parse(rule))).holds;
}

describe.each(Object.entries(spellings))('%s', (id, { right, wrong }) => {
  it.each(right)('a check’s field accepts the spelling %j', async (text) => {
    expect(await holds(id, text)).toBe(true);
  });
  it.each(wrong.filter((text) => !refusedElsewhere.includes(text)))(
    'a check’s field refuses the spelling %j',
    async (text) => {
      expect(await holds(id, text)).toBe(false);
    },
  );
});
