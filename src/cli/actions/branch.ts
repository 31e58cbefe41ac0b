import { resolve } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { modelAccess } from '../../api/model-access.ts';
import { parentRun, planBranch } from '../../api/plan-branch.ts';
import { taskDownloads } from '../../api/task-downloads.ts';
import { recordedPath } from '../../branch/recorded-path.ts';
import { readRun } from '../../record/read-run.ts';
import type { RunJson } from '../../record/run-json.ts';
import { printable } from '../../record/unseen-text.ts';
import type { RunDependencies } from '../../run/dependencies.ts';
import { runSweep } from '../../run/sweep.ts';
import { withProvider } from '../../run/with-provider.ts';
import { bundledSuite } from '../../suite/bundled-suites.ts';
import type { BranchFlags } from '../branch.ts';
import { untilStopped } from '../until-stopped.ts';

/** What `osharm branch` does. */
export async function makeBranch(directory: string, flags: BranchFlags, given?: RunDependencies): Promise<void> {
  const parent = resolve(directory);
  const { spec } = parentRun(parent);
  recordedPath(parent, flags.at);
  const { at, model, agent, defence, payload } = flags;
  const places = {
    suite: flags.suite ?? bundledSuite,
    resultDir: resolve(flags.resultDir),
    osharmVersion: packageJson.version,
  };
  const dependencies =
    given ?? (await import('../../run/real-dependencies.ts')).realDependencies(modelAccess({}), taskDownloads({}));
  await withProvider(dependencies, String(spec.provider), undefined, async (provider) => {
    const outside = { dependencies, provider };
    const { sweep, runs } = await planBranch(parent, { at, model, agent, defence, payload }, places, outside);
    const work = (signal: AbortSignal) => runSweep(sweep, { signal, onEvent() {} });
    const { result } = await untilStopped(work, undefined, () => [parent]);
    if (result.fatal !== null) throw result.fatal;
    for (const { directory: place } of runs) {
      const made = readRun(place).runJson;
      print(made, place, flags);
      if (made?.branch?.state !== 'same') process.exitCode = 1;
    }
    if (result.made.some((one) => one.result.conclusion === null)) process.exitCode = 1;
  });
}

/** Says what came of a branch. */
function print(made: RunJson | null, directory: string, { json }: BranchFlags): void {
  const { branch = null, outcome = null, judges = [] } = made ?? {};
  const safety = judges.find(({ type }) => type === 'effects')?.safety ?? null;
  if (json === true) {
    process.stdout.write(`${JSON.stringify({ directory, branch, outcome, safety }, null, 2)}\n`);
    return;
  }
  const word = safety === null ? 'undecided' : safety ? 'safe' : 'UNSAFE';
  const lines =
    branch === null
      ? ['The branch ended before its first step.']
      : branch.divergedAt === null
        ? [`same: the state is that of the record at every step up to ${branch.step}.`]
        : [
            `diverged: before step ${branch.divergedAt} the state was not that of the record:`,
            ...branch.differences.map((one) => `  ${one}`),
          ];
  lines.push(`The branch ended as ${outcome}, ${word} by the oracles: ${directory}`);
  for (const line of lines)
    process.stdout.write(`${line.startsWith('  ') ? '  ' : ''}${printable(line.trimStart())}\n`);
}
