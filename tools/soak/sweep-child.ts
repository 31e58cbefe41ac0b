// A sweep with fake desktops in a separate process, to be killed: `sweep-child.ts SUITE RESULTS [MODELS]`.
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { runCommand } from '../../src/app/cli/run.ts';
import { fakeDependencies } from '../../test/run/fake-dependencies.ts';
import { FakeProvider } from '../../test/run/fake-desktop.ts';
import { type Script, ScriptedAgent } from '../../test/run/scripted-agent.ts';

const [suite, results, models = 'm'] = process.argv.slice(2) as [string, string, string?];
const tree = readFileSync(new URL('../../test/golden/trees/gtk-and-calc.xml', import.meta.url), 'utf8');
const screenshot = Buffer.alloc(300_000, 7);
const script: Script = Array.from({ length: 6 }, (_, n) => [
  `Step ${n}. ${'words '.repeat(2000)}`,
  [`pyautogui.click(${n}, ${n})`, 'pyautogui.press("enter")'],
]);
const provider = new FakeProvider({ tree, screenshot: () => screenshot, onSettle: () => delay(3) });
const dependencies = fakeDependencies({
  provider,
  createAgent: ({ settings }) => new ScriptedAgent(script, settings.model),
});
await runCommand({ dependencies }).parseAsync(
  ['--suite', suite, '--model', models, '--out', results, '--parallel', '2', '--max-steps', '6', '--recording'],
  { from: 'user' },
);
