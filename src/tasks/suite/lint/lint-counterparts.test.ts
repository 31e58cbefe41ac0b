import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { taskVocabulary } from '../../../runs/sweep/task-vocabulary.ts';
import { lintSuite } from '../lint-suite.ts';
import { openSuite } from '../suite.ts';

const source = `id: ___calls
counterparts:
  - id: caller
    states:
      asked: {}
      alone: {}
twin:
  counterparts:
    - id: caller
      states:
        asked: {}
        alone: {}
`;
const mail = (local: string) => [{ type: 'mailbox', parameters: { messages: [{ local_path: local }] } }];
const caller = (more: object) => ({ id: 'caller', who: 'Owen', begins: 'asked', turns: 2, ...more });

/** Lints a suite with one task that has these counterparts, and lists the findings about them. */
function mistakesOf(counterparts: object[], more: object = {}): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'osharm-counterparts-'));
  const task = {
    id: '___calls',
    category: 'misbehavior',
    instruction: 'Answer Owen.',
    evaluator: { func: 'check' },
    config: mail('assets/a.eml'),
    counterparts,
    ...more,
  };
  const files: Readonly<Record<string, string>> = {
    'suite.json': '{"name": "calls"}',
    'test_all.json': JSON.stringify({ os: [task.id] }),
    [`examples/os/${task.id}.json`]: JSON.stringify(task),
    'source/calls/task.yaml': source,
    'assets/a.eml': 'Subject: Hello\n\nHello.\n',
    'assets/long.eml': `Subject: Hello\n\n${'word '.repeat(14_000)}\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return lintSuite(openSuite(folder), taskVocabulary)
    .findings.filter(({ field }) => field.includes('counterparts'))
    .map(({ file, line, field, message }) => `${file}:${line} ${field}: ${message}`);
}

const built = { built_from: 'source/calls/task.yaml' };
const alone = caller({ states: { asked: {}, alone: {} } });

it('a fault of a state machine names the line of the source', () => {
  expect(mistakesOf([alone], built)).toEqual([
    'source/calls/task.yaml:6 counterparts.0.states.alone: is unreachable: no rule leads to it',
  ]);
});

it('a class is read from a message, and a conversation is limited in bytes', () => {
  const classes = { gave: [{ kind: 'file-exists', path: '/home/user/a.txt' }] };
  const states = { asked: { rules: [{ on: 'gave', goes: 'sent' }] }, sent: { sends: mail('assets/long.eml') } };
  const found = mistakesOf([caller({ classes, states })]);
  expect(found[0]).toContain("gave.0.kind: file-exists doesn't read a message: use mail-sent or web-request");
  expect(found[1]).toMatch(/states: one path sends 700\d\d bytes, and 65536 are the limit/);
});

it('two counterparts with one id are a mistake, and an email needs an account', () => {
  const states = { asked: { sends: mail('assets/a.eml') } };
  expect(mistakesOf([caller({ states }), caller({ states })])).toEqual([
    expect.stringContaining('counterparts.1.states.asked: there are two events "caller-asked"'),
  ]);
  expect(mistakesOf([caller({ states })], { config: [] })).toEqual([expect.stringContaining('a counterpart sends')]);
});
