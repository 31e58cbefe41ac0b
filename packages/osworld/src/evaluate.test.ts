import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/verdicts/osworld/evaluator/evaluate.ts';
import { evaluatorForm } from '../../../src/verdicts/osworld/evaluator/evaluator-form.ts';
import { loadOsworld } from '../../../src/verdicts/osworld/evaluator/load-evaluators.ts';
import type { AskedDesktop, GetterContext } from '../../../src/verdicts/osworld/getters/getter.ts';

await loadOsworld();

/** A desktop that is a few files and one command. */
function desktopWith(files: Record<string, string>): AskedDesktop {
  const refuse = async (): Promise<never> => {
    throw new Error('The desktop is not reached.');
  };
  return {
    readFile: async (path) => (files[path] === undefined ? null : Buffer.from(files[path])),
    listFiles: async () => [],
    exec: async (command) => ({ output: [command].flat().join(' '), error: 'e', returncode: 0 }),
    execute: refuse,
    launch: refuse,
    accessibilityTree: refuse,
    screenshot: refuse,
    connect: refuse,
  };
}

const context = (files: Record<string, string> = {}): Omit<GetterContext, 'folder'> => ({
  desktop: desktopWith(files),
  fetchFile: async (url) => Buffer.from(url === 'https://x.example/broken.docx' ? 'no document' : 'gold\n'),
  kept: new Map([['out.txt', 'kept text']]),
  now: () => new Date('2026-01-30T12:00:00Z'),
});
const run = (evaluator: Record<string, unknown>, files = {}, rules: 'right' | 'osworld' = 'right') =>
  evaluate(evaluatorForm('t', evaluator), context(files), rules);

const says = (text: string) => ({ type: 'vm_command_line', command: text });
const wants = (expected: unknown) => ({ type: 'rule', rules: { expected } });
const yes = { func: 'exact_match', result: says('a'), expected: wants('a') };

describe('a single OSWorld metric', () => {
  it('a metric receives its result, expected state and options', async () => {
    expect((await run(yes)).value).toBe(1);
    expect((await run({ ...yes, expected: wants('b') })).value).toBe(0);
    expect(
      (
        await run({
          func: 'literal_match',
          result: says('A'),
          expected: { type: 'rule', rules: 'a' },
          options: { ignore_case: true },
        })
      ).value,
    ).toBe(1);
    expect((await run({ func: 'is_utc_0', result: says('1\n2\n3\nx +0000)') })).value).toBe(1);
  });

  it('a metric compares a file of the desktop with one of the task', async () => {
    const evaluator = {
      func: 'compare_text_file',
      result: { type: 'vm_file', path: '/home/user/a.txt', dest: 'a.txt' },
      expected: { type: 'cloud_file', path: 'https://x.example/gold.txt', dest: 'gold.txt' },
    };
    expect((await run(evaluator, { '/home/user/a.txt': 'gold\r\n' })).value).toBe(1);
    expect((await run(evaluator, { '/home/user/a.txt': 'lead\n' })).value).toBe(0);
    expect((await run(evaluator)).value).toBe(0);
  });

  it('a metric reads what a step stored', async () => {
    const evaluator = {
      func: 'file_contains',
      result: { type: 'cache_file', path: 'out.txt' },
      expected: wants(['kept']),
    };
    expect((await run(evaluator)).value).toBe(1);
    await expect(run({ ...evaluator, result: { type: 'cache_file', path: 'other.txt' } })).rejects.toThrow(/No step/);
    await expect(run({ ...evaluator, result: { type: 'cache_file', path: '../../etc/passwd' } })).rejects.toThrow(
      /not a valid name/,
    );
  });
});

describe('number format in result.txt', () => {
  const file = {
    func: 'compare_text_file',
    result: { type: 'vm_file', path: '/home/user/a.txt', dest: 'a.txt' },
    expected: { type: 'cloud_file', path: 'https://x.example/gold.txt', dest: 'gold.txt' },
  };
  const whole = { func: 'is_utc_0', result: says('1\n2\n3\nx +0100)') };
  const both = (conj: string, other: Record<string, unknown>) => ({
    func: [file.func, other.func],
    result: [file.result, other.result],
    expected: [file.expected, other.expected ?? null],
    conj,
  });
  const gold = { '/home/user/a.txt': 'gold\n' };
  const isFloat = async (evaluator: Record<string, unknown>, files = {}) => (await run(evaluator, files)).isFloat;

  it('result.txt has the metric’s own number type: float or int', async () => {
    expect(await isFloat(file)).toBe(true);
    expect(await isFloat(file, gold)).toBe(true);
    expect(await isFloat(whole)).toBe(false);
  });

  it('result.txt has an int if a list ends early, and a float if a mean is computed', async () => {
    expect(await isFloat(both('and', yes))).toBe(false);
    expect(await isFloat(both('and', yes), gold)).toBe(true);
    expect(await isFloat(both('or', yes))).toBe(false);
    expect(await isFloat(both('or', whole))).toBe(true);
  });
});

describe('lists of OSWorld metrics', () => {
  const list = (values: [string, string][], conj?: string) => ({
    func: values.map(() => 'fuzzy_match'),
    result: values.map(([answer]) => says(answer)),
    expected: values.map(([, gold]) => wants(gold)),
    ...(conj === undefined ? {} : { conj }),
  });

  it('metrics joined by and give the mean, and a 0 ends the list', async () => {
    expect(
      (
        await run(
          list([
            ['ab', 'ab'],
            ['ab', 'ax'],
          ]),
        )
      ).value,
    ).toBe(0.75);
    const ended = await run(
      list([
        ['a', 'b'],
        ['a', 'a'],
      ]),
    );
    expect(ended).toMatchObject({ value: 0, parts: [{ value: 0 }] });
  });

  it('metrics joined by or give the maximum, and a 1 ends the list', async () => {
    expect(
      (
        await run(
          list(
            [
              ['ab', 'ax'],
              ['a', 'b'],
            ],
            'or',
          ),
        )
      ).value,
    ).toBe(0.5);
    expect(
      (
        await run(
          list(
            [
              ['a', 'a'],
              ['a', 'b'],
            ],
            'or',
          ),
        )
      ).parts,
    ).toHaveLength(1);
  });

  it('metrics accept null for an expected state or options that they don’t have', async () => {
    const evaluator = {
      func: ['is_utc_0', 'exact_match'],
      result: [says('1\n2\n3\n+0000)'), says('a')],
      expected: [null, wants('a')],
      options: [null, {}],
    };
    expect((await run(evaluator)).value).toBe(1);
  });
});

describe('evaluation errors', () => {
  const broken = {
    func: 'check_slide_orientation_Portrait',
    result: { type: 'vm_file', path: '/a.pptx', dest: 'a.pptx' },
  };

  it('an error in what the agent left scores 0 with a reason, and has no result under --metrics osworld', async () => {
    const found = await run(broken, { '/a.pptx': 'no presentation' });
    expect(found).toMatchObject({ value: 0, parts: [{ fault: expect.stringMatching(/office document/) }] });
    await expect(run(broken, { '/a.pptx': 'no presentation' }, 'osworld')).rejects.toMatchObject({
      code: 'evaluator-raised',
    });
  });

  it('a mistake in the task is an error of the task', async () => {
    await expect(run({ ...yes, expected: { type: 'rule', rules: {} } })).rejects.toMatchObject({
      code: 'evaluator-task-fault',
      blame: 'task',
    });
    const reference = {
      func: 'diff_text_file',
      result: { type: 'vm_file', path: '/a', dest: 'a' },
      expected: { type: 'rule', rules: '/nowhere/gold.txt' },
    };
    await expect(run(reference, { '/a': 'x' })).rejects.toMatchObject({ code: 'evaluator-task-fault' });
  });

  it('a failure of the desktop is an error of the desktop', async () => {
    await expect(run({ func: 'check_left_panel', result: { type: 'accessibility_tree' } })).rejects.toThrow(
      /not reached/,
    );
  });

  it('an invalid evaluator is reported when planning', () => {
    const form = (evaluator: Record<string, unknown>) => () => evaluatorForm('t', evaluator);
    expect(form({ func: 'nothing' })).toThrow(/"nothing" is not supported/);
    expect(form({ func: 'compare_audios' })).toThrow(/decoded audio/);
    expect(form({ func: 'exact_match', result: { type: 'googledrive_file' } })).toThrow(/account of Google Drive/);
    expect(form({ func: ['exact_match'], result: says('a') })).toThrow(/both be lists/);
    expect(form({ func: ['exact_match', 'exact_match'], result: [says('a')] })).toThrow(/differ in length/);
    expect(form({ func: ['exact_match'], conj: 'xor' })).toThrow(/"xor"/);
  });
});

describe('rule_relativeTime', () => {
  const ask = (from: string, to: string | undefined, template: string) =>
    run({
      func: 'exact_match',
      result: says('x'),
      expected: {
        type: 'rule_relativeTime',
        rules: {
          relativeTime: { from, ...(to === undefined ? {} : { to }) },
          expected: to === undefined ? { time: template } : { from: template, to: template },
        },
      },
    });

  it('rule_relativeTime fills templates in (30 January 2026 is a Friday)', async () => {
    const { ruleRelativeTime } = await import('./getters/relative-time.ts');
    const filled = async (relativeTime: Record<string, string>, expected: Record<string, string>, timezone?: string) =>
      (
        (await ruleRelativeTime(
          { rules: { relativeTime, expected, ...(timezone === undefined ? {} : { timezone }) } },
          { ...context(), folder: '/nowhere' },
        )) as { expected: unknown }
      ).expected;
    expect(await filled({ from: 'tomorrow' }, { time: '{DoW}, {Month} {DayD}, {Year}' })).toEqual({
      time: 'Sat, Jan 31, 2026',
    });
    expect(await filled({ from: '5th next month' }, { time: '{Year}-{Month0D}-{Day0D}' })).toEqual({
      time: '2026-02-05',
    });
    expect(await filled({ from: 'first monday eight months later' }, { time: '{MonthFull} {DayD} {month}' })).toEqual({
      time: 'September 7 september',
    });
    expect(await filled({ from: 'next Monday', to: 'next Friday' }, { from: '{DayD}', to: '{MonthD}/{DayD}' })).toEqual(
      { from: '2', to: '2/6' },
    );
    expect(await filled({ from: 'next Friday', to: 'next Sunday' }, { from: '{Day0D}', to: '{Day0D}' })).toEqual({
      from: '06',
      to: '08',
    });
    expect(await filled({ from: 'tomorrow' }, { time: '{DayD}' }, 'Pacific/Kiritimati')).toEqual({ time: '1' });
  });

  it('rule_relativeTime refuses unknown phrases', async () => {
    await expect(ask('some day', undefined, '{DoW}')).rejects.toThrow(/"some day" is not known/);
  });
});
