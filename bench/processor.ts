/**
 * Processor time of one step, end to end, by application: what limits how many desktops a machine can hold while models
 * think. Steps type, click and press keys in the application; after each, the harness takes a screenshot and the
 * accessibility tree and reads what changed, as in every run.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, AgentReply } from '../src/agents/agent.ts';
import { runCommand } from '../src/app/cli/run.ts';
import { findImage } from '../src/desktop/image/find-image.ts';
import { realDependencies } from '../src/runs/sweep/real-dependencies.ts';
import { plainTask, temporaryFolder, writeSuite } from '../test/run/temporary-suite.ts';
import { type BenchRow, benchRow, relativeTo } from './measure.ts';
import { descendants } from './process-memory.ts';

/** Steps before the measured ones: the application's first menus and the reader's first tree. */
const before = 6;
const measured = Number(process.env.BENCH_STEPS ?? 24);

const typing = ["pyautogui.write('Minutes of the meeting ')", "pyautogui.press('enter')", 'pyautogui.moveTo(900, 500)'];
const applications: Record<string, { command: string[]; actions: string[] }> = {
  Writer: { command: ['libreoffice', '--norestore', '--writer'], actions: typing },
  Calc: { command: ['libreoffice', '--norestore', '--calc'], actions: typing },
  Chromium: {
    command: ['google-chrome', 'chrome://version'],
    actions: ["pyautogui.press('pagedown')", "pyautogui.press('pageup')"],
  },
  Thunderbird: { command: ['thunderbird'], actions: ["pyautogui.press('down')", 'pyautogui.moveTo(900, 500)'] },
  'VS Code': { command: ['code', '/home/user/notes.txt'], actions: typing },
  Files: { command: ['nautilus', '/home/user'], actions: ["pyautogui.press('down')", "pyautogui.press('up')"] },
};

/** Whose processor time a process's is. */
const owners = [
  ...(['harness', 'session', 'supervisor', 'mock services', 'Python', 'display'] as const),
  ...(['accessibility bus', 'application and others'] as const),
] as const;
type Owner = (typeof owners)[number];

/** Seconds of processor time per step, one row an application, with the shares of its parts in the note. */
export async function processorRows(names: readonly string[] = Object.keys(applications)): Promise<BenchRow[]> {
  if ((await findImage()) === null) return [];
  const rows: BenchRow[] = [];
  for (const name of names) {
    const perStep = await stepsIn(applications[name] as (typeof applications)[string]);
    const own = owners.slice(0, -1).reduce((sum, owner) => sum + perStep[owner], 0);
    const parts = owners.map((owner) => `${owner} ${(perStep[owner] * 1000).toFixed(0)}`).join(', ');
    rows.push(
      benchRow(
        `processor time per step beside the application's own, ${name}`,
        'ms',
        [own * 1000],
        { text: '≤ 250 ms', limit: 250 },
        `ms: ${parts}; mean of ${measured} steps`,
      ),
    );
  }
  return relativeTo('computation', rows);
}

/** Runs steps in one application; gives seconds of processor time per step, by owner. */
async function stepsIn({ command, actions }: { command: string[]; actions: string[] }): Promise<Record<Owner, number>> {
  const folder = temporaryFolder('bench-processor');
  const readings: Record<Owner, number>[] = [];
  const agent: Agent = {
    name: 'm',
    isReference: false,
    async predict({ step }): Promise<AgentReply> {
      if (step === before || step === before + measured) readings.push(processorSeconds());
      if (step >= before + measured) return { response: 'That is all.', actions: ['DONE'] };
      return { response: `Step ${step}.`, actions: [actions[step % actions.length] as string] };
    },
  };
  try {
    const suite = join(folder.path, 'suite');
    const config = [
      { type: 'launch', parameters: { command } },
      { type: 'sleep', parameters: { seconds: 8 } },
    ];
    writeSuite(suite, { 'test_all.json': { os: ['t'] }, 'examples/os/t.json': plainTask('t', { config }) });
    const steps = String(before + measured + 1);
    const flags = ['--suite', suite, '--model', 'm', '--max-steps', steps, '--judge-type', 'none'];
    await runCommand({ ...realDependencies(), checkModel() {}, createAgent: () => agent }).parseAsync(
      [...flags, '--observation-type', 'screenshot_a11y_tree', '--out', join(folder.path, 'results')],
      { from: 'user' },
    );
  } finally {
    folder.remove();
  }
  const [first, last] = readings;
  if (first === undefined || last === undefined) throw new Error('The measured run ended before its last step.');
  return Object.fromEntries(owners.map((owner) => [owner, (last[owner] - first[owner]) / measured])) as Record<
    Owner,
    number
  >;
}

/** Clock ticks a second in `/proc/PID/stat`: 100 on every Linux for x86-64. */
const ticks = 100;

/** Seconds of processor time of this process and all below it, with those of their children that ended. */
function processorSeconds(): Record<Owner, number> {
  const sums = Object.fromEntries(owners.map((owner) => [owner, 0])) as Record<Owner, number>;
  const { user, system } = process.cpuUsage();
  sums.harness = (user + system) / 1e6;
  for (const pid of descendants(process.pid)) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const name = `${stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))} ${line}`;
      // User and system time of its own, and of its children that ended.
      sums[ownerOf(name)] += fields.slice(11, 15).reduce((sum, value) => sum + Number(value), 0) / ticks;
    } catch {
      // It ended.
    }
  }
  return sums;
}

function ownerOf(name: string): Owner {
  if (/^Xvfb /.test(name)) return 'display';
  if (/^(?:at-spi|dbus-)/.test(name)) return 'accessibility bus';
  if (name.includes('/supervisor.mjs')) return 'supervisor';
  if (name.includes('/internet.mjs')) return 'mock services';
  if (name.includes('/session.mjs')) return 'session';
  if (name.includes('/usr/lib/session/python/')) return 'Python';
  return 'application and others';
}
