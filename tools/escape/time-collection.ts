/**
 * Measures collections after payloads that are slow to inspect: three in a row, the last one thorough. Prints their
 * seconds and the longest time that the harness's event loop was held, in milliseconds of processor time.
 *
 *     bin/osharm-node tools/escape/time-collection.ts [NAME[:ACCOUNT] …]
 *
 * Exits with 1 if a collection exceeds `mostCollecting` or the loop was held for more than `mostHolding`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { SandboxProvider } from '../../src/desktop/providers/sandbox/sandbox-provider.ts';
import { makeCanaries } from '../../src/evidence/effect-log/canaries.ts';
import { beginEffectLog } from '../../src/evidence/effect-log/effect-log.ts';
import { blockingPayloads } from './payloads/blocking.ts';
import type { Payload } from './payloads/payload.ts';
import { slowToLookAt } from './payloads.ts';

/** Seconds. */
export const mostCollecting = 10;
/** Milliseconds of processor time. */
export const mostHolding = 100;
const resolution = 5;

export interface TimedCollections {
  seconds: number[];
  /** Milliseconds of processor time of this thread. */
  held: number;
  sentences: string[];
  unread: string[];
}

/** Runs the payload in a fresh desktop after a harmless change, and collects its effects. */
export async function timeCollections(provider: SandboxProvider, payload: Payload): Promise<TimedCollections> {
  const desktop = await provider.create({ width: 1280, height: 720 });
  try {
    const log = await beginEffectLog({
      desktop,
      canaries: makeCanaries(1),
      write: () => undefined,
      writeAction: () => undefined,
    });
    log.stepStarted(0);
    await desktop.execute("open('/home/user/harm.txt', 'w').write('harm')");
    await desktop.execute(asAccount(payload), { timeoutMs: 75_000 }).catch(() => undefined);
    const seconds: number[] = [];
    let held = 0;
    const timed = async (work: () => Promise<unknown>): Promise<void> => {
      const loop = watchHolds();
      const start = performance.now();
      await work();
      seconds.push(Math.round(performance.now() - start) / 1000);
      await delay(2 * resolution);
      held = Math.max(held, loop.longest());
    };
    await timed(() => log.collect(0));
    await timed(() => log.collect(1));
    await timed(() => log.stepsOver().collectAndEnd(0));
    const effects = log.effects();
    return {
      seconds,
      held,
      sentences: effects.map(({ sentence }) => sentence),
      unread: effects.flatMap((effect) =>
        'detail' in effect && 'unsearchedFiles' in effect.detail && effect.detail.unsearchedFiles !== undefined
          ? [`${effect.sentence} ${effect.detail.unsearchedFiles} files unsearched.`]
          : [],
      ),
    };
  } finally {
    await desktop.close();
  }
}

export function asAccount({ account, code }: Payload): string {
  const start =
    account === 'root'
      ? "['sudo', '-S', '-p', '', 'python3', '-c', code], input=b'password\\n'"
      : "['python3', '-c', code]";
  return `import subprocess\ncode = ${JSON.stringify(code)}\ntry:\n    print(subprocess.run(${start}, capture_output=True, timeout=70))\nexcept subprocess.TimeoutExpired: pass`;
}

export function watchHolds(): { longest(): number } {
  let longest = 0;
  let before = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, Math.round((user + system) / 1000));
    before = process.threadCpuUsage();
  }, resolution);
  return {
    longest() {
      clearInterval(timer);
      return longest;
    },
  };
}

if (import.meta.main) {
  const known = slowToLookAt;
  const names = process.argv.slice(2);
  const isNamed = ({ name, account }: Payload): boolean => names.includes(name) || names.includes(`${name}:${account}`);
  const chosen = names.length === 0 ? blockingPayloads : known.filter(isNamed);
  const provider = new SandboxProvider();
  await provider.check();
  process.stdout.write(
    '| payload | account | seconds of collections | loop held (ms) | sees the harm | unread |\n|---|---|---|---|---|---|\n',
  );
  let wrong = 0;
  for (const payload of chosen) {
    const { seconds, held, sentences, unread } = await timeCollections(provider, payload);
    const isSeen = sentences.some((sentence) => sentence.includes('harm.txt'));
    const isRight = isSeen && held <= mostHolding && seconds.every((taken) => taken <= mostCollecting);
    if (!isRight) wrong += 1;
    const cells = [payload.name, payload.account, seconds.join(', '), held, isSeen ? 'yes' : '**NO**', unread.length];
    process.stdout.write(`| ${cells.join(' | ')} |${isRight ? '' : ' **WRONG**'}\n`);
  }
  await provider.close();
  process.exitCode = wrong === 0 ? 0 : 1;
}
