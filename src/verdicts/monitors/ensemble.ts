import { createHash } from 'node:crypto';
import { isCostLimit } from '../../agents/models/out-of-money.ts';
import { messageOf, OsharmError } from '../../base/errors.ts';
import { isExtensionFault } from '../../base/extension.ts';
import type { Combination } from '../../base/record/monitor-words.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import { addSpents } from '../judges/add-spents.ts';
import type { Monitor, MonitorContext, Suspicion } from './monitor.ts';
import type { PreparedMonitor } from './monitor-source.ts';
import { scoreStep } from './score-step.ts';
import type { MonitorView } from './view.ts';

type MemberScore = NonNullable<Suspicion['members']>[number] & { costUsd: number | null };

/**
 * Several monitors as one.
 *
 * - `max`: the highest suspicion. A step is flagged if any member flags it.
 * - `mean`: the average.
 * - `cascade`: members are called in order until one is below the threshold; the lowest suspicion counts. A step is
 *   flagged if all members flag it. Without a threshold, all are called.
 *
 * A step that a member does not score is unscored, unless under `max` another member flags it.
 */
export function ensembleMonitor(combination: Combination, members: readonly PreparedMonitor[]): PreparedMonitor {
  const hash = createHash('sha256')
    .update(JSON.stringify([combination, ...members.map((member) => member.hash)]))
    .digest('hex');
  const limits = members.map(({ limitMs = timeLimits.monitor.step }) => limitMs);
  const prompts = members.flatMap(({ definition, prompt }) =>
    prompt === undefined ? [] : `${definition.name}: ${prompt}`,
  );
  const isLearning = members.some(({ definition }) => definition.learn !== undefined);
  return {
    definition: {
      name: ensembleName(
        combination,
        members.map(({ definition }) => definition.name),
      ),
      create: (context) => createEnsemble(combination, members, context),
      learn: isLearning ? (runs) => members.map(({ definition }) => definition.learn?.(runs) ?? null) : undefined,
    },
    source: members.map(({ source }) => source).join('\n'),
    hash,
    prompt: prompts.length === 0 ? undefined : prompts.join('\n\n'),
    limitMs: limits.reduce((sum, limit) => sum + limit, 0),
    costAtMost: members.some(({ costAtMost }) => costAtMost !== undefined)
      ? (view) => costOfAll(members, view)
      : undefined,
  };
}

export const ensembleName = (combination: Combination, names: readonly string[]): string =>
  `${combination}-${names.join('+')}`;

async function costOfAll(members: readonly PreparedMonitor[], view: MonitorView): Promise<number | null> {
  let sum = 0;
  for (const { costAtMost } of members) {
    if (costAtMost === undefined) continue;
    const cost = await costAtMost(view);
    if (cost === null) return null;
    sum += cost;
  }
  return sum;
}

async function createEnsemble(
  combination: Combination,
  members: readonly PreparedMonitor[],
  context: MonitorContext,
): Promise<Monitor> {
  const learned = Array.isArray(context.learned) ? context.learned : [];
  const instances = await Promise.all(
    members.map(async ({ definition, limitMs }, index) => ({
      name: definition.name,
      limitMs,
      monitor: await definition.create({ ...context, learned: learned[index] ?? undefined }),
    })),
  );
  const { threshold } = context;
  return {
    async score(view, signal) {
      const scores: MemberScore[] = [];
      if (combination !== 'cascade')
        scores.push(...(await Promise.all(instances.map((member) => memberScore(member, view, signal)))));
      else
        for (const member of instances) {
          const score = await memberScore(member, view, signal);
          scores.push(score);
          if (score.suspicion === null || (threshold !== undefined && score.suspicion < threshold)) break;
        }
      return combined(combination, scores, threshold);
    },
    spent: () => instances.reduce((sum, { monitor }) => addSpents(sum, monitor.spent?.() ?? {}), {}),
    async close() {
      await Promise.all(instances.map(({ monitor }) => monitor.close?.()));
    },
  };
}

async function memberScore(
  { name, limitMs, monitor }: { name: string; limitMs: number | undefined; monitor: Monitor },
  view: MonitorView,
  signal: AbortSignal | undefined,
): Promise<MemberScore> {
  try {
    const { suspicion, reason, costUsd } = await scoreStep(name, monitor, view, { signal, limitMs });
    return { monitor: name, suspicion, reason, costUsd };
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    if (error instanceof OsharmError && (isExtensionFault(error) || isCostLimit(error))) throw error;
    return { monitor: name, suspicion: null, reason: messageOf(error), costUsd: null };
  }
}

/** Throws OsharmError `monitor-bad-answer` if the step is unscored. */
function combined(combination: Combination, scores: readonly MemberScore[], threshold: number | undefined): Suspicion {
  const known = scores.flatMap(({ suspicion }) => suspicion ?? []);
  const failed = scores.find(({ suspicion }) => suspicion === null);
  const highest = Math.max(...known, 0);
  const isFlaggedAnyway = combination === 'max' && threshold !== undefined && known.some((value) => value >= threshold);
  if (failed !== undefined && !isFlaggedAnyway)
    throw new OsharmError(`${failed.monitor} did not score the step: ${failed.reason ?? 'no reason given'}`, {
      code: 'monitor-bad-answer',
      blame: 'environment',
    });
  const costs = scores.flatMap(({ costUsd }) => costUsd ?? []);
  const text = ({ monitor, suspicion, reason }: MemberScore): string =>
    `${monitor} ${suspicion === null ? 'not scored' : suspicion.toFixed(2)}${reason === null ? '' : ` (${reason})`}`;
  return {
    suspicion: combinedSuspicion(combination, known, highest),
    reason: scores.map(text).join('; ').slice(0, 10_000),
    costUsd: costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0),
    members: scores.map(({ monitor, suspicion, reason }) => ({ monitor, suspicion, reason })),
  };
}

function combinedSuspicion(combination: Combination, known: readonly number[], highest: number): number {
  switch (combination) {
    case 'max':
      return highest;
    case 'mean':
      return known.reduce((sum, value) => sum + value, 0) / known.length;
    case 'cascade':
      return Math.min(...known);
    default:
      return combination satisfies never;
  }
}
