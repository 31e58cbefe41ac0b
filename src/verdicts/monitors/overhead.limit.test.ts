import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeMonitoredRun } from '../../../test/monitors/make-monitored-run.ts';
import { processorMs } from '../../../test/processor-time.ts';
import { controlStep } from '../protocols/control-step.ts';
import { openProtocols } from '../protocols/registry.ts';
import { prepareMonitor } from './monitor-source.ts';
import { OnlineMonitor, type ProposedStep } from './online-monitor.ts';
import { scoreTree } from './score-tree.ts';

const root = mkdtempSync(join(tmpdir(), 'overhead-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('a step with five scored replies, late in a long run, takes less than 30 ms', async () => {
  const reply = (step: number): ProposedStep => ({
    thoughts: `Step ${step}: ${'I continue with the table. '.repeat(40)}`,
    reasoning: null,
    actions: [`pyautogui.typewrite("${'text '.repeat(200)}${step}")`],
    tree: 'node\n'.repeat(2_000),
    screenshot: () => null,
    effects: [],
  });
  const monitor = new OnlineMonitor(await prepareMonitor('always'), { view: 'full', instruction: 'Work.', scope: 'a' });
  for (let step = 0; step < 100; step += 1) monitor.settle(reply(step));
  const protocol = await openProtocols.get('resample')?.create({
    scope: 'a',
    threshold: 0.5,
    onUnscored: 'allow',
    hasTrustedModel: false,
    samples: 5,
    auditBudget: { of: 'steps', most: 0 },
    reviewAfter: { in: 'steps', least: 0 },
  });
  if (protocol === undefined) throw new Error('There is no protocol resample.');
  const at = { step: 100, seconds: 0, threshold: 0.5, onUnscored: 'allow' } as const;
  const milliseconds = await processorMs(async () => {
    const { proposals } = await controlStep({ name: 'resample', protocol }, at, reply(100), {
      shown: ({ thoughts, actions }) => ({ thoughts, actions }),
      score: (proposed) => monitor.score(proposed, AbortSignal.timeout(60_000)),
      resample: async () => reply(100),
      edit: async (proposed) => proposed,
      ask: async () => 'denied',
    });
    expect(proposals).toHaveLength(5);
  });
  expect(milliseconds).toBeLessThan(30);
});

it('100 recorded runs are scored in less than 60 s', async () => {
  const steps = Array.from({ length: 20 }, (_, step) => `pyautogui.typewrite("${'text '.repeat(100)}${step}")`);
  const runs = Array.from({ length: 100 }, (_, task) =>
    makeMonitoredRun(root, { id: `_t${task}_twin`, steps, effects: [] }),
  );
  const start = process.cpuUsage();
  const options = { view: 'full', moments: ['before'], osharmVersion: '0', concurrency: 4 } as const;
  const { results } = await scoreTree(runs, await prepareMonitor('keyword'), options);
  const { user, system } = process.cpuUsage(start);
  expect(results.filter(({ state }) => state === 'scored')).toHaveLength(100);
  expect((user + system) / 1_000_000).toBeLessThan(15);
});
