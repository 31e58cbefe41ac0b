import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { judgmentMetaFile } from '../../src/base/record/evidence/judgment-file.ts';

const pollMs = 50;

export interface KillSweepOptions {
  command: [string, ...string[]];
  /** Result folder of the sweep, and a foreign folder within it. */
  results: string;
  foreign: string;
  runs: number;
  kills: number;
  /** Maximum delay of a kill, from the start or from the moment that `isMoment` waits for. */
  longestMs: number;
  /** True when a kill counts as well timed; `since` (Unix milliseconds) is the previous kill. */
  isMoment?: (since: number) => boolean;
  /** Programs that share the result folder. Each kill hits one of them, in turn. */
  workers?: number;
  env?: Readonly<Record<string, string>>;
  /** Folders in which the programs create entries named `PID-` or `osharm-PID-` while they run. */
  places?: readonly string[];
  random?: () => number;
  onKill?: (kill: number, complete: number) => void;
}

export interface KillSweepReport {
  kills: number;
  /** Kills before the sweep ended on its own. */
  hits: number;
  /** Hits while `isMoment` was true. */
  past: number;
  faults: string[];
  complete: number;
}

interface Worker {
  child: ChildProcess;
  ended: Promise<number | string | null>;
  /** Value of an environment variable that only this program and its descendants have. */
  token: string;
}

export async function killSweep(options: KillSweepOptions): Promise<KillSweepReport> {
  const random = options.random ?? Math.random;
  const token = `soak-${process.pid}-${Date.now()}`;
  const faults = new Set<string>();
  const foreignBefore = hashesBelow(options.foreign);
  let complete = new Map<string, string>();
  let hits = 0;
  let past = 0;
  const pids = new Set<number>();
  const begin = (): Worker => {
    const own = `${token}-${pids.size}-`;
    const child = start(options.command, { ...options.env, OSHARM_SOAK: own });
    pids.add(child.pid ?? 0);
    return { child, ended: endOf(child), token: own };
  };
  const inspect = async (token: string, family: readonly string[] = []): Promise<void> => {
    for (const fault of badFiles(options.results, options.foreign)) faults.add(fault);
    const now = completeFiles(options.results);
    for (const [file, hash] of complete)
      if (now.get(file) !== hash) faults.add(`${file} of a complete run has changed`);
    complete = now;
    const left = (): string[] => [...leftovers(token), ...family.filter((value) => identities().has(value))];
    for (let wait = 0; left().length > 0; wait += 1) {
      if (wait === 100) {
        for (const value of left()) faults.add(`still running: ${value}`);
        break;
      }
      await delay(100);
    }
  };
  const count = options.workers ?? 1;
  const workers = Array.from({ length: count - 1 }, begin);
  for (let kill = 0; kill < options.kills; kill += 1) {
    const since = Date.now();
    workers.push(begin());
    const { child, ended, token } = workers.shift() as Worker;
    const isPast = (): boolean => options.isMoment?.(since) === true;
    while (options.isMoment !== undefined && !isPast()) {
      const first = await Promise.race([ended.then(() => 'ended' as const), delay(pollMs, 'time' as const)]);
      if (first === 'ended') break;
    }
    const first = await Promise.race([ended, delay(random() * options.longestMs, 'kill' as const)]);
    let family: string[] = [];
    if (first === 'kill') {
      hits += 1;
      if (isPast()) past += 1;
      family = familyOf(child.pid ?? 0);
      child.kill('SIGKILL');
      await ended;
    }
    await inspect(token, family);
    options.onKill?.(kill + 1, countComplete(options.results));
  }
  for (const { ended, token } of workers) {
    await ended;
    await inspect(token);
  }
  const { ended, token: lastToken } = begin();
  const last = await ended;
  if (last !== 0) faults.add(`the last start ended with ${last}`);
  await inspect(lastToken);
  for (const value of leftIn(options.places ?? [], pids)) faults.add(`left over: ${value}`);
  const done = countComplete(options.results);
  if (done !== options.runs) faults.add(`${done} of ${options.runs} runs are complete after the last start`);
  if (JSON.stringify([...hashesBelow(options.foreign)]) !== JSON.stringify([...foreignBefore])) {
    faults.add("another sweep's directory has changed");
  }
  return { kills: options.kills, hits, past, faults: [...faults], complete: done };
}

/** True if an incomplete run that started after `since` (Unix milliseconds) has finished this step. */
export function isPastStep(results: string, step: number, since: number): boolean {
  return filesBelow(results).some((path) => {
    const [, name] = /^step_(\d+)_/.exec(basename(path)) ?? [];
    if (name === undefined || Number(name) < step || existsSync(join(dirname(path), 'result.txt'))) return false;
    return (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since;
  });
}

function leftIn(places: readonly string[], pids: ReadonlySet<number>): string[] {
  return places.flatMap((place) =>
    (existsSync(place) ? readdirSync(place) : []).flatMap((name) => {
      const pid = /^(?:osharm-)?(\d+)-/.exec(name)?.[1];
      return pid !== undefined && pids.has(Number(pid)) ? [join(place, name)] : [];
    }),
  );
}

function start([program, ...args]: [string, ...string[]], env: Readonly<Record<string, string>>): ChildProcess {
  return spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } });
}

function endOf(child: ChildProcess): Promise<number | string | null> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? signal));
  });
}

/** Every process as `pid start`, with its parent's pid. */
function identities(): Map<string, number> {
  const found = new Map<string, number>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // Skips zombies, which only wait for their parent.
      if (fields[0] !== 'Z') found.set(`${pid} ${fields[19]}`, Number(fields[1]));
    } catch {
      // It exited meanwhile.
    }
  }
  return found;
}

/** A process's descendants, even if they changed their name, group or session. */
function familyOf(root: number): string[] {
  const all = identities();
  const family: string[] = [];
  for (const parents = [root]; parents.length > 0; ) {
    const parent = parents.pop();
    for (const [identity, above] of all) {
      if (above !== parent) continue;
      family.push(identity);
      parents.push(Number(identity.split(' ')[0]));
    }
  }
  return family;
}

function leftovers(token: string): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'latin1').includes(token);
    } catch {
      return false;
    }
  });
}

/** Folders may be deleted during reading; then reads again. */
function filesBelow(folder: string): string[] {
  for (let turn = 0; ; turn += 1) {
    if (!existsSync(folder)) return [];
    try {
      return readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || turn === 20) throw error;
    }
  }
}

function hashesBelow(folder: string): Map<string, string> {
  return new Map(
    filesBelow(folder).map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );
}

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

/** Unparsable `better_log.json`, `run.json`, `judgment.json`, and lines other than a truncated last one. */
function badFiles(results: string, foreign: string): string[] {
  const faults: string[] = [];
  for (const path of [...filesBelow(results), ...filesBelow(`${results}.incomplete`)]) {
    if (path.startsWith(foreign)) continue;
    const name = basename(path);
    const text = (): string => readFileSync(path, 'utf8');
    if (['better_log.json', 'run.json', 'judgment.json', judgmentMetaFile].includes(name)) {
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
