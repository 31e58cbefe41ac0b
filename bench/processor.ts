/**
 * Processor time of one step, end to end, by application: what limits how many desktops a machine can hold while models
 * think. Steps type, click and press keys in the application; after each, the harness takes a screenshot and the
 * accessibility tree and reads what changed, as in every run.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, AgentReply } from '../src/agents/agent.ts';
import { runCommand } from '../src/app/cli/run.ts';
import { findImage } from '../src/desktop/image/find-image.ts';
import { realDependencies } from '../src/runs/sweep/real-dependencies.ts';
import { plainTask, temporaryFolder, writeSuite } from '../test/run/temporary-suite.ts';
import { type BenchRow, benchRow, relativeTo } from './measure.ts';
import { descendants, processMemory } from './process-memory.ts';

/** Steps before the measured ones: the application's first menus and the reader's first tree. */
const before = 3;
/** A multiple of the number of actions of each application. */
const measured = Number(process.env.BENCH_STEPS ?? 12);
/** Milliseconds that the desktop is left alone after the last step, as while a model thinks. */
const idle = 3_000;
/** How long a model thinks, for how many desktops two cores have processor time for. */
const thinking = 10;

const typing = ["pyautogui.write('Minutes of the meeting ')", "pyautogui.press('enter')", 'pyautogui.moveTo(900, 500)'];
interface Application {
  command: string[];
  /** Seconds that it takes to start, amply. */
  start: number;
  actions: string[];
}
const applications: Record<string, Application> = {
  Writer: { command: ['libreoffice', '--norestore', '--writer'], start: 5, actions: typing },
  Calc: { command: ['libreoffice', '--norestore', '--calc'], start: 5, actions: typing },
  Chromium: {
    command: ['google-chrome', 'chrome://version'],
    start: 4,
    actions: ["pyautogui.press('pagedown')", "pyautogui.press('pageup')"],
  },
  Thunderbird: {
    command: ['thunderbird'],
    start: 6,
    actions: ["pyautogui.press('down')", 'pyautogui.moveTo(900, 500)'],
  },
  'VS Code': { command: ['code', '/home/user/notes.txt'], start: 8, actions: typing },
  Files: {
    command: ['nautilus', '/home/user'],
    start: 3,
    actions: ["pyautogui.press('down')", "pyautogui.press('up')"],
  },
};

/** Whose processor time a process's is. */
const owners = [
  ...(['harness', 'session', 'supervisor', 'mock services', 'Python', 'display'] as const),
  ...(['accessibility bus', 'application and others'] as const),
] as const;
type Owner = (typeof owners)[number];

type Seconds = Record<Owner, number>;

/**
 * Processor time per step and per idle second, by application, with the shares of its parts in the note; how many
 * desktops two cores have processor time for, the application's own included, while each model thinks; and the memory
 * of such a desktop.
 */
export async function processorRows(names: readonly string[] = Object.keys(applications)): Promise<BenchRow[]> {
  if ((await findImage()) === null) return [];
  const rows: BenchRow[] = [];
  for (const name of names) {
    const { perStep, perIdleSecond, stepSeconds, memoryMb } = await stepsIn(applications[name] as Application);
    const parts = (seconds: Seconds): string =>
      owners.map((owner) => `${owner} ${(seconds[owner] * 1000).toFixed(0)}`).join(', ');
    const desktops = (2 * (stepSeconds + thinking)) / (sum(perStep, owners) + thinking * sum(perIdleSecond, owners));
    rows.push(
      ...relativeTo('computation', [
        benchRow(
          `processor time per step beside the application's own, ${name}`,
          'ms',
          [sum(perStep, ours) * 1000],
          { text: '≤ 250 ms', limit: 250 },
          `ms: ${parts(perStep)}; mean of ${measured} steps`,
        ),
        benchRow(
          `processor time of a second without a step, ${name}`,
          'ms',
          [sum(perIdleSecond, owners) * 1000],
          undefined,
          `ms: ${parts(perIdleSecond)}`,
        ),
      ]),
      {
        ...benchRow(
          `desktops that two cores have processor time for while models think ${thinking} s, ${name}`,
          'count',
          [desktops],
          { text: '≥ 40' },
          'computed from the two rows before, application included',
        ),
        met: desktops >= 40,
      },
      benchRow(
        `memory of a desktop in use, ${name}`,
        'MB',
        [memoryMb],
        undefined,
        'PSS after the last step, the only desktop of its machine',
      ),
    );
  }
  return rows;
}

const ours = owners.slice(0, -1);
const sum = (seconds: Seconds, of: readonly Owner[]): number => of.reduce((total, owner) => total + seconds[owner], 0);

/** Runs steps in one application; gives seconds of processor time by owner, and how long a step took. */
async function stepsIn({
  command,
  start,
  actions,
}: Application): Promise<{ perStep: Seconds; perIdleSecond: Seconds; stepSeconds: number; memoryMb: number }> {
  const folder = temporaryFolder('bench-processor');
  let memoryMb = 0;
  const readings: { time: number; used: Seconds }[] = [];
  const read = (): void => void readings.push({ time: performance.now() / 1000, used: processorSeconds() });
  const agent: Agent = {
    name: 'm',
    isReference: false,
    async predict({ step }): Promise<AgentReply> {
      if (step === before) read();
      if (step >= before + measured) {
        read();
        await sleep(idle);
        read();
        memoryMb = desktopMb();
        return { response: 'That is all.', actions: ['DONE'] };
      }
      return { response: `Step ${step}.`, actions: [actions[step % actions.length] as string] };
    },
  };
  try {
    const suite = join(folder.path, 'suite');
    const config = [
      { type: 'launch', parameters: { command } },
      { type: 'sleep', parameters: { seconds: start } },
    ];
    writeSuite(suite, { 'test_all.json': { os: ['t'] }, 'examples/os/t.json': plainTask('t', { config }) });
    const steps = String(before + measured + 1);
    const flags = ['--suite', suite, '--model', 'm', '--max-steps', steps, '--judge-type', 'none'];
    await runCommand({ dependencies: { ...realDependencies(), checkModel() {}, createAgent: () => agent } }).parseAsync(
      [...flags, '--observation-type', 'screenshot_a11y_tree', '--out', join(folder.path, 'results')],
      { from: 'user' },
    );
  } finally {
    folder.remove();
  }
  const [first, last, later] = readings;
  if (first === undefined || last === undefined || later === undefined)
    throw new Error('The measured run ended before its last step.');
  const between = (from: Seconds, to: Seconds, per: number): Seconds =>
    Object.fromEntries(owners.map((owner) => [owner, (to[owner] - from[owner]) / per])) as Seconds;
  return {
    perStep: between(first.used, last.used, measured),
    perIdleSecond: between(last.used, later.used, later.time - last.time),
    stepSeconds: (last.time - first.time) / measured,
    memoryMb,
  };
}

/** Clock ticks a second in `/proc/PID/stat`: 100 on every Linux for x86-64. */
const ticks = 100;

/** Seconds of processor time of this process and all below it, with those of their children that ended. */
function processorSeconds(): Seconds {
  const sums = Object.fromEntries(owners.map((owner) => [owner, 0])) as Seconds;
  const { user, system } = process.cpuUsage();
  sums.harness = (user + system) / 1e6;
  for (const pid of descendants(process.pid)) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // User and system time of its own, and of its children that ended.
      sums[ownerOf(pid)] += fields.slice(11, 15).reduce((sum, value) => sum + Number(value), 0) / ticks;
    } catch {
      // It ended.
    }
  }
  return sums;
}

/** Megabytes of all processes that are not the harness's. */
function desktopMb(): number {
  return descendants(process.pid)
    .filter((pid) => ownerOf(pid) !== 'harness')
    .reduce((megabytes, pid) => megabytes + (processMemory(pid)?.pssMb ?? 0), 0);
}

function ownerOf(pid: number): Owner {
  const name = nameOf(pid);
  if (name.includes('/reader-main.')) return 'harness';
  if (/^Xvfb /.test(name)) return 'display';
  if (/^(?:at-spi|dbus-)/.test(name)) return 'accessibility bus';
  if (name.includes('/supervisor.mjs')) return 'supervisor';
  if (name.includes('/internet.mjs')) return 'mock services';
  if (name.includes('/session.mjs')) return 'session';
  if (name.includes('/usr/lib/session/python/')) return 'Python';
  return 'application and others';
}

/** Its name and its words; empty where it has ended. */
function nameOf(pid: number): string {
  try {
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return `${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()} ${line}`;
  } catch {
    return '';
  }
}
