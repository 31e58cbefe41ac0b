import { namedModel } from '../../agents/models/model-name.ts';
import { mostObservations } from '../../agents/models/recent-observations.ts';
import { needsEveryPicture } from '../../agents/models/wire/computer-tools.ts';
import { counted } from '../../base/record/counted.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import { bundledSuite } from '../../tasks/suite/bundled-suites.ts';
import { partOf, parts as suiteParts } from '../../tasks/suite/part.ts';
import { type Plan, skippedName } from './plan-runs.ts';
import { injectionName, label, type PlannedRun } from './planned-run.ts';
import { firstComputerTool } from './settings/loop.ts';
import { stepLimit } from './step-limit.ts';
import type { SweepRequest } from './sweep-request.ts';

export function planAsJson(
  plan: Pick<Plan, 'refused' | 'skipped'> & { readonly runs: readonly PlannedRun[] },
): { runs: Record<string, unknown>[] } & Pick<Plan, 'refused' | 'skipped'> {
  return {
    refused: plan.refused,
    skipped: plan.skipped,
    runs: plan.runs.map((run) => ({
      suite: run.suite,
      domain: run.domain,
      task: run.taskId,
      category: run.category,
      instruction: run.task.instruction,
      injection: injectionName(run),
      repeat: run.repeat,
      model: run.settings.model,
      complete: run.isComplete,
      directory: run.directory,
      settings: run.settings,
    })),
  };
}

export interface PlannedPart extends Pick<Plan, 'runs' | 'refused' | 'skipped'> {
  readonly request: Pick<SweepRequest, 'suite' | 'subset' | 'settings' | 'parallel'>;
}

/** Names suite and subsets: `Suite hermetic 3.4.0 (bundled), subset all.` */
export function planSource(parts: readonly [PlannedPart, ...PlannedPart[]]): string {
  const { suite } = parts[0].request;
  const name = suite.version === null ? suite.name : `${suite.name} ${suite.version}`;
  const subsets = [...new Set(parts.map(({ request }) => request.subset))];
  return `Suite ${name} (${suite.folder === bundledSuite ? 'bundled' : suite.folder}), ${subsets.length === 1 ? 'subset' : 'subsets'} ${subsets.join(', ')}.`;
}

export function planSummary(parts: readonly [PlannedPart, ...PlannedPart[]]): string[] {
  const runs = parts.flatMap((part) => part.runs);
  const skipped = new Set(parts.flatMap((part) => part.skipped.map(skippedName)));
  const refused = new Set(
    parts.flatMap((part) =>
      part.refused.map(({ domain, task, vector, goal }) => JSON.stringify([domain, task, vector, goal])),
    ),
  );
  const complete = runs.filter(({ isComplete }) => isComplete).length;
  const kinds = Map.groupBy(runs, ({ category, injection }) =>
    injection === null ? (category ?? 'no category') : 'injected',
  );
  const named = (count: number, singular: string): string[] => (count === 0 ? [] : [counted(count, singular)]);
  const distinct = (values: readonly (string | undefined)[]): number => new Set(values).size;
  const injected = kinds.get('injected') ?? [];
  const vectors = distinct(injected.map(({ injection }) => injection?.vector));
  const goals = distinct(injected.map(({ injection }) => injection?.goal));
  const agents = Map.groupBy(parts, ({ request }) => request.settings.model);
  const { parallel, settings } = parts[0].request;
  const desktops = `${counted(parallel, 'desktop')} at a time (${settings.provider})`;
  const agentLines = [...agents].map(([agent, ofAgent]) => {
    const [{ request }] = ofAgent as [PlannedPart];
    const ofThis = ofAgent.flatMap((part) => part.runs);
    const own = `  ${agentText(request.settings, agents.size === 1 ? undefined : agent)}, ${stepsText(ofThis, request.settings)}`;
    return `${own}; ${agents.size === 1 ? desktops : counted(ofThis.length, 'run')}`;
  });
  const tasks = distinct(runs.map(({ domain, taskId }) => `${domain}/${taskId}`));
  const domains = distinct(runs.map(({ domain }) => domain));
  const lines = [
    `${counted(runs.length, 'run')}: ${runs.length - complete} to run, ${complete} complete. ${counted(tasks, 'task')} in ${counted(domains, 'domain')}.`,
    `  ${[...kinds].map(([kind, runsOfKind]) => `${runsOfKind.length} ${kind}`).join(', ')}`,
  ];
  if (injected.length > 0) lines.push(`  ${counted(vectors, 'vector')}, ${counted(goals, 'goal')}`);
  lines.push(...partLines(runs));
  if (agents.size > 1) lines.push(`  ${counted(agents.size, 'agent')}; ${desktops}`);
  return [
    ...lines,
    ...agentLines,
    ...[...named(skipped.size, 'task'), ...named(refused.size, 'pair')].map(
      (what) => `  skipped: ${what} (--list says which, and why)`,
    ),
  ];
}

/** For example `parts: misuse 112 and 112 twins, long 24`. Empty if all runs belong to one part. */
function partLines(runs: Plan['runs']): string[] {
  const byPart = Map.groupBy(runs, ({ task }) => partOf(task));
  if (byPart.size < 2) return [];
  const named = suiteParts.flatMap((part) => {
    const ofPart = byPart.get(part) ?? [];
    const twins = ofPart.filter(({ category }) => category === 'benign').length;
    if (ofPart.length === 0) return [];
    return [`${part} ${ofPart.length - twins}${twins === 0 ? '' : ` and ${counted(twins, 'twin')}`}`];
  });
  return [`  parts: ${named.join(', ')}`];
}

function agentText(settings: RunSettings, agentName?: string): string {
  const { model, seatedModel, agent, observationType, maxTrajectoryLength, recentObservations } = settings;
  const tool = firstComputerTool(settings);
  let loop = agent === 'prompt' ? 'prompt agent' : null;
  if (tool !== null) loop = `computer tool ${tool}`;
  if (loop === null)
    return agentName === undefined ? `${model}, ${observationType}` : `${agentName}: ${observationType}`;
  const what = observationType === 'screenshot' ? 'screenshots' : 'observations';
  const shown =
    tool !== null && needsEveryPicture(namedModel(seatedModel ?? model))
      ? 'all screenshots'
      : recentObservations === undefined
        ? `${what} of the last ${counted(maxTrajectoryLength, 'step')}`
        : `${what} of the last ${recentObservations} to ${mostObservations(recentObservations)} steps`;
  const history =
    tool !== null || recentObservations !== undefined
      ? 'all history'
      : `${counted(maxTrajectoryLength, 'step')} of history`;
  const name = agentName ?? (model === `${agent}@${seatedModel}` ? seatedModel : model);
  return `${name}: ${loop}, ${observationType}, ${history}, ${shown}`;
}

/** For example `at most 15 steps, 50 to 114 for 34 longer tasks`. */
function stepsText(runs: Plan['runs'], { maxSteps }: RunSettings): string {
  const longer = new Map(
    runs.flatMap((run) =>
      stepLimit(run) > maxSteps ? [[`${run.domain}/${run.taskId}`, stepLimit(run)] as const] : [],
    ),
  );
  const limits = [...longer.values()];
  const [least, most] = [Math.min(...limits), Math.max(...limits)];
  const range = least === most ? `${most}` : `${least} to ${most}`;
  const more = longer.size === 0 ? '' : `, ${range} for ${counted(longer.size, 'longer task')}`;
  return `at most ${counted(maxSteps, 'step')}${more}`;
}

export function planList(plan: Pick<Plan, 'runs' | 'refused' | 'skipped'>): string[] {
  const rows = plan.runs.map((run) => ({
    name: label(run),
    category: run.category ?? '-',
    state: run.isComplete ? 'complete' : 'to run',
  }));
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  return [
    ...rows.map(({ name, category, state }) => `${name.padEnd(width)}  ${category.padEnd(11)}  ${state}`),
    ...plan.skipped.map((skippedTask) => `skipped: ${skippedName(skippedTask)}: ${skippedTask.reason}`),
    ...refusedAsText(plan.refused),
  ];
}

function refusedAsText(refused: Plan['refused']): string[] {
  const goalsOf = gathered(
    refused.map(({ domain, task, vector, goal, reason }) => [
      JSON.stringify([`${domain}/${task}`, vector, reason]),
      goal,
    ]),
  );
  const vectorsOf = gathered(
    [...goalsOf].map(([key, goals]) => {
      const [task, vector, reason] = JSON.parse(key) as [string, string, string];
      return [JSON.stringify([task, goals.join(', '), reason]), vector];
    }),
  );
  return [...vectorsOf].map(([key, vectors]) => {
    const [task, goals, reason] = JSON.parse(key) as [string, string, string];
    return `not legal: ${task} × ${vectors.join(', ')}${goals === '' ? '' : ` × ${goals}`}: ${reason}.`;
  });
}

function gathered(pairs: readonly (readonly [string, string | null])[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), ...(value === null ? [] : [value])]);
  return groups;
}
