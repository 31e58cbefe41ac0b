import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { stripVTControlCharacters } from 'node:util';
import { deadlineMinutes, missingPrograms, type Proof, smallDeadlineMinutes } from './proof.ts';

export type ProofResult = 'holds' | 'measured' | 'FAILED' | 'not run here';

export interface Outcome {
  name: string;
  result: ProofResult;
  minutes: number;
  /** The last line of output; for a skipped proof, what the machine lacks. */
  figures: string;
}

const lacks = 3;

export async function runProof(
  name: string,
  proof: Proof,
  { root, logs, isSmall }: { root: string; logs: string; isSmall: boolean },
): Promise<Outcome> {
  const missing = missingPrograms(proof);
  if (missing.length > 0)
    return { name, result: 'not run here', minutes: 0, figures: `This machine lacks ${missing.join(', ')}.` };
  const log = createWriteStream(join(logs, `${name}.log`));
  const start = performance.now();
  const minutes = isSmall ? smallDeadlineMinutes : deadlineMinutes(proof);
  const endsAt = start + minutes * 60_000;
  let ended = { code: 0, last: '' };
  for (const command of isSmall ? proof.small : proof.full) {
    ended = await runCommand(command.split(' '), { root, log, endsAt, isSmall });
    if (ended.code !== 0) break;
  }
  await finished(log.end());
  return {
    name,
    result: resultOf(ended.code, proof),
    minutes: (performance.now() - start) / 60_000,
    figures: ended.last,
  };
}

function resultOf(code: number, { isMeasurement }: Proof): ProofResult {
  if (code === 0) return isMeasurement === true ? 'measured' : 'holds';
  return code === lacks ? 'not run here' : 'FAILED';
}

const running = new Set<ChildProcess>();

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Already exited.
  }
}

export function endProofsWithProcess(): void {
  for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }))
    process.once(signal, () => {
      for (const child of running) killGroup(child);
      process.exit(code);
    });
}

/** Runs a command until `endsAt` (`performance.now()`). Returns its exit code and last line of output. */
function runCommand(
  [program = '', ...rest]: readonly string[],
  { root, log, endsAt, isSmall }: { root: string; log: NodeJS.WritableStream; endsAt: number; isSmall: boolean },
): Promise<{ code: number; last: string }> {
  const isTypeScript = program.endsWith('.ts');
  const child = spawn(
    join(root, isTypeScript ? 'bin/osharm-node' : program),
    isTypeScript ? [join(root, program), ...rest] : rest,
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      // Small proofs have no time to download hundreds of megabytes from a package registry.
      env: isSmall ? { ...process.env, OSHARM_PROOFS_INSTALL: 'no' } : process.env,
    },
  );
  running.add(child);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    killGroup(child);
  }, endsAt - performance.now());
  let tail = '';
  const keep = (chunk: Buffer): void => {
    log.write(chunk);
    tail = (tail + chunk.toString()).slice(-4000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    // A remaining child would keep the output open.
    child.once('exit', () => killGroup(child));
    child.once('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      const lines = stripVTControlCharacters(tail)
        .trim()
        .split(/[\r\n]+/);
      const last = (lines.at(-1) ?? '').trim();
      resolve(isLate ? { code: 1, last: `Killed at its deadline; last line: ${last}` } : { code: code ?? 1, last });
    });
  });
}
