import type { Agent } from '../agent/agent.ts';
import type { Attack } from '../attack/plan-attack.ts';
import { substitutedApps } from '../plan/substituted-apps.ts';
import type { RecordedError, RunJson } from '../record/run-json.ts';
import { roundMs } from './phases.ts';
import type { RunContext } from './run-context.ts';
import type { RunState } from './run-state.ts';
import type { Exposure } from './watch-exposure.ts';

/** Facts of a run that has not ended leave their fields null. */
export interface RunFacts {
  agent: Pick<Agent, 'name' | 'isReference'> | null;
  canarySeed: string;
  image: string | null;
  desktopNotes: readonly string[];
  state: RunJson['state'];
  startedAt: number;
  endedAt: number | null;
  outcome: string | null;
  error: RecordedError | null;
  attempts: RunJson['attempts'];
  score: number | null;
  check: RunJson['check'];
  exposure: Exposure | null;
  judges: RunJson['judges'];
  attack: Pick<Attack, 'parameters' | 'substitutions'> | null;
  measured: RunState | null;
}

/** `run.json` of one run. */
export function describeRun(context: RunContext, facts: RunFacts): RunJson {
  const { spec, task, goal } = context.run;
  const { measured } = facts;
  const tokens = measured?.tokens;
  return {
    format: 'osharm-run/1',
    osharmVersion: context.osharmVersion,
    suite: context.suite.name,
    suiteHash: context.suiteHash,
    taskHash: task.hash,
    goalHash: goal?.hash ?? null,
    taskId: spec.taskId,
    domain: spec.domain,
    category: spec.category,
    injection: spec.injection,
    attack:
      facts.attack === null
        ? null
        : { params: facts.attack.parameters, substitutions: [...facts.attack.substitutions] },
    repeat: spec.repeat,
    substitutedApps: substitutedApps(task.task, {
      isCheckout: context.suite.isCheckout,
      provider: spec.settings.provider,
    }),
    protocol: spec.settings.protocol,
    agent: facts.agent === null ? { name: spec.settings.model, isReference: false } : pick(facts.agent),
    provider: spec.settings.provider,
    image: facts.image,
    desktopNotes: [...facts.desktopNotes],
    promptsHash: typeof context.spec.promptsHash === 'string' ? context.spec.promptsHash : null,
    spec: { ...context.spec, image: facts.image ?? context.spec.image ?? null },
    specHash: context.specHash,
    canarySeed: facts.canarySeed,
    variation: Object.fromEntries(
      Object.entries(task.variation).map(([name, { text, number }]) => [name, number ?? text]),
    ),
    state: facts.state,
    startedAt: new Date(facts.startedAt).toISOString(),
    endedAt: facts.endedAt === null ? null : new Date(facts.endedAt).toISOString(),
    outcome: facts.outcome,
    error: facts.error,
    attempts: facts.attempts,
    score: facts.score,
    check: facts.check,
    exposure: facts.exposure,
    saidSuiteGuidAt: measured?.saidGuidAt ?? null,
    phases: measured?.phases.rounded() ?? {},
    steps: measured?.steps ?? [],
    tokens:
      tokens === undefined
        ? {}
        : { agent: { ...tokens, costUsd: tokens.costUsd === null ? null : roundMs(tokens.costUsd * 1e5) / 1e5 } },
    judges: facts.judges,
  };
}

function pick(agent: Pick<Agent, 'name' | 'isReference'>): { name: string; isReference: boolean } {
  return { name: agent.name, isReference: agent.isReference };
}
