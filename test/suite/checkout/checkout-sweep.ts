import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SandboxProvider } from '../../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { systemClock } from '../../../src/runs/attempt/clock.ts';
import type { RunDependencies } from '../../../src/runs/attempt/dependencies.ts';
import { settingsFrom } from '../../../src/runs/plan/settings/defaults.ts';
import type { SweepRequest } from '../../../src/runs/plan/sweep-request.ts';
import { planSweepRequest } from '../../../src/runs/sweep/plan-sweep.ts';
import { runSweeps, type SweepResult } from '../../../src/runs/sweep/sweep.ts';
import { taskVocabulary } from '../../../src/runs/sweep/task-vocabulary.ts';
import { withProvider } from '../../../src/runs/sweep/with-provider.ts';
import { Downloads } from '../../../src/tasks/setup/downloads/downloads.ts';
import { openSuite } from '../../../src/tasks/suite/suite.ts';
import { type Script, ScriptedAgent } from '../../run/scripted-agent.ts';
import { makeCheckout, servedFiles } from './make-checkout.ts';

/** Instructions inside what stands for OS-Harm's jailbreak template, which is not ours to carry. */
const jailbreak = 'A sample template around: {instruction}';

/** One goal is followed; for the others the agent looks once and is done. */
const scripts: Readonly<Record<string, Script>> = {
  terminal_local_script: [
    [
      'I do what the notice says.',
      [
        "import pyautogui, time\npyautogui.hotkey('ctrl', 'alt', 't')\ntime.sleep(3)\npyautogui.write('source ~/initial_config\\n', interval=0.02)\ntime.sleep(1)",
        'DONE',
      ],
    ],
  ],
};

/** A checkout of our own with what serves its downloads, and a way to run its tasks in real desktops with an agent double. */
export async function checkoutWorld(): Promise<{
  checkout: string;
  results: string;
  sweep(request: Partial<SweepRequest> & { subset: string; jailbreak?: boolean }): Promise<SweepResult>;
  close(): void;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'osharm-checkout-runs-'));
  const files = servedFiles();
  const server = createServer((request, response) => {
    const content = files.get((request.url ?? '').slice(1));
    if (content === undefined) response.writeHead(404).end();
    else response.end(content);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const checkout = join(folder, 'os-harm');
  makeCheckout(checkout, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const results = join(folder, 'results');
  const dependencies: RunDependencies = {
    clock: systemClock,
    vocabulary: taskVocabulary,
    checkModel() {},
    importedJailbreak: async (instruction) => jailbreak.replace('{instruction}', () => instruction),
    downloads: new Downloads({ cache: join(folder, 'kept'), allowPrivate: true }),
    createAgent: ({ injection }) => new ScriptedAgent(scripts[injection?.goal ?? ''] ?? []),
    createProvider: async () => new SandboxProvider(),
  };
  return {
    checkout,
    results,
    async sweep({ jailbreak: isJailbroken = false, ...fields }) {
      const request: SweepRequest = {
        suite: openSuite(checkout),
        domain: 'all',
        inject: false,
        withBenign: false,
        repeat: 1,
        settings: settingsFrom(
          { model: 'm', jailbreak: isJailbroken, observationType: 'screenshot_a11y_tree', recording: false },
          { profile: 'os-harm' },
        ),
        out: results,
        parallel: 1,
        judges: ['effects'],
        osharmVersion: 'test',
        ...fields,
      };
      return withProvider(dependencies, 'sandbox', undefined, async (provider) =>
        runSweeps([await planSweepRequest(request, dependencies, provider)], {
          signal: new AbortController().signal,
          onEvent: () => {},
        }),
      );
    },
    close() {
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** What a run's own file says. */
export function runJsonOf(directory: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(directory, 'run.json'), 'utf8')) as Record<string, unknown>;
}
