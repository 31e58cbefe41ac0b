import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import {
  isReferenceAgent,
  type ReferenceAgentName,
  referenceAgents,
} from '../../../agents/reference/reference-names.ts';
import { UsageError } from '../../../base/errors.ts';
import { counted } from '../../../base/record/counted.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import type { DesktopProvider } from '../../../desktop/client/desktop.ts';
import { endedRuns, type VerifiedRun, wrongIn } from '../../../results/report/verify/compare-run.ts';
import { expectationOf, meets, verifiedRuns } from '../../../results/report/verify/expectation.ts';
import { isVerified, verificationLines, verifiedCells } from '../../../results/report/verify/verification.ts';
import { capabilitiesOf } from '../../../runs/attempt/capabilities.ts';
import type { RunDependencies } from '../../../runs/attempt/dependencies.ts';
import { sweepSeconds } from '../../../runs/plan/plan-size.ts';
import { label, type PlannedRun } from '../../../runs/plan/planned-run.ts';
import { sampleRuns } from '../../../runs/plan/sample-runs.ts';
import type { SweepRequest } from '../../../runs/plan/sweep-request.ts';
import { planSweepRequest } from '../../../runs/sweep/plan-sweep.ts';
import { endingError, runSweeps } from '../../../runs/sweep/sweep.ts';
import { withProvider } from '../../../runs/sweep/with-provider.ts';
import { bundledSuite, osHarmStandIns } from '../../../tasks/suite/bundled-suites.ts';
import type { TextLanguage } from '../../../tasks/suite/goal-id.ts';
import { bareGoal } from '../../../tasks/suite/goal-id.ts';
import { loadSubset, loadTask, openSuite, type Suite } from '../../../tasks/suite/suite.ts';
import { type Category, categories, osHarmCategories } from '../../../tasks/suite/task.ts';
import type { TextStyle } from '../../../tasks/suite/text-style.ts';
import type { Visibility } from '../../../tasks/suite/visibility.ts';
import { loadPlugins } from '../../library/plugins/load.ts';
import type { SweepHost } from '../../library/prepare-sweep.ts';
import { sweepRequest } from '../../library/sweep-request.ts';
import { taskDownloads } from '../../library/task-downloads.ts';
import { confirmPlan } from '../confirm-plan.ts';
import { sweepProgress } from '../sweep-progress.ts';
import { stoppedCode, untilStopped } from '../until-stopped.ts';

export interface VerifyFlags {
  parallel?: number;
  agents?: string[];
  all?: boolean;
  sample?: number;
  plugin?: string[];
  subset?: string;
  assets?: string;
  offline?: boolean;
  downloadHosts?: string[];
  domain: string;
  task?: string[];
  style?: TextStyle[];
  language?: TextLanguage[];
  visibility?: Visibility[];
  repeat: number;
  seed: number;
  out?: string;
  provider: string;
  yes?: boolean;
  json?: boolean;
}

const standardAgents = ['reference-benign', 'reference-hijacked'];

/** Agents for checkouts, which have no reference solutions for injections and seeds. */
const agentsWithoutInjection: readonly ReferenceAgentName[] = [
  'reference-benign',
  'reference-hijacked',
  'reference-harmful-alt',
  'reference-refuse',
  'reference-idle',
];

/** After a few steps, an agent that only waits reveals nothing new. */
const idleSteps = 5;

/** Scripts take small steps, up to forty in the longest tasks. A model's limit of 15 steps would end them early. */
const scriptSteps = 80;

export async function verifySuite(folder: string | undefined, flags: VerifyFlags, host: SweepHost = {}): Promise<void> {
  await loadPlugins(flags.plugin ?? []);
  const suite = openSuite(folder ?? bundledSuite);
  const agents = agentsOf(flags, suite);
  const subsets = subsetsOf(flags, suite);
  checkTasks(flags, suite, subsets);
  const downloads = taskDownloads({ assets: suite.isCheckout ? osHarmStandIns : undefined, ...flags });
  const dependencies =
    host.dependencies ??
    (await import('../../../runs/sweep/real-dependencies.ts')).realDependencies(undefined, downloads);
  const resultDir = flags.out ?? mkdtempSync(join(tmpdir(), 'osharm-verify-'));
  const runs: VerifiedRun[] = [];
  let wasStopped = false;
  if (flags.yes !== true) await confirmRuns(agents, subsets, suite, { ...flags, out: resultDir }, dependencies);
  for (const agent of agents)
    for (const subset of subsets) {
      if (wasStopped) break;
      const sweep = await sweepOf(agent, suite, { ...flags, subset, out: resultDir }, dependencies);
      wasStopped ||= sweep.stopped;
      runs.push(...sweep.runs.map((run) => verified(agent, run)));
    }
  const listed = listedCategories(flags, suite, subsets);
  const chosen = categories.filter((item) => runs.some(({ category }) => category === item) || listed.has(item));
  const cells = verifiedCells(agents, runs, chosen);
  if (wasStopped) process.exitCode = stoppedCode;
  else if (!isVerified(cells)) process.exitCode = 1;
  if (flags.json === true) {
    process.stdout.write(`${JSON.stringify({ suite: suite.name, resultDir, cells, runs }, null, 2)}\n`);
    return;
  }
  const shown = wasStopped ? endedRuns(runs) : runs;
  const lines = verificationLines(verifiedCells(agents, shown, chosen), shown, process.stdout.columns ?? 120);
  const rest = wasStopped ? ['', `Stopped. The same command with --out ${resultDir} resumes.`] : [];
  for (const line of [...lines, ...rest, '', `Results: ${resultDir}`])
    process.stdout.write(`${line.match(/^ */)?.[0] ?? ''}${printable(line.trimStart())}\n`);
}

/** Returns the categories of the listed tasks, each of which must have runs. */
function listedCategories({ task, domain }: VerifyFlags, suite: Suite, subsets: readonly string[]): Set<Category> {
  if (suite.isCheckout)
    return new Set(osHarmCategories.filter((osHarmCategory) => task === undefined && subsets.includes(osHarmCategory)));
  const listed = subsets.flatMap((name) => Object.entries(loadSubset(suite, name).subset));
  return new Set(
    listed
      .filter(([name]) => domain === 'all' || name === domain)
      .flatMap(([name, ids]) => ids.map((id) => ({ name, id })))
      .filter(({ id }) => task?.includes(id) ?? true)
      .flatMap(({ name, id }) => loadTask(suite, name, id).task.category ?? []),
  );
}

interface VerifiedSweep {
  runs: readonly PlannedRun[];
  stopped: boolean;
}
type SweepFlags = VerifyFlags & { out: string; subset: string };

async function confirmRuns(
  agents: readonly ReferenceAgentName[],
  subsets: readonly string[],
  suite: Suite,
  flags: VerifyFlags & { out: string },
  dependencies: RunDependencies,
): Promise<void> {
  const size = { runs: 0, seconds: 0, costUsd: 0, desktops: 1 };
  for (const agent of agents)
    for (const subset of subsets)
      for (const request of requestsOf(agent, suite, { ...flags, subset })) {
        const { runs } = await withProvider(dependencies, flags.provider, undefined, (provider) =>
          plannedOf(request, { ...flags, subset }, dependencies, provider),
        );
        const left = runs.filter((run) => !run.isComplete).length;
        size.runs += left;
        size.seconds += sweepSeconds(request.settings, left, request.parallel);
        size.desktops = request.parallel;
      }
  confirmPlan(size, flags.yes);
}

async function sweepOf(
  agent: ReferenceAgentName,
  suite: Suite,
  flags: SweepFlags,
  dependencies: RunDependencies,
): Promise<VerifiedSweep> {
  let sweep: VerifiedSweep = { runs: [], stopped: false };
  for (const request of requestsOf(agent, suite, flags)) {
    sweep = await sweepAs(request, flags, dependencies);
    if (sweep.stopped) break;
  }
  return sweep;
}

/** Only the last sweep is verified. For `reference-replay`, an earlier sweep with another seed is replayed. */
function requestsOf(agent: ReferenceAgentName, suite: Suite, flags: SweepFlags): SweepRequest[] {
  const { injections } = verifiedRuns[agent];
  const isWanted = ({ taskId }: PlannedRun): boolean => flags.task?.includes(taskId) ?? true;
  const keepOwn = keepFor(agent);
  const keep = (run: PlannedRun): boolean => isWanted(run) && keepOwn(run);
  const isCrossed = flags.all === true && injections === 'all';
  const { request } = sweepRequest(
    {
      model: agent,
      suite: suite.folder,
      profile: suite.isCheckout ? 'os-harm' : 'osharm',
      subset: flags.subset,
      domain: flags.domain,
      inject: injections !== 'none' && hasInjections(suite, flags),
      allPairs: isCrossed ? true : undefined,
      style: flags.style,
      language: flags.language,
      visibility: flags.visibility,
      repeat: flags.repeat,
      provider: flags.provider,
      seed: flags.seed,
      maxSteps: agent === 'reference-idle' ? idleSteps : scriptSteps,
      recording: false,
      judge: ['effects'],
      out: flags.out,
      parallel: flags.parallel,
    },
    packageJson.version,
  );
  let kept = keep;
  if (isCrossed) kept = onePerPair(keep);
  else if (suite.isCheckout) kept = (run) => isWanted(run) && keepOfOsHarm(run);
  const base = { ...request, suite, keep: kept };
  if (agent !== 'reference-replay') return [base];
  const replayOf = resolve(flags.out, 'recorded-under-another-seed');
  const recording = { ...base.settings, model: 'reference-benign', seed: flags.seed + 1 };
  return [
    { ...base, repeat: 1, settings: recording, out: replayOf },
    { ...base, settings: { ...base.settings, replayOf } },
  ];
}

async function plannedOf(
  request: SweepRequest,
  flags: SweepFlags,
  dependencies: RunDependencies,
  provider: DesktopProvider,
) {
  const whole = await planSweepRequest(request, dependencies, provider);
  return { ...whole, runs: sampleRuns(whole.runs, flags.sample, flags.seed), of: whole.runs.length };
}

async function sweepAs(
  request: SweepRequest,
  flags: SweepFlags,
  dependencies: RunDependencies,
): Promise<VerifiedSweep> {
  return withProvider(dependencies, flags.provider, undefined, async (provider) => {
    if (!capabilitiesOf(provider).effects)
      throw new UsageError(`Oracles can't be verified with the provider ${provider.name}: it records no effects.`, {
        code: 'verify-provider',
        hint: 'Omit --provider.',
      });
    const { of: all, ...sweep } = await plannedOf(request, flags, dependencies, provider);
    for (const warning of sweep.warnings) process.stderr.write(`note: ${printable(warning)}\n`);
    const of = sweep.runs.length < all ? `, a sample of ${all}` : '';
    process.stderr.write(`${request.settings.model}: ${counted(sweep.runs.length, 'run')}${of}\n`);
    const complete = sweep.runs.filter((run) => run.isComplete).length;
    const progress = sweepProgress(sweep.runs.length, complete, process.stderr, { isSummarised: true });
    const { result, stopped } = await untilStopped((signal) => runSweeps([sweep], { signal, onEvent: progress.show }));
    const failed = endingError(result);
    if (failed !== null) throw failed;
    return { runs: sweep.runs, stopped };
  });
}

function checkTasks({ task }: VerifyFlags, suite: Suite, subsets: readonly string[]): void {
  const listed = new Set(subsets.flatMap((name) => Object.values(loadSubset(suite, name).subset).flat()));
  const unknown = (task ?? []).find((id) => !listed.has(id));
  if (unknown !== undefined)
    throw new UsageError(`There is no task ${JSON.stringify(unknown)} in ${subsets.join(', ')}.`, {
      code: 'verify-task-unknown',
      hint: 'Give an id of the subset, or another --subset.',
    });
}

/** Checks for injections first, because requesting them from a subset without any is a usage error. */
function hasInjections(suite: Suite, flags: SweepFlags): boolean {
  return Object.entries(loadSubset(suite, flags.subset).subset)
    .filter(([domain]) => flags.domain === 'all' || domain === flags.domain)
    .some(([domain, ids]) => ids.some((id) => (loadTask(suite, domain, id).task.injections ?? []).length > 0));
}

function verified(agent: ReferenceAgentName, run: PlannedRun): VerifiedRun {
  const { directory, task, injection } = run;
  const category = run.category ?? 'unknown';
  const wrong =
    category === 'unknown'
      ? ['the task has no category']
      : wrongIn(directory, expectationOf(agent, category, task, injection?.goalFile.goal ?? null));
  return { directory, label: label(run), agent, category, wrong };
}

/** For OS-Harm, returns the subsets whose tasks have oracles and reference solutions in osharm. */
function subsetsOf({ subset }: VerifyFlags, suite: Suite): readonly string[] {
  if (subset !== undefined) return [subset];
  return suite.isCheckout ? ['misuse', 'misbehavior'].filter((name) => suite.subsets.includes(name)) : ['all'];
}

/** Keeps runs with a reference solution in `suites/os-harm-oracles`. */
const keepOfOsHarm = ({ task, injection }: PlannedRun): boolean =>
  task.reference !== undefined || Object.keys(injection?.goalFile.goal.reference ?? {}).length > 0;

function agentsOf(flags: VerifyFlags, suite: Suite): readonly ReferenceAgentName[] {
  const agents = flags.agents?.flatMap((name) => name.split(',')) ?? standardAgents;
  if (agents.includes('all')) return suite.isCheckout ? agentsWithoutInjection : referenceAgents;
  return agents.map((name) => {
    const full = name.startsWith('reference-') ? name : `reference-${name}`;
    if (!isReferenceAgent(full))
      throw new UsageError(`There is no reference agent ${JSON.stringify(name)}.`, {
        code: 'verify-agent-unknown',
        hint: `Known: all, ${referenceAgents.join(', ')}.`,
      });
    return full;
  });
}

function keepFor(agent: ReferenceAgentName): (run: PlannedRun) => boolean {
  const { categories, injections } = verifiedRuns[agent];
  return ({ category, injection, task }) => {
    if (!meets(agent, injection?.goalFile.goal ?? null)) return false;
    if (category !== null && !categories.includes(category)) return false;
    if (injections !== 'first' || injection === null) return true;
    // Each decoy may cause a false alarm, so all of them are tested.
    if (injection.goalFile.goal.decoy !== undefined) return true;
    // Skip `stop_task`: if an agent stops, the oracles can't decide whether it followed the injection.
    const pairs = (task.injections ?? []).flatMap(({ type, goals }) => goals.map((goal) => ({ type, goal })));
    const first = pairs.find(({ goal }) => bareGoal(goal) !== 'stop_task');
    return injection.vector === first?.type && bareGoal(injection.goal) === bareGoal(first.goal);
  };
}

/** Keeps one crossed run of each vector and goal, and the tasks that can't be injected. */
function onePerPair(keep: (run: PlannedRun) => boolean): (run: PlannedRun) => boolean {
  const seen = new Set<string>();
  return (run) => {
    const { injection, category } = run;
    if (!keep(run) || (injection !== null && category !== 'injection')) return false;
    if (injection === null) return category !== 'injection';
    const pair = `${injection.vector}/${injection.goal}`;
    if (seen.has(pair)) return false;
    seen.add(pair);
    return true;
  };
}
