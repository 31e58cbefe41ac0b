import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { loadDefence } from '../../src/agents/defence/load-defence.ts';
import { agentSource } from '../../src/agents/foreign/agent-source.ts';
import { loadPlugins } from '../../src/app/library/plugins/load.ts';
import { closeIdleReaders } from '../../src/base/reader/read-apart.ts';
import { providerNamed } from '../../src/desktop/providers/registry.ts';
import { knownVectors } from '../../src/tasks/injection/known-vectors.ts';
import { checkConditions } from '../../src/verdicts/checks/conditions/check-conditions.ts';
import { askOracles } from '../../src/verdicts/judges/effects/ask-oracles.ts';
import { judgeTypeWithPrompt } from '../../src/verdicts/judges/prepare-judge.ts';
import { openMonitors } from '../../src/verdicts/monitors/registry.ts';
import { evaluate } from '../../src/verdicts/osworld/evaluator/evaluate.ts';
import { evaluatorForm } from '../../src/verdicts/osworld/evaluator/evaluator-form.ts';

const folder = mkdtempSync(join(tmpdir(), 'osharm-plugins-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
function plugin(code: string): string {
  const file = join(folder, `plugin-${++files}.ts`);
  writeFileSync(file, `import * as osharm from 'osharm';\n${code}`);
  return file;
}

it('a plug-in’s parts of every kind are loaded once, under their names', async () => {
  const file = plugin(`
    const { defineAgent, defineDefence, defineJudge, defineVector, z } = osharm;
    export const agent = defineAgent({ name: 'mine', create: () => { throw new Error('not here'); } });
    export default [
      defineDefence({ name: 'my-guard', create: () => ({ name: 'my-guard', beforePrompt: () => { throw new TypeError('no luck'); } }) }),
      defineJudge({ name: 'my_judge', needsCaptions: false, prompt: 'Judge.', messages: async () => ({ messages: [], notes: [] }) }),
      defineVector({ name: 'my-vector', parameters: z.object({}), shownIn: 'pixels', fit: () => { throw new RangeError('out of luck'); }, prepare: async () => {} }),
    ];`);
  const [first] = await loadPlugins([file]);
  const [again] = await loadPlugins([file]);
  expect(again).toBe(first);
  expect(first?.parts.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
    ['agent mine', 'defence my-guard', 'judge my_judge', 'vector my-vector'].sort((a, b) => (a < b ? -1 : 1)),
  );
  expect(agentSource('mine')).toEqual({ kind: 'file', path: file, part: 'mine' });
  expect(judgeTypeWithPrompt('my_judge', 'osharm-1', null).prompt.hash).not.toBe(
    judgeTypeWithPrompt('evidence', 'osharm-1', null).prompt.hash,
  );
  const failed = {
    code: 'plugin-failed',
    message: expect.stringMatching(/plug-in plugin-1 .*my-guard: no luck \(plugin-1\.ts:\d+\)$/),
  };
  const guard = await loadDefence('my-guard');
  expect(() => guard.beforePrompt?.({} as never)).toThrow(expect.objectContaining(failed));
  expect(() => knownVectors.get('my-vector')?.fit({} as never, '')).toThrow(
    expect.objectContaining({ code: 'plugin-failed', message: expect.stringContaining('out of luck') }),
  );
});

it('a plug-in part with an invalid name, or that of a built-in or another plug-in, is refused', async () => {
  const provider = (name: string) =>
    plugin(`export const one = osharm.defineProvider({ name: '${name}', create() { throw new Error('none'); } });`);
  await expect(loadPlugins([provider('sandbox')])).rejects.toMatchObject({
    code: 'plugin-name-taken',
    message: expect.stringContaining('a built-in one has that name'),
  });
  await loadPlugins([provider('far')]);
  await expect(loadPlugins([provider('far')])).rejects.toMatchObject({ code: 'plugin-name-taken' });
  await expect(loadPlugins([provider('../far')])).rejects.toMatchObject({ code: 'plugin-name' });
  await expect(providerNamed('far')).rejects.toMatchObject({ code: 'plugin-failed' });
});

it('a plug-in part without a name or its main function is refused', async () => {
  const part = (text: string) => loadPlugins([plugin(`export const one = osharm.${text};`)]);
  await expect(part('defineDefence({ nam: "guard", create: () => ({}) })')).rejects.toMatchObject({
    code: 'plugin-name',
    message: expect.stringContaining('brings a defence without a name'),
  });
  await expect(part('defineDefence({ name: "guard", creat: () => ({}) })')).rejects.toMatchObject({
    code: 'defence-invalid',
    message: expect.stringContaining('has "creat", which osharm doesn’t know. Did you mean "create"?'),
  });
  await expect(part('defineCondition({ kind: "odd", parameters: osharm.z.object({}) })')).rejects.toMatchObject({
    code: 'condition-invalid',
    message: expect.stringContaining('has no "holds"'),
  });
});

it('a malformed answer of a plug-in is a usage error that quotes the answer, even from the oracle process', async () => {
  await loadPlugins([
    plugin(`const { defineCondition, defineOracle, defineMonitor, defineProvider, defineVector, z } = osharm;
      export default [
        defineCondition({ kind: 'bare', parameters: z.object({}), holds: async () => true }),
        defineOracle({ name: 'words-alone', decides: 'full', parameters: z.object({}), judge: async () => 'unsafe' }),
        defineMonitor({ name: 'misspelled', create: () => ({ score: () => ({ suspicon: 0.9 }) }) }),
        defineMonitor({ name: 'scoreless', create: () => ({ scre: () => ({ suspicion: 0.9 }) }) }),
        defineProvider({ name: 'half', create: () => ({ name: 'half', check: async () => {} }) }),
        defineVector({ name: 'no-fit', parameters: z.object({}), shownIn: 'pixels', fit: () => true, prepare: async () => {} }),
      ];`),
  ]);
  const nothing = async () => null;
  const state = { readFile: nothing, listFiles: async () => [], effects: [], canaries: {} };
  const condition = { ...state, exec: nothing, readAsset: nothing, answer: '' };
  const invalid = (code: string, message: string) =>
    expect.objectContaining({ name: 'UsageError', code, message: expect.stringContaining(message) });
  await expect(checkConditions([{ kind: 'bare' }], condition as never)).rejects.toEqual(
    invalid('condition-invalid', 'The condition bare returned true from holds.'),
  );
  await expect(askOracles([{ oracle: 'words-alone' }], { ...state, actions: [] } as never)).rejects.toEqual(
    invalid('oracle-invalid', 'The oracle words-alone returned the text "unsafe" from judge.'),
  );
  const monitor = await openMonitors.get('misspelled')?.create({ scope: '' });
  await expect(monitor?.score({} as never)).rejects.toEqual(invalid('monitor-invalid', '(did you mean "suspicion"?)'));
  await expect(openMonitors.get('scoreless')?.create({ scope: '' })).rejects.toEqual(
    invalid('monitor-invalid', 'Did you mean "score"?'),
  );
  await expect(providerNamed('half')).rejects.toEqual(invalid('provider-invalid', 'has no "create"'));
  expect(() => knownVectors.get('no-fit')?.fit({} as never, '')).toThrow(
    invalid('vector-invalid', 'returned true from fit'),
  );
  closeIdleReaders();
});

it('a syntax error in a plug-in is reported with its line', async () => {
  const file = plugin('');
  writeFileSync(file, 'export const one = {\n  a: 1,\n  b: ;\n};\n');
  // Vitest loads the file itself if the checkout is in the folder for temporary files, and names the place its own way.
  await expect(loadPlugins([file])).rejects.toMatchObject({ message: expect.stringMatching(/line 3: |\.ts:3:6/) });
});

it('a plug-in that can’t be loaded or provides nothing is reported', async () => {
  await expect(loadPlugins([plugin('export const nothing = 1;')])).rejects.toMatchObject({ code: 'plugin-empty' });
  await expect(loadPlugins([plugin('throw new Error("broken");')])).rejects.toMatchObject({
    code: 'plugin-file-failed',
    message: expect.stringContaining('broken'),
  });
  await expect(loadPlugins(['./nowhere.ts', 'no-such-package'])).rejects.toMatchObject({ code: 'plugin-missing' });
});

it('a failing oracle or condition is not an error of the run: its reason names the plug-in', async () => {
  await loadPlugins([
    plugin(`export const one = osharm.defineCondition({
      kind: 'falls', parameters: osharm.z.object({}), holds: async () => { throw new Error('over its feet'); } });
    export const two = osharm.defineCondition({
      kind: 'stands', parameters: osharm.z.object({}), holds: async ({ answer }) => ({ holds: answer === 'yes', reason: 'It says ' + answer }) });`),
  ]);
  const nothing = async () => null;
  const input = {
    readFile: nothing,
    listFiles: async () => [],
    exec: nothing,
    readAsset: nothing,
    effects: [],
    canaries: {},
  };
  const checked = await checkConditions([{ kind: 'falls' }, { kind: 'stands' }], { ...input, answer: 'yes' } as never);
  expect(checked).toEqual([
    {
      kind: 'falls',
      holds: false,
      reason: expect.stringMatching(/plug-in plugin-\d+ .*condition falls: over its feet/),
    },
    { kind: 'stands', holds: true, reason: 'It says yes' },
  ]);
  closeIdleReaders();
});

it('a plug-in package is loaded by name, with its version', async () => {
  const pluginFolder = join(folder, 'node_modules/my-plugin');
  mkdirSync(pluginFolder, { recursive: true });
  writeFileSync(
    join(pluginFolder, 'package.json'),
    '{ "name": "my-plugin", "version": "1.2.3", "type": "module", "exports": { ".": { "import": "./index.js" } } }',
  );
  writeFileSync(
    join(pluginFolder, 'index.js'),
    "import { defineCondition, z } from 'osharm';\nexport const c = defineCondition({ kind: 'never', parameters: z.object({}), holds: async () => ({ holds: false, reason: '' }) });",
  );
  const [loaded] = await loadPlugins(['my-plugin'], folder);
  expect(loaded).toMatchObject({ name: 'my-plugin', version: '1.2.3', parts: [{ kind: 'condition', name: 'never' }] });
});

/** Scores a task's evaluator on a desktop with one note of three words. */
const scoreNote = (evaluator: Record<string, unknown>): Promise<number> =>
  evaluate(
    evaluatorForm('t', evaluator),
    {
      desktop: { readFile: async () => Buffer.from('milk bread eggs') } as never,
      fetchFile: () => Promise.reject(new Error('nothing to fetch')),
      now: () => new Date(),
    },
    'right',
  ).then(({ value }) => value);
const rule = (rules: object) => ({ type: 'rule', rules });

it('a plug-in metric is computed in the reading process from what its getter reads', async () => {
  await loadPlugins([join(import.meta.dirname, '../../examples/plugins/evaluator.ts')]);
  const result = { type: 'note', name: 'plan' };
  expect(await scoreNote({ func: 'has_words', result, expected: rule({ words: 3 }) })).toBe(1);
  expect(await scoreNote({ func: 'has_words', result, expected: rule({ words: 4 }) })).toBe(0);
  await expect(scoreNote({ func: 'has_words', result, expected: rule({}) })).rejects.toMatchObject({
    code: 'evaluator-task-fault',
  });
  closeIdleReaders();
});

it('a plug-in evaluator whose metric returns no number or whose getter throws is named', async () => {
  await loadPlugins([
    plugin(`export const odd = osharm.defineEvaluator({
      name: 'odd',
      metrics: { says_yes: () => 'yes' },
      getters: { breaks: async () => { throw new TypeError('no luck'); } },
    });`),
  ]);
  await expect(scoreNote({ func: 'says_yes', result: rule({}) })).rejects.toMatchObject({
    code: 'evaluator-invalid',
    message: expect.stringContaining('returned the text "yes" from metrics.says_yes'),
  });
  await expect(scoreNote({ func: 'says_yes', result: { type: 'breaks' } })).rejects.toMatchObject({
    code: 'plugin-failed',
    message: expect.stringMatching(/plug-in plugin-\d+ .* failed in its evaluator odd: no luck/),
  });
  closeIdleReaders();
});

it('a plug-in evaluator with invalid metrics, or another’s metric name, is refused', async () => {
  const evaluator = (metrics: string) =>
    loadPlugins([plugin(`export const one = osharm.defineEvaluator({ name: 'one', metrics: ${metrics} });`)]);
  await expect(evaluator('{ three: 3 }')).rejects.toMatchObject({
    code: 'evaluator-invalid',
    message: expect.stringContaining('not an object of functions'),
  });
  await expect(evaluator('{ exact_match: () => 1 }')).rejects.toMatchObject({ code: 'plugin-name-taken' });
});
