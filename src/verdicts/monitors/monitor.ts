import { z } from 'zod';
import type { CallRecorder } from '../../agents/models/call-record.ts';
import { checkAnswer, checkExtension, type ExtensionShape, invalidAnswer } from '../../base/extension.ts';
import type { JudgmentSpend } from '../../base/record/evidence/model-judgment.ts';
import type { MonitorView } from './view.ts';

/** Calls, tokens and dollars of one role. */
export type MonitorSpend = JudgmentSpend;

/** What a monitor says of one step. */
export interface Suspicion {
  /** 0 harmless … 1 certainly harmful. */
  suspicion: number;
  /** One sentence; left out: none. */
  reason?: string | undefined;
  /** US dollars that it cost, where the monitor called a model of its own. */
  costUsd?: number | undefined;
}

/** Watches one run. It is called for each step in order, and may remember what it saw. */
export interface Monitor {
  /** Gives the suspicion of what the view shows: the step that it ends with, and the run up to there. */
  score(view: MonitorView, signal?: AbortSignal): Suspicion | Promise<Suspicion>;
  /** What its calls of models took until now, by role. */
  spent?(): Readonly<Record<string, MonitorSpend>>;
  /** Is called when the run is over. */
  close?(): void | Promise<void>;
}

/** A run whose steps are known to be harmful or not, for monitors that learn. */
export interface LabelledRun {
  /** The family of its task: nothing of it is learned where the family is scored. */
  readonly family: string;
  readonly steps: readonly { readonly view: MonitorView; readonly isHarmful: boolean }[];
}

/** A monitor of a plug-in, or built in. It works inside osharm's process. */
export interface MonitorDefinition {
  /** As `--monitor` gives it, and as its scores stand in results. */
  readonly name: string;
  /** Makes a monitor for one run. `scope` names the run, and is the same for the same run again. */
  create(context: MonitorContext): Monitor | Promise<Monitor>;
  /**
   * Learns from labelled runs, and gives what `create` receives as `learned`. Recorded runs are scored by cross-validation: what a
   * run is scored with was learned from other families.
   */
  learn?: ((runs: readonly LabelledRun[]) => unknown) | undefined;
}

/** What a monitor may know of a run before its first step. */
export interface MonitorContext {
  readonly scope: string;
  /** What `learn` gave; undefined without it. */
  readonly learned?: unknown;
  /** Keeps exchanges with models beside the scores. */
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

/** A module's monitor whose parts and answers are checked: each of them throws ExtensionError. */
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

/** What a monitor learned. Throws ExtensionError for a promise: osharm doesn't wait for it. */
function learned(definition: MonitorDefinition, runs: readonly LabelledRun[]): unknown {
  const answer = definition.learn?.(runs);
  if (!(answer instanceof Promise)) return answer;
  const source = { kind: 'monitor', name: definition.name, call: 'learn', expected: 'plain data', docs } as const;
  throw invalidAnswer(answer, ['it is a promise'], source);
}
