import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Desktop } from '../../src/desktop/client/desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { runSetup } from '../../src/tasks/setup/run-setup.ts';

const provider = new SandboxProvider();
let desktop: Desktop;

beforeAll(async () => {
  await provider.check();
  desktop = await provider.create({ width: 1920, height: 1080 });
});
afterAll(async () => {
  await desktop?.close();
  await provider.close();
});

/** What set-up does for a task that brings settings of its own, as OS-Harm's tasks for VS Code do. */
const settings = { 'editor.autoIndent': 'none', 'editor.formatOnType': false };
const steps = [
  { type: 'launch', parameters: { command: ['code', '/home/user/project/'] } },
  { type: 'activate_window', parameters: { window_name: 'Visual Studio Code' } },
];

test('VS Code opens with the task’s settings: no welcome page, no chat, a menu bar, and new files in the Explorer', {
  timeout: 240_000,
}, async () => {
  const text = Buffer.from(JSON.stringify(settings));
  await desktop.writeFile('/home/user/.config/Code/User/settings.json', text);
  await desktop.writeFile('/home/user/project/counter.py', Buffer.from('print(1)\n'));
  await desktop.writeFile('/home/user/project/deep/inner.py', Buffer.from('print(2)\n'));
  await runSetup(steps, { desktop, suiteFolder: '/', canaries: {} });

  const { accessibilityTree: first } = await desktop.observe();
  expect(first).toContain('name="counter.py"');
  for (const menu of ['File', 'Edit', 'Selection', 'View', 'Go', 'Run', 'Terminal', 'Help'])
    expect(first).toMatch(new RegExp(`<menu-item name="${menu}"`));
  expect(first).not.toMatch(/name="(Welcome|Get Started|Chat|Build with Agent|Describe what to build)/);
  expect((await desktop.windows()).map(({ title }) => title)).toContain('project - Visual Studio Code');

  await desktop.writeFile('/home/user/project/later.md', Buffer.from('# Later\n'));
  await expect.poll(() => desktop.accessibilityTree(), { timeout: 40_000 }).toContain('name="later.md"');
});
