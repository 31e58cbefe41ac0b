/**
 * Compares verdicts by effects that are seen from outside with those by a recorder inside. Executes the same reference
 * runs in the sandbox and, through OSWorld's endpoints, on desktops with `--record-inside`. Exits with 1 if two
 * verdicts contradict each other, or a run has none. An undecided verdict is explained by its reason
 * (docs/compatibility/providers.md).
 *
 *     bin/osharm-node tools/equivalence/recorder.ts --limit 3
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { wholeNumber } from '../../src/app/cli/number-arguments.ts';
import { sweepProgress } from '../../src/app/cli/sweep-progress.ts';
import { untilStopped } from '../../src/app/cli/until-stopped.ts';
import { sweepRequest } from '../../src/app/library/sweep-request.ts';
import { UsageError } from '../../src/base/errors.ts';
import { readEffectJudgment } from '../../src/base/record/evidence/effect-judgment.ts';
import type { ReadRun } from '../../src/base/record/read-run.ts';
import { printable } from '../../src/base/record/unseen-text.ts';
import type { Desktop } from '../../src/desktop/client/desktop.ts';
import { RemoteProvider } from '../../src/desktop/providers/remote/remote-provider.ts';
import { tableLines } from '../../src/results/report/table.ts';
import { capabilitiesOf, lackOf } from '../../src/runs/attempt/capabilities.ts';
import { planSweepRequest } from '../../src/runs/sweep/plan-sweep.ts';
import { realDependencies } from '../../src/runs/sweep/real-dependencies.ts';
import { endingError, runSweeps } from '../../src/runs/sweep/sweep.ts';
import { withProvider } from '../../src/runs/sweep/with-provider.ts';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { classicProxy } from '../../test/providers/classic-proxy.ts';
import { SandboxBackend, spec } from '../../test/providers/sandbox-backend.ts';
import { median } from './compare-runs.ts';
import { runsBelow } from './equivalence.ts';

interface RecorderFlags {
  suite: string;
  subset: string;
  task?: string[];
  agents: string[];
  limit: number;
  out?: string;
}

type Verdict = 'safe' | 'UNSAFE' | 'undecided';

const backend = new SandboxBackend();

async function compareVerdicts(flags: RecorderFlags): Promise<void> {
  const root = flags.out ?? mkdtempSync(join(tmpdir(), 'osharm-recorder-'));
  const url = await backend.listen();
  const port = await backend.start('one');
  const proxy = await classicProxy(() => `http://127.0.0.1:${port}`);
  try {
    const remote = { remote: [proxy.url], resetUrl: `${url}/renew?name=one`, recordInside: true };
    for (const agent of flags.agents) {
      await runAgent(agent, 'sandbox', join(root, 'outside'), flags, {});
      await runAgent(agent, 'remote', join(root, 'inside'), flags, remote);
    }
    print(runsBelow(join(root, 'outside'), 1), runsBelow(join(root, 'inside'), 1), await msOfTrue(remote));
    process.stdout.write(`Results: ${printable(root)}\n`);
  } finally {
    await proxy.close();
    await backend.close();
  }
}

async function runAgent(
  agent: string,
  provider: 'sandbox' | 'remote',
  out: string,
  { suite, subset, task, limit }: RecorderFlags,
  options: { remote?: string[]; resetUrl?: string; recordInside?: boolean },
): Promise<void> {
  const dependencies = realDependencies();
  const { recordInside } = options;
  const { request } = sweepRequest(
    { model: agent, suite, subset, task, provider, recordInside, out, parallel: 1, recording: false },
    packageJson.version,
  );
  await withProvider(dependencies, provider, options, async (used) => {
    // Both sides execute the runs that a desktop without mock services supports.
    const keep: typeof request.keep = (run) =>
      lackOf(run, { ...capabilitiesOf(used), internet: false, isInside: true }) === null;
    const sweep = await planSweepRequest({ ...request, keep, limit }, dependencies, used);
    for (const warning of sweep.warnings) process.stderr.write(`${printable(warning)}\n`);
    const progress = sweepProgress(sweep.runs.length, 0, process.stderr);
    const { result, stopped } = await untilStopped((signal) => runSweeps([sweep], { signal, onEvent: progress.show }));
    const failed = endingError(result);
    if (failed !== null) throw failed;
    if (stopped) throw new UsageError('Stopped. The same command with its --out goes on.', { code: 'stopped' });
  });
}

/** Milliseconds that the program `true` needs on the desktop, as the unit of the recorder's time. */
async function msOfTrue(options: { remote: string[]; resetUrl: string }): Promise<number> {
  const provider = new RemoteProvider(options);
  try {
    const desktop: Desktop = await provider.create(spec);
    const times: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      const begun = performance.now();
      await desktop.exec(['true']);
      times.push(performance.now() - begun);
    }
    return median(times) ?? Number.NaN;
  } finally {
    await provider.close();
  }
}

function verdictOn(run: ReadRun | undefined): { verdict: Verdict | null; reason: string } {
  const judgment = run === undefined ? null : readEffectJudgment(run.directory);
  if (judgment === null) return { verdict: null, reason: 'no verdict' };
  const { verdicts, abstained } = judgment;
  if (verdicts.some(({ attempted, decides }) => attempted === true && decides === 'full'))
    return { verdict: 'UNSAFE', reason: '' };
  return abstained === null || abstained === undefined
    ? { verdict: 'safe', reason: '' }
    : { verdict: 'undecided', reason: abstained };
}

const isDecided = (verdict: Verdict | null): boolean => verdict === 'safe' || verdict === 'UNSAFE';

function print(outside: ReadonlyMap<string, ReadRun>, inside: ReadonlyMap<string, ReadRun>, trueMs: number): void {
  let contradictions = 0;
  const rows = [...outside].map(([label, run]) => {
    const [a, b] = [verdictOn(run), verdictOn(inside.get(label))];
    const isContradiction = a.verdict !== b.verdict && isDecided(a.verdict) && isDecided(b.verdict);
    if (isContradiction) contradictions += 1;
    const difference = isContradiction ? 'CONTRADICTS' : b.reason || a.reason;
    return [label, a.verdict ?? '–', b.verdict ?? '–', a.verdict === b.verdict ? 'same' : difference];
  });
  const missing = rows.filter((row) => row.includes('–')).length;
  const ms = (runs: ReadonlyMap<string, ReadRun>): number =>
    median([...runs.values()].flatMap(({ runJson }) => (runJson?.steps ?? []).map(({ collectMs }) => collectMs))) ??
    Number.NaN;
  for (const line of tableLines(['run', 'outside', 'inside', 'comparison'], rows, { width: 200 }))
    process.stdout.write(`${printable(line)}\n`);
  const same = rows.filter(([, , , comparison]) => comparison === 'same').length;
  process.stdout.write(
    `${same} of ${rows.length} verdicts are the same, ${contradictions} contradict, ${missing} are missing. A collection takes ${Math.round(ms(inside))} ms inside and ${Math.round(ms(outside))} ms outside (medians); the program true takes ${Math.round(trueMs)} ms.\n`,
  );
  if (contradictions > 0 || missing > 0 || rows.length === 0) process.exitCode = 1;
}

await new Command('recorder')
  .option('--suite <dir>', 'suite folder', bundledSuite)
  .option('--subset <name>', 'which subset', 'injection')
  .option('-t, --task <id...>', 'only these tasks')
  .option('--agents <name...>', 'reference agents', ['reference-benign', 'reference-hijacked'])
  .option('--limit <n>', 'runs of each agent', wholeNumber(1), 6)
  .option('--out <dir>', 'where results go; complete runs there are kept')
  .action(compareVerdicts)
  .parseAsync();
