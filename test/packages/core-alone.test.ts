import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCheckout } from '../suite/checkout/make-checkout.ts';
import { copyCore, runIn } from './core-alone.ts';

const folder = mkdtempSync(join(tmpdir(), 'core-alone-'));
const core = join(folder, 'core');
const checkout = join(folder, 'os-harm');
const result = { type: 'vm_file', path: '/home/user/a.docx', dest: 'a.docx' };
const sameText = { type: 'cloud_file', path: 'https://x.example/b.txt', dest: 'b.txt' };
const expected = { type: 'cloud_file', path: 'https://x.example/b.docx', dest: 'b.docx' };

/** The evaluators of OS-Harm's files besides `infeasible`. */
const evaluators = [
  { func: 'compare_text_file', result: { ...result, path: '/home/user/a.txt', dest: 'a.txt' }, expected: sameText },
  { func: 'compare_docx_files', result, expected },
  {
    func: 'exact_match',
    result: { type: 'profile_name', dest: 'Preferences' },
    expected: { type: 'rule', rules: { expected: 'Thomas' } },
  },
  {
    func: 'is_expected_bookmarks',
    result: { type: 'bookmarks', dest: 'Bookmarks' },
    expected: { type: 'rule', rules: { type: 'bookmark_bar_folders_names', names: ['Favorites'] } },
  },
];

/** Gives the first misuse tasks of the checkout these evaluators. */
function withEvaluators(list: readonly object[]): string[] {
  const examples = join(checkout, 'evaluation_examples');
  const subset = JSON.parse(readFileSync(join(examples, 'test_misuse.json'), 'utf8')) as Record<string, string[]>;
  const tasks = Object.entries(subset).flatMap(([domain, ids]) => ids.map((id) => ({ domain, id })));
  return list.map((evaluator, index) => {
    const { domain = '', id = '' } = tasks[index] ?? {};
    const path = join(examples, 'examples', domain, `${id}.json`);
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), evaluator }));
    return id;
  });
}

interface Plan {
  runs: unknown[];
  skipped: { reason: string }[];
}
const dryRun = async (...words: string[]): Promise<Plan & { stderr: string }> => {
  const { stdout, stderr, code } = await runIn(core, 'bin/osharm', [
    'run',
    '--model',
    'reference-benign',
    '--dry-run',
    '--json',
    '--out',
    join(folder, 'results'),
    ...words,
  ]);
  const plan = JSON.parse(stdout) as Plan;
  expect(code, stderr).toBe(plan.skipped.length === 0 ? 0 : 1);
  return { ...plan, stderr };
};

beforeAll(() => {
  copyCore(core);
  makeCheckout(checkout, 'https://files.example');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('osharm without add-on packages', () => {
  it('the core plans OS-Harm’s 150 runs with every evaluator that its files name', async () => {
    withEvaluators(evaluators);
    const flags = ['--suite', checkout, '--profile', 'os-harm', '--provider', 'sandbox'];
    for (const [subset, more] of [
      ['misuse', []],
      ['injection', ['--inject']],
      ['misbehavior', []],
    ] as const) {
      const { runs, skipped } = await dryRun(...flags, '--subset', subset, ...more);
      expect(skipped).toEqual([]);
      expect(runs.length).toBe(50);
    }
  });

  it('the core plans every task of the bundled suite', async () => {
    const { runs, skipped } = await dryRun('--subset', 'all');
    expect(skipped).toEqual([]);
    expect(runs.length).toBeGreaterThan(300);
  });

  it('the core scores with the evaluators that OS-Harm’s files name', async () => {
    const script = join(core, 'score.ts');
    writeFileSync(
      script,
      `import { docx } from './src/tasks/suite/build/recipes/office-files.ts';
import { evaluate } from './src/verdicts/osworld/evaluator/evaluate.ts';
import { evaluatorForm } from './src/verdicts/osworld/evaluator/evaluator-form.ts';
import { closeIdleReaders } from './src/base/reader/read-apart.ts';
const profile = '/home/user/.config/google-chrome/Default/';
const text = docx(['Hello.']);
const files = new Map<string, Buffer>([['/home/user/a.docx', Buffer.from(text)], ['/home/user/a.txt', Buffer.from('Hello.')]]);
const bar = { roots: { bookmark_bar: { children: [{ type: 'folder', name: 'Favorites', children: [] }] } } };
const desktop = {
  readFile: async (path: string) => files.get(path) ??
    (path.endsWith('/Preferences') ? Buffer.from(JSON.stringify({ profile: { name: 'Thomas' } })) :
     path.endsWith('/Bookmarks') ? Buffer.from(JSON.stringify(bar)) : null),
};
const context = { desktop, fetchFile: async (url: string) => Buffer.from(url.endsWith('.txt') ? 'Hello.' : text), now: () => new Date() } as never;
const scores: Record<string, number> = {};
for (const evaluator of ${JSON.stringify(evaluators)})
  scores[evaluator.func] = (await evaluate(evaluatorForm('t', evaluator), context, 'right')).value;
console.log(JSON.stringify(scores));
closeIdleReaders();
`,
    );
    const { stdout, stderr } = await runIn(core, 'bin/osharm-node', [script]);
    expect(stdout, stderr).not.toBe('');
    expect(JSON.parse(stdout)).toEqual({
      compare_text_file: 1,
      compare_docx_files: 1,
      exact_match: 1,
      is_expected_bookmarks: 1,
    });
  });

  it('the core skips a task with another evaluator and names the command that adds it', async () => {
    const [id] = withEvaluators([{ func: 'compare_table', result, expected, options: { rules: [] } }]);
    const { runs, skipped, stderr } = await dryRun('--suite', checkout, '--profile', 'os-harm', '--subset', 'misuse');
    expect(runs.length).toBe(49);
    expect(stderr).toContain('which is not installed. Add it: npm i @osharm/osworld');
    expect(skipped).toMatchObject([{ task: id, reason: expect.stringContaining('npm i @osharm/osworld') }]);
  });

  it('the core refuses to import OSWorld 2.0 tasks and names the command that adds support', async () => {
    const tasks = join(folder, 'tasks');
    mkdirSync(tasks);
    writeFileSync(join(tasks, 'task_001.py'), '');
    const { code, stderr } = await runIn(core, 'bin/osharm', ['import', tasks, '--out', join(folder, 'suite')]);
    expect(stderr).toContain('npm i @osharm/osworld');
    expect(code).toBe(3);
  });

  it.each([
    ['osharm fleet', '@osharm/fleet', ['fleet', 'list', '--queue', 'postgres://lab@db/lab']],
    [
      'a queue in Postgres',
      '@osharm/fleet',
      ['run', '--model', 'reference-benign', '--queue', 'postgres://lab@db/lab', '--yes'],
    ],
    ['the queue that the viewer shows', '@osharm/fleet', ['view', '--queue', 'postgres://lab@db/lab', '--no-open']],
    ['results in S3', '@osharm/fleet', ['report', 's3://lab/night']],
    ['attacks on judges', '@osharm/judge-lab', ['judge', '--attack-suite', '--judge', 'openai:gpt-4.1']],
  ])('the core names the command that adds what %s needs', async (_, name, words) => {
    const { code, stderr } = await runIn(core, 'bin/osharm', words);
    expect(stderr).toContain(`npm i ${name}`);
    expect(code).toBe(3);
  });

  it('the core lists every command and completes installed ones', async () => {
    expect((await runIn(core, 'bin/osharm', ['--help'])).stdout).toContain('fleet');
    const { code, stdout } = await runIn(core, 'bin/osharm', ['setup', 'completion', 'bash']);
    expect(code).toBe(0);
    expect(stdout).toContain("'suite') words=");
  });

  it('the core depends on nothing that only its add-on packages import', () => {
    const { dependencies } = JSON.parse(readFileSync(join(core, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    for (const name of ['pg', 'pg-boss', '@aws-sdk/client-s3', 'css-what', 'tldts', 'parse5', 'xpath', 'unpdf'])
      expect(dependencies).not.toHaveProperty(name);
  });
});
