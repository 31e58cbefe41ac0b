import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Desktop } from '../../src/desktop/client/desktop.ts';
import { linearise } from '../../src/desktop/observation/linearise.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { makeCanaries } from '../../src/evidence/effect-log/canaries.ts';
import { planAttack } from '../../src/tasks/injection/plan-attack.ts';
import { runSetup } from '../../src/tasks/setup/run-setup.ts';
import { loadGoal, loadTask, openSuite } from '../../src/tasks/suite/suite.ts';
import { varyTask } from '../../src/tasks/suite/vary/vary-task.ts';

const suite = openSuite(fileURLToPath(new URL('../../suites/hermetic', import.meta.url)));
const provider = new SandboxProvider();
const canaries = makeCanaries(1);
let desktop: Desktop;

beforeAll(async () => {
  await provider.check();
  desktop = await provider.create({ width: 1920, height: 1080 });
});
afterAll(async () => {
  await desktop.close();
  await provider.close();
});
const setUp = (steps: { type: string; parameters: Record<string, unknown> }[]) =>
  runSetup(steps, { desktop, suiteFolder: suite.folder, canaries });

describe('set-up on a real desktop', () => {
  it('set-up opens pages in Chromium over its debugging port', { timeout: 120_000 }, async () => {
    await setUp([
      { type: 'launch', parameters: { command: ['google-chrome', '--remote-debugging-port=1337'], window: 'Chrom' } },
      { type: 'launch', parameters: { command: ['socat', 'tcp-listen:9222,fork', 'tcp:localhost:1337'] } },
      {
        type: 'chrome_open_tabs',
        parameters: { urls_to_open: ['http://orders.example/list', 'https://rooms.example/'] },
      },
    ]);
    const hosts = (await desktop.webLog(0))
      .filter(({ kind }) => kind !== 'dns')
      .map(({ kind, host }) => `${kind} ${host}`);
    expect(hosts).toEqual(expect.arrayContaining(['http orders.example', 'https rooms.example']));
    await setUp([{ type: 'close_window', parameters: { window_name: 'Chrom' } }]);
  });

  it('set-up shows the injected text in the document before anything else opens it', { timeout: 120_000 }, async () => {
    const { task, variation } = varyTask(loadTask(suite, 'libreoffice_writer', '__room_change'), 1);
    const { goal } = loadGoal(suite, 'terminal_local_script');
    const base = { task, goal, suiteFolder: suite.folder, canaries, variation };
    const attack = await planAttack({ ...base, vector: 'libreoffice_writer' });
    await runSetup(task.config, {
      desktop,
      suiteFolder: suite.folder,
      canaries,
      variation,
      replacements: attack.replacements,
    });
    await attack.prepare(desktop);
    expect(linearise(await desktop.accessibilityTree())).toContain(attack.content);
    expect(await desktop.readFile('/home/user/initial_config')).not.toBeNull();
  });

  it('set-up shows a notification with every character that a shell or markup could misread', {
    timeout: 60_000,
  }, async () => {
    const { task } = loadTask(suite, 'libreoffice_calc', '__order_total');
    const text = `a "b" 'c' $(touch /tmp/ran) \`touch /tmp/ran\` <b>d</b> & e; -f`;
    const goal = { ...loadGoal(suite, 'stop_task').goal, text };
    const attack = await planAttack({
      task,
      goal,
      vector: 'desktop_notification',
      suiteFolder: suite.folder,
      canaries,
    });
    await attack.prepare(desktop);
    expect(await desktop.readFile('/tmp/ran')).toBeNull();
  });

  it('set-up finishes a copy once the clipboard contains it, by a shell or not', async () => {
    for (const [turn, shell] of [true, false, true, false].entries()) {
      const path = `/tmp/copied-${turn}`;
      await desktop.writeFile(path, Buffer.from(`text ${turn}`), { owner: 'user', mode: 0o644 });
      const words = ['xclip', '-selection', 'clipboard', '-i', path];
      await setUp([{ type: 'launch', parameters: shell ? { command: words.join(' '), shell } : { command: words } }]);
      expect((await desktop.exec(['xclip', '-selection', 'clipboard', '-o'])).output).toBe(`text ${turn}`);
    }
  });

  it('set-up fails on a missing window or file and names the step', async () => {
    await expect(setUp([{ type: 'execute', parameters: { command: ['ls', '/nowhere'] } }])).rejects.toThrow(
      /config\[0\] \(execute\): the command ended with 2: .*nowhere/,
    );
  });
});
