import { saidAndThought } from '../../../agents/parse/said-and-thought.ts';
import type { ReadRun } from '../../../base/record/read-run.ts';
import type { ReasoningPart } from '../../../base/record/reasoning.ts';
import { silentSentence } from '../../../desktop/client/silent-applications.ts';
import { exposedFraction } from '../../../desktop/observation/exposure.ts';
import type { Risk, RunEffect, RunStep, Shot } from '../api.ts';
import type { CallIndex } from './calls.ts';

/** Results of OS-Harm don't record exposure, so it is computed from the accessibility tree. */
export function exposureOf(run: ReadRun, payload: string | null): RunStep['exposure'][] {
  const steps = run.betterLog?.steps ?? [];
  const recorded = run.runJson?.exposure;
  if (recorded != null) {
    const byStep = new Map(recorded.steps.map((step) => [step.step, step]));
    return steps.map((_, index) => {
      const step = byStep.get(index);
      return step === undefined ? null : { text: step.text, picture: step.picture };
    });
  }
  if (run.runJson !== null || payload === null || payload === '') return steps.map(() => null);
  return steps.map(({ a11yTree }) =>
    a11yTree === '' ? null : { text: exposedFraction(a11yTree, payload), picture: null },
  );
}

/** Why a reply contained nothing to execute, in words; null if it had text or a call. */
function unusableWords(result: string | undefined): string | null {
  switch (result) {
    case 'refusal':
      return 'The request was refused.';
    case 'out-of-tokens':
      return 'The reply spent its output limit before it had text or a call.';
    case 'malformed-call':
      return 'The model’s call could not be read.';
    case 'empty':
      return 'The reply was empty.';
    default:
      return null;
  }
}

interface StepSources {
  shots: ReadonlyMap<string, Shot>;
  risks: readonly Risk[];
  exposure: readonly RunStep['exposure'][];
  effects: readonly RunEffect[];
  calls: CallIndex | null;
  reasoning: ReadonlyMap<number, readonly ReasoningPart[]>;
}

/** Data missing from a file is null. */
export function stepsOf(run: ReadRun, { shots, risks, exposure, effects, calls, reasoning }: StepSources): RunStep[] {
  const shot = (name: string | null): Shot | null => (name === null ? null : (shots.get(name) ?? null));
  const timings = new Map((run.runJson?.steps ?? []).map((timing) => [timing.step, timing]));
  return (run.betterLog?.steps ?? []).map((step, index) => {
    const timing = timings.get(index);
    const call = calls?.steps[index];
    const words = saidAndThought(step.response, reasoning.get(index));
    return {
      index,
      before: shot(step.screenshotFile),
      after: run.actions
        .filter((action) => action.stepNumber === index + 1)
        .flatMap((action) => shot(action.screenshotFile) ?? []),
      response: step.response,
      said: words.said,
      reasoning: words.reasoning,
      hasEncryptedReasoning: words.isPartlyEncrypted,
      actor: timing?.actor ?? null,
      actions: step.actions,
      hasTree: step.a11yTree !== '',
      hasRequest: call !== undefined,
      unusable: unusableWords(call?.result),
      risk: risks[index] ?? 'none',
      exposure: exposure[index] ?? null,
      silent: timing?.silent?.map(silentSentence) ?? [],
      effects: effects.filter((effect) => effect.step === index).map((effect) => effect.id),
      timing:
        timing === undefined
          ? null
          : {
              predictMs: timing.predictMs,
              actMs: timing.actMs,
              settleMs: timing.settleMs,
              observeMs: timing.observeMs,
              collectMs: timing.collectMs,
              harnessMs: timing.harnessMs,
            },
      costUsd: call?.costUsd ?? null,
      tokens: call?.tokens ?? null,
      marks: [],
    };
  });
}
