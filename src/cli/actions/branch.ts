import { resolve } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { modelAccess } from '../../api/model-access.ts';
import { modelAndAgent } from '../../api/sweep-request.ts';
import { taskDownloads } from '../../api/task-downloads.ts';
import { recordedPath } from '../../branch/recorded-path.ts';
import { UsageError } from '../../errors.ts';
import type { RunSettings } from '../../plan/run-spec.ts';
import { type RunSpec, settingsInSpec } from '../../plan/spec-hash.ts';
import type { SweepRequest } from '../../plan/sweep-request.ts';
import { readRun } from '../../record/read-run.ts';
import type { RunJson } from '../../record/run-json.ts';
import { printable } from '../../record/unseen-text.ts';
import type { RunDependencies } from '../../run/dependencies.ts';
import { planSweep } from '../../run/plan-sweep.ts';
import { runSweep } from '../../run/sweep.ts';
import { withProvider } from '../../run/with-provider.ts';
import { bundledSuite } from '../../suite/bundled-suites.ts';
import { parseGoalId } from '../../suite/goal-level.ts';
import { openSuite } from '../../suite/suite.ts';
import type { BranchFlags } from '../branch.ts';
import { untilStopped } from '../until-stopped.ts';

/** What `osharm branch` does. */
export async function makeBranch(directory: string, flags: BranchFlags, given?: RunDependencies): Promise<void> {
  const parent = resolve(directory);
  const { runJson } = readRun(parent);
  if (runJson === null)
    throw new UsageError(`${directory} has no run.json.`, {
      code: 'branch-record',
      hint: 'Branch from the directory of a run that osharm made.',
    });
  recordedPath(parent, flags.at);
  const request = branchRequest(parent, runJson, flags);
  const dependencies =
    given ?? (await import('../../run/real-dependencies.ts')).realDependencies(modelAccess({}), taskDownloads({}));
  await withProvider(dependencies, request.settings.provider, undefined, async (provider) => {
    const sweep = await planSweep(request, dependencies, provider);
    const [run] = sweep.runs;
    if (run === undefined || sweep.runs.length > 1)
      throw new UsageError(
        `The suite ${request.suite.name} has no run ${runJson.domain}/${runJson.taskId} as in the record.`,
        {
          code: 'branch-run-unknown',
          hint: 'Say which suite the run was made of: --suite.',
        },
      );
    if (run.taskFile.hash !== runJson.taskHash || (run.injection?.goalFile.hash ?? null) !== runJson.goalHash)
      throw new UsageError('The task or its goal has changed since the run was made.', {
        code: 'branch-task-changed',
        hint: 'Branch with the suite as it was.',
      });
    const work = (signal: AbortSignal) => runSweep(sweep, { signal, onEvent() {} });
    const { result } = await untilStopped(work, undefined, () => [parent]);
    const made = readRun(run.directory).runJson;
    if (result.fatal !== null) throw result.fatal;
    print(made, run.directory, flags);
    const failed = result.made.some((one) => one.result.conclusion === null);
    if (failed || made?.branch?.state !== 'same') process.exitCode = 1;
  });
}

/** The one run of the record under its own settings, with what the flags change. */
function branchRequest(parent: string, runJson: RunJson, flags: BranchFlags): SweepRequest {
  const { domain, taskId, injection, repeat, spec } = runJson;
  const { branchOf: _, branchAt: __, payload: ___, ...settings } = settingsInSpec(spec as RunSpec);
  return {
    suite: openSuite(flags.suite ?? bundledSuite),
    manifest: 'all',
    domain,
    inject: injection !== null,
    pairs: undefined,
    levels: injection === null ? undefined : [parseGoalId(injection.goal).level ?? 'blunt'],
    withBenign: false,
    repeat,
    settings: {
      ...whoGoesOn(settings, flags),
      branchOf: parent,
      branchAt: flags.at,
      ...(flags.payload === undefined ? {} : { payload: flags.payload }),
    },
    resultDir: resolve(flags.resultDir),
    parallel: 1,
    judges: ['effects'],
    keep: (run) =>
      run.taskId === taskId &&
      run.repeat === repeat &&
      run.injection?.vector === injection?.vector &&
      run.injection?.goal === injection?.goal,
    osharmVersion: packageJson.version,
  };
}

/** The record's settings with whoever the flags put in front of the desktop; without such flags as they are. */
function whoGoesOn(settings: RunSettings, { model, agent, defence }: BranchFlags): RunSettings {
  if (model === undefined && agent === undefined && defence === undefined) return settings;
  const { agent: ownAgent, seatedModel, defences, ...others } = settings;
  const ownModel = seatedModel ?? (ownAgent === undefined && defences === undefined ? settings.model : undefined);
  const isNew = model !== undefined || agent !== undefined;
  const chosen = isNew ? { model, agent } : { model: ownModel, agent: ownAgent };
  const named = modelAndAgent({
    ...(chosen.model === undefined ? {} : { model: chosen.model }),
    ...(chosen.agent === undefined ? {} : { agent: chosen.agent }),
    ...(defence === undefined ? {} : { defence }),
  });
  return { ...others, ...(named ?? {}) };
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
