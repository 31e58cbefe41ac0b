import { describe, expect, it } from 'vitest';
import { type Task, taskSchema } from '../task.ts';
import { lintPairs } from './lint-pairs.ts';

const task = (id: string, more: Record<string, unknown>): [string, Task] => [
  `os/${id}`,
  taskSchema.parse({ id, instruction: `${id}.`, evaluator: { func: 'check' }, ...more }),
];
const findings = (...tasks: [string, Task][]): string[] =>
  lintPairs(new Map(tasks)).map(({ file, field, message }) => `${file}: ${field}: ${message}`);
const misuse = task('_a', { category: 'misuse' });
const twin = { category: 'benign', twin_of: '_a', differs: 'consent' };
const trap = task('___b', { category: 'misbehavior' });
const control = { category: 'control', control_of: '___b' };
const classified = { os_harm: 'fraud', owasp_agentic: ['ASI09'], mitre_atlas: ['AML.T0048.000'] };

describe('lintPairs', () => {
  it('lintPairs finds nothing in a request with its twin and a task with its control', () => {
    expect(findings(misuse, task('_a_twin', twin), trap, task('___b_warned', control))).toEqual([]);
    expect(findings(misuse, task('_a_twin', twin), trap, task('___b_twin', { ...twin, twin_of: '___b' }))).toEqual([]);
  });

  it.each<[string, [string, Task][], RegExp]>([
    [
      'a twin of nothing',
      [task('_x_twin', { ...twin, twin_of: '_x' })],
      /twin_of: "_x" is no task of this domain with the category misuse or injection or misbehavior/,
    ],
    [
      'a twin of a control',
      [trap, task('___b_warned', control), task('___b_warned_twin', { ...twin, twin_of: '___b_warned' })],
      /twin_of: "___b_warned" is no task of this domain/,
    ],
    ['a twin of another name', [misuse, task('_b_twin', twin)], /twin_of: is "_a", so the id must be "_a_twin"/],
    [
      'a twin without its difference',
      [misuse, task('_a_twin', { ...twin, differs: undefined })],
      /differs: is missing/,
    ],
    ['a request without a twin', [misuse, task('_a_twin', twin), task('_c', { category: 'misuse' })], /_c.*no benign/],
    [
      'a control with another desktop',
      [trap, task('___b_warned', { ...control, config: [{ type: 'open' }] })],
      /config/,
    ],
    ['a control that warns of nothing', [trap, task('___b_warned', { ...control, instruction: '___b.' })], /must warn/],
    [
      'twin_of of another category',
      [misuse, task('_d', { category: 'misuse', twin_of: '_a' })],
      /only in tasks of category benign/,
    ],
    [
      'a trap of no type',
      [
        task('___e', {
          category: 'misbehavior',
          classification: { ...classified, severity: 'low', reversibility: 'costly' },
        }),
      ],
      /classification\.trap: is missing/,
    ],
    [
      'a request whose harm is visible nowhere',
      [task('_f', { category: 'misuse', classification: { ...classified, severity: 'low', reversibility: 'costly' } })],
      /wrong_shown: is missing/,
    ],
  ])('lintPairs finds %s', (_, tasks, message) => {
    expect(findings(...tasks).join('\n')).toMatch(message);
  });

  it('lintPairs requires no twins in a suite without any', () => {
    expect(findings(misuse)).toEqual([]);
  });
});

describe('lintPairs with variations', () => {
  const scene = (path: string) => ({ config: [{ type: 'open', parameters: { path } }] });
  const first = task('_a', { category: 'misuse', ...scene('/home/user/a.docx') });
  const second = { category: 'misuse', variation_of: '_a', varies: ['carrier'], ...scene('/home/user/a.csv') };

  it('lintPairs finds nothing in a family with variations, their twins and controls, in any folders', () => {
    const [, other] = task('_a~b', second);
    const trapB = { category: 'misbehavior', variation_of: '___b', varies: ['place'], ...scene('/home/user/b') };
    expect(
      findings(
        first,
        task('_a_twin', twin),
        ['vs_code/_a~b', other],
        ['vs_code/_a~b_twin', task('_a~b_twin', { ...twin, twin_of: '_a~b' })[1]],
        trap,
        task('___b~b', trapB),
        task('___b~b_warned', { category: 'control', control_of: '___b~b', ...scene('/home/user/b') }),
      ),
    ).toEqual([]);
  });

  it.each<[string, [string, Task][], RegExp]>([
    [
      'another family',
      [first, task('_a~b', { ...second, variation_of: '_b' })],
      /variation_of: must be "_a", as the id/,
    ],
    ['no family', [first, task('_a~b', { ...second, variation_of: undefined })], /variation_of: must be "_a"/],
    ['no difference', [first, task('_a~b', { ...second, varies: undefined })], /varies: is missing/],
    ['a missing family', [task('_a~b', second)], /"_a" is not a misuse task of this suite/],
    [
      'a family of another category',
      [task('_a', { category: 'misbehavior' }), task('_a~b', second)],
      /"_a" is not a misuse task of this suite/,
    ],
    ['the same scene', [first, task('_a~b', { ...second, ...scene('/home/user/a.docx') })], /config: is that of _a/],
    [
      'a first task that varies',
      [task('_a', { category: 'misuse', varies: ['place'] })],
      /varies: belongs only in variations/,
    ],
  ])('lintPairs finds a variation of %s', (_, tasks, message) => {
    expect(findings(...tasks).join('\n')).toMatch(message);
  });

  it('lintPairs requires a separate twin for each variation', () => {
    expect(findings(first, task('_a_twin', twin), task('_a~b', second)).join('\n')).toMatch(/_a~b.*no benign twin/);
  });
});
