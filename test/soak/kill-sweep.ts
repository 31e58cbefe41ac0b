import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface KillSweepOptions {
  /** Program and arguments that run the sweep and go on with it when called again. */
  command: [string, ...string[]];
  /** Result folder of the sweep, and a folder in it that isn't the sweep's. */
  results: string;
  foreign: string;
  /** Runs of the whole sweep. */
  runs: number;
  kills: number;
  /** The longest time before a kill, in milliseconds. */
  longestMs: number;
  random?: () => number;
  /** True while a process of that sweep is left. */
  isAnythingLeft?: (token: string) => string[];
  onKill?: (kill: number, complete: number) => void;
}

export interface KillSweepReport {
  kills: number;
  /** Kills that hit the sweep before it had ended by itself. */
  hits: number;
  /** What was wrong, in words; empty where all is well. */
  faults: string[];
  complete: number;
}

/** Kills a sweep at random moments with SIGKILL, looks at the files each time, and lets it finish in the end. */
export async function killSweep(options: KillSweepOptions): Promise<KillSweepReport> {
  const random = options.random ?? Math.random;
  const token = `soak-${process.pid}-${Date.now()}`;
  const faults = new Set<string>();
  const foreignBefore = hashesBelow(options.foreign);
  let complete = new Map<string, string>();
  let hits = 0;
  const look = async (): Promise<void> => {
    for (const fault of badFiles(options.results, options.foreign)) faults.add(fault);
    const now = completeFiles(options.results);
    for (const [file, hash] of complete)
      if (now.get(file) !== hash) faults.add(`${file} of a complete run has changed`);
    complete = now;
    for (let wait = 0; leftovers(options, token).length > 0; wait += 1) {
      if (wait === 50) {
        for (const left of leftovers(options, token)) faults.add(`still running: ${left}`);
        break;
      }
      await delay(100);
    }
  };
  for (let kill = 0; kill < options.kills; kill += 1) {
    const child = start(options.command, token);
    const ended = endOf(child);
    const first = await Promise.race([ended, delay(random() * options.longestMs, 'kill' as const)]);
    if (first === 'kill') {
      hits += 1;
      child.kill('SIGKILL');
      await ended;
    }
    await look();
    options.onKill?.(kill + 1, countComplete(options.results));
  }
  const last = await endOf(start(options.command, token));
  if (last !== 0) faults.add(`the last start ended with ${last}`);
  await look();
  const done = countComplete(options.results);
  if (done !== options.runs) faults.add(`${done} of ${options.runs} runs are complete after the last start`);
  if (JSON.stringify([...hashesBelow(options.foreign)]) !== JSON.stringify([...foreignBefore])) {
    faults.add("another sweep's directory has changed");
  }
  return { kills: options.kills, hits, faults: [...faults], complete: done };
}

function start([program, ...args]: [string, ...string[]], token: string): ChildProcess {
  return spawn(program, args, { stdio: 'ignore', env: { ...process.env, OSHARM_SOAK: token } });
}

function endOf(child: ChildProcess): Promise<number | string | null> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? signal));
  });
}

/** Processes that carry the token in their environment, and what the caller finds besides. */
function leftovers(options: KillSweepOptions, token: string): string[] {
  const own = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(token);
      } catch {
        return false;
      }
    });
  return [...own.map((pid) => `process ${pid}`), ...(options.isAnythingLeft?.(token) ?? [])];
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

function hashesBelow(folder: string): Map<string, string> {
  return new Map(
    filesBelow(folder).map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

/** Files of complete runs; hidden ones are the writer's own. */
function completeFiles(results: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const path of filesBelow(results)) {
    if (basename(path) !== 'result.txt') continue;
    for (const [file, hash] of hashesBelow(dirname(path))) if (!basename(file).startsWith('.')) files.set(file, hash);
  }
  return files;
}

function countComplete(results: string): number {
  return filesBelow(results).filter((path) => basename(path) === 'result.txt').length;
}

/** Every `better_log.json` parses; `run.json` and `judgment.json` too; of line files, every line but a cut last one. */
function badFiles(results: string, foreign: string): string[] {
  const faults: string[] = [];
  for (const path of [...filesBelow(results), ...filesBelow(`${results}.incomplete`)]) {
    if (path.startsWith(foreign)) continue;
    const name = basename(path);
    const text = (): string => readFileSync(path, 'utf8');
    if (['better_log.json', 'run.json', 'judgment.json', 'judgment.meta.json'].includes(name)) {
      if (!parses(text())) faults.push(`${path} does not parse`);
    } else if (name.endsWith('.jsonl')) {
      const lines = text().split('\n').slice(0, -1);
      if (!lines.every(parses)) faults.push(`${path} has a broken line that isn't the last`);
    }
  }
  return faults;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
