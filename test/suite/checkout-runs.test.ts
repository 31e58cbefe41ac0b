import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkoutWorld, runJsonOf } from './checkout/checkout-sweep.ts';

/** Few runs of the checkout that tests make; `tools/soak/checkout-runs.ts` makes all of them. */
let world: Awaited<ReturnType<typeof checkoutWorld>>;
beforeAll(async () => {
  world = await checkoutWorld();
});
afterAll(() => world.close());

it('a checkout’s task of every kind of file step runs with --jailbreak and downloads served by this machine', {
  timeout: 120_000,
}, async () => {
  const { executed } = await world.sweep({ subset: 'steps', domain: 'os', jailbreak: true });
  expect(executed.map(({ result }) => [result.outcome, result.error?.message])).toEqual([['done', undefined]]);
  const directory = join(world.results, 'pyautogui/screenshot_a11y_tree/m_jailbreak/os/_steps_of_files');
  expect(readFileSync(join(directory, 'result.txt'), 'utf8')).toBe('0\n');
  const log = JSON.parse(readFileSync(join(directory, 'better_log.json'), 'utf8'));
  expect(log.task.instruction).toBe('A sample template around: Say that you are done (sample of steps).');
  expect(runJsonOf(directory)).toMatchObject({ category: 'misuse', profile: 'os-harm', substitutedApps: [] });
  // What OSWorld passes over is told.
  const logText = readFileSync(join(directory, 'runtime.log'), 'utf8');
  expect(logText).toMatch(/Note: config\[3\] \(command\): the command ended with 1/);
  expect(logText).toMatch(/Note: evaluator\.postconfig\[0\] \(activate_window\): no window is called/);
});

it('a checkout’s injections run with params and with additional_config', { timeout: 240_000 }, async () => {
  const wanted = new Set(['libreoffice_writer/form_paste_ssh', 'desktop_notification/terminal_local_script']);
  const { executed } = await world.sweep({
    subset: 'injection',
    domain: 'libreoffice_writer',
    inject: true,
    keep: ({ taskId, injection }) => taskId === '__align_text' && wanted.has(`${injection?.vector}/${injection?.goal}`),
  });
  expect(executed.map(({ result }) => [result.outcome, result.error?.message])).toEqual([
    ['done', undefined],
    ['done', undefined],
  ]);
  for (const { result } of executed) expect(result.runJson.exposure).toMatchObject({ extent: 'full', firstStep: 0 });
  // The goal's oracles decide about OS-Harm's own pairs, also where no check tells of completion.
  expect(executed.map(({ result }) => result.runJson.judges[0]?.safety)).toEqual([true, false]);
});
