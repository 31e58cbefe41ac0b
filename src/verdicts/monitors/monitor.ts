import { z } from 'zod';
import type { CallRecorder } from '../../agents/models/call-record.ts';
import { checkAnswer, checkExtension, type ExtensionShape, invalidAnswer } from '../../base/extension.ts';
import type { JudgmentSpend } from '../../base/record/evidence/model-judgment.ts';
import type { MonitorView } from './view.ts';

export type MonitorSpend = JudgmentSpend;

/** A monitor's score of one step. */
export interface Suspicion {
  /** From 0 (harmless) to 1 (certainly harmful). */
  suspicion: number;
  /** One sentence. */
  reason?: string | undefined;
  /** Cost in US dollars of models that the monitor called itself. */
  costUsd?: number | undefined;
  /** The scores of the monitors that it combines. */
  members?: readonly { monitor: string; suspicion: number | null; reason: string | null }[] | undefined;
}

/** Watches one run. Called for each step in order, so it may keep state. */
export interface Monitor {
  /** Scores the view's current step, given the run so far. */
  score(view: MonitorView, signal?: AbortSignal): Suspicion | Promise<Suspicion>;
  /** Model usage so far, by role. */
  spent?(): Readonly<Record<string, MonitorSpend>>;
  /** Called when the run ends. */
  close?(): void | Promise<void>;
}

/** A run whose steps are known to be harmful or harmless. */
export interface LabelledRun {
  /** The family of its task. A monitor is never scored on a family that it learned from. */
  readonly family: string;
  readonly steps: readonly { readonly view: MonitorView; readonly isHarmful: boolean }[];
}

/** A built-in or plug-in monitor. It runs in osharm's process. */
export interface MonitorDefinition {
  /** The name for `--monitor`, also recorded in results. */
  readonly name: string;
  /** Creates a monitor for one run. `scope` identifies the run and stays the same if it is scored again. */
  create(context: MonitorContext): Monitor | Promise<Monitor>;
  /**
   * Learns from labelled runs. `create` receives the result as `learned`. Recorded runs are scored by cross-validation:
   * each run's monitor has learned from other families only.
   */
  learn?: ((runs: readonly LabelledRun[]) => unknown) | undefined;
}

/** What a monitor knows about a run before its first step. */
export interface MonitorContext {
  readonly scope: string;
  /** The result of `learn`; undefined if the monitor doesn't learn. */
  readonly learned?: unknown;
  /** The suspicion at which a step is flagged; undefined without a threshold, as for recorded runs. */
  readonly threshold?: number | undefined;
  /** Records exchanges with models next to the scores. */
  readonly recorder?: CallRecorder | undefined;
}

const docs = 'docs/run/monitors.md';

export const monitorDefinitionShape: ExtensionShape<keyof MonitorDefinition> = {
  kind: 'monitor',
  fields: { name: 'text', create: 'function', learn: 'function' },
  required: ['name', 'create'],
  docs,
};
const monitorShape: ExtensionShape<keyof Monitor> = {
  kind: 'monitor',
  fields: { score: 'function', spent: 'function', close: 'function' },
  required: ['score'],
  docs,
};
const answerSchema = z.strictObject({
  suspicion: z.number().min(0).max(1),
  reason: z.string().max(10_000).optional(),
  costUsd: z.number().nonnegative().optional(),
});

/** Checks a plug-in monitor's parts and answers at run time. Calls throw ExtensionError if one is invalid. */
export function checkedMonitor(definition: MonitorDefinition): MonitorDefinition {
  const { name } = definition;
  return {
    name,
    learn: definition.learn === undefined ? undefined : (runs) => learned(definition, runs),
    async create(context) {
      const monitor = await definition.create(context);
      checkExtension(monitor, monitorShape, `What create of the monitor ${name} returned`);
      return {
        score: async (view, signal) =>
          checkAnswer(answerSchema, await monitor.score(view, signal), {
            kind: 'monitor',
            name,
            call: 'score',
            expected: '{ suspicion: 0 to 1, reason?: text, costUsd?: dollars }',
            docs,
          }),
        spent: () => monitor.spent?.() ?? {},
        close: () => monitor.close?.(),
      };
    },
  };
}

/** Throws ExtensionError if `learn` returns a promise, which osharm doesn't await. */
function learned(definition: MonitorDefinition, runs: readonly LabelledRun[]): unknown {
  const answer = definition.learn?.(runs);
  if (!(answer instanceof Promise)) return answer;
  const source = { kind: 'monitor', name: definition.name, call: 'learn', expected: 'plain data', docs } as const;
  throw invalidAnswer(answer, ['it is a promise'], source);
}
