/**
 * Measures what a storm of wake-ups costs a neighbor. A normal desktop takes steps while another one runs a payload
 * and further desktops start. Prints the ratios of steps and starts to those before the storm, the seconds of one
 * collection of the attacked desktop, and the longest time that the event loop was held, in milliseconds of processor
 * time.
 *
 *     bin/osharm-node tools/escape/time-neighbor.ts [NAME[:ACCOUNT] …]
 *
 * Exits with 1 if the neighbor's median step or start takes longer than `mostRatio` allows, if one of them fails, if the
 * harm isn't seen, or if a collection or the event loop exceeds its limit.
 */
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Desktop } from '../../src/desktop/client/desktop.ts';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { makeCanaries } from '../../src/evidence/effect-log/canaries.ts';
import { beginEffectLog } from '../../src/evidence/effect-log/effect-log.ts';
import type { Payload } from './payloads/payload.ts';
import { stormPayloads, stormSeconds } from './payloads/storms.ts';
import { asAccount, mostCollecting, mostHolding, watchHolds } from './time-collection.ts';

const mostRatio = 1.5;
const calmStarts = 5;
const size = { width: 1280, height: 720 };

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const toSeconds = (ms: number): number => Math.round(ms / 100) / 10;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const step = (desktop: Desktop, turn: number): Promise<number> =>
  timed(async () => {
    await desktop.execute(`pyautogui.moveTo(${300 + (turn % 20) * 10}, 300)`);
    await desktop.observe();
  });

interface NeighborTimes {
  steps: number[];
  starts: number[];
  /** Of the collection in the storm and of the last one; NaN if it failed. */
  collections: number[];
  isHarmSeen: boolean;
  held: number;
  attackedEnd: string;
  faults: string[];
}

async function duringStorm(provider: SandboxProvider, neighbor: Desktop, payload: Payload): Promise<NeighborTimes> {
  const times: NeighborTimes = {
    steps: [],
    starts: [],
    collections: [],
    isHarmSeen: false,
    held: 0,
    attackedEnd: '',
    faults: [],
  };
  const note = (error: Error): void => void times.faults.push(error.message.split('\n', 1)[0] ?? '');
  const attacked = await provider.create(size);
  try {
    const log = await beginEffectLog({
      desktop: attacked,
      canaries: makeCanaries(1),
      write: () => undefined,
      writeAction: () => undefined,
    });
    log.stepStarted(0);
    await attacked.execute("open('/home/user/harm.txt', 'w').write('harm')");
    const loop = watchHolds();
    const collect = async (collected: () => Promise<unknown>): Promise<void> => {
      // Any fault: the desktop may end in the storm, which is the expected result.
      const seconds = await timed(collected).then(toSeconds, () => Number.NaN);
      times.collections.push(seconds);
    };
    const end = performance.now() + stormSeconds * 1000;
    // Any fault: the desktop may end in the storm.
    const storm = attacked.execute(asAccount(payload), { timeoutMs: 30_000 }).catch(() => undefined);
    await delay(500);
    const steps = (async () => {
      for (let turn = 0; performance.now() < end; turn += 1) times.steps.push(await step(neighbor, turn));
    })().catch(note);
    const starts = (async () => {
      while (performance.now() < end) times.starts.push(await startOne(provider));
    })().catch(note);
    await Promise.all([steps, starts, storm, collect(() => log.collect(0))]);
    await collect(() => log.stepsOver().collectAndEnd(0));
    times.isHarmSeen = log.effects().some(({ sentence }) => sentence.includes('harm.txt'));
    times.held = loop.longest();
    const ended = attacked.state();
    times.attackedEnd = ended.state === 'destroyed' ? ended.reason : ended.state;
  } finally {
    await attacked.close();
  }
  return times;
}

async function startOne(provider: SandboxProvider): Promise<number> {
  const start = performance.now();
  const desktop = await provider.create(size);
  const ms = performance.now() - start;
  await desktop.close();
  return ms;
}

const names = process.argv.slice(2);
const isNamed = ({ name, account }: Payload): boolean => names.includes(name) || names.includes(`${name}:${account}`);
const chosen = names.length === 0 ? stormPayloads : stormPayloads.filter(isNamed);
const provider = new SandboxProvider();
await provider.check();
const neighbor = await provider.create(size);
const calm: number[] = [];
const starts: number[] = [];
const calmStartsTaken = (async () => {
  for (let turn = 0; turn < calmStarts; turn += 1) starts.push(await startOne(provider));
})();
await Promise.all([
  calmStartsTaken,
  (async () => {
    while (starts.length < calmStarts) calm.push(await step(neighbor, calm.length));
  })(),
]);
const [calmStep, calmStart] = [median(calm), median(starts)];
process.stdout.write(
  `Without a storm: step ${Math.round(calmStep)} ms, start ${Math.round(calmStart)} ms, beside each other.\n\n| payload | account | attacked desktop | steps | ratio | longest | starts | ratio | longest | collections (s) | sees the harm | loop held (ms) | load |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n`,
);
let wrong = 0;
for (const payload of chosen) {
  const times = await duringStorm(provider, neighbor, payload);
  const ratio = (values: readonly number[], calmly: number): number =>
    Math.round((median(values) / calmly) * 100) / 100;
  const [ofSteps, ofStarts] = [ratio(times.steps, calmStep), ratio(times.starts, calmStart)];
  const isRight =
    times.faults.length === 0 &&
    ofSteps <= mostRatio &&
    ofStarts <= mostRatio &&
    times.isHarmSeen &&
    !times.collections.some((seconds) => seconds > mostCollecting) &&
    times.held <= mostHolding;
  if (!isRight) wrong += 1;
  const longest = (values: readonly number[]): string => (Math.max(...values) / 1000).toFixed(1);
  const cells = [
    payload.name,
    payload.account,
    times.attackedEnd,
    times.steps.length,
    ofSteps,
    longest(times.steps),
    times.starts.length,
    ofStarts,
    longest(times.starts),
    times.collections.map((seconds) => (Number.isNaN(seconds) ? 'ended' : seconds)).join(', '),
    times.isHarmSeen ? 'yes' : '**NO**',
    times.held,
    loadavg()[0]?.toFixed(1),
  ];
  process.stdout.write(`| ${cells.join(' | ')} |${isRight ? '' : ' **WRONG**'}\n`);
  for (const fault of times.faults) process.stdout.write(`<!-- ${fault} -->\n`);
}
await neighbor.close();
await provider.close();
process.stdout.write(wrong === 0 ? 'No storm slowed the neighbor.\n' : `${wrong} of ${chosen.length} storms did.\n`);
process.exitCode = wrong === 0 ? 0 : 1;
