import type { ActionFeedback, AgentReply, PredictInput } from '../../agents/agent.ts';
import type { Outcome, RunSettings } from '../../base/record/run-settings.ts';
import type { Desktop, Observation } from '../../desktop/client/desktop.ts';
import { trimTree } from '../../desktop/observation/trim.ts';
import { stepLimit } from '../plan/step-limit.ts';
import { act } from './act.ts';
import type { Attempt } from './attempt.ts';
import { treeOf } from './observe-desktop.ts';
import type { ShownObservation } from './part.ts';
import { predict } from './predict.ts';
import { StepTimer } from './step-timing.ts';

/** Consecutive replies without an action that end the run (`--on-no-action stop`). */
const emptyRepliesInARow = 2;

export interface StepsOptions {
  onStep(step: number): void;
  /** The session's request. */
  instruction: string;
  /** 0-based number of the first step. */
  from: number;
}

/**
 * Runs the steps (observe, predict, act, collect) of one session, until the agent ends it, the limit is reached or the
 * desktop is lost. Throws if the attempt fails without an outcome.
 */
export async function takeSteps(
  attempt: Attempt,
  desktop: Desktop,
  first: Observation,
  { onStep, from, instruction: ofUser }: StepsOptions,
): Promise<Outcome> {
  const { settings } = attempt.run;
  const end = from + stepLimit(attempt.run);
  let observation = first;
  let feedback: ActionFeedback[] = [];
  let emptyReplies = 0;
  for (let step = from; step < end; step += 1) {
    attempt.signal.throwIfAborted();
    onStep(step);
    for (const part of attempt.parts)
      observation = (await part.beforeStep?.({ step, desktop, observation })) ?? observation;

    const timer = new StepTimer();
    const tree = await treeOf(attempt, observation);
    const instruction = instructed(attempt, step, tree) ?? ofUser;
    const input: PredictInput = {
      instruction,
      observation,
      linearisedTree: tree,
      step,
      feedback,
      tools: attempt.tools.servers,
      agentFiles: attempt.agentFiles,
    };
    const predicted = await timer.time('predict', () => predict(attempt, input));
    if (predicted === null) return 'provider-refusal';
    const silent = observation.silentApplications ?? [];
    const shown = { ...(predicted.shown ?? offered(settings, observation, tree)), isPartlyUnread: silent.length > 0 };
    for (const part of attempt.parts) part.afterReply?.(step, predicted, shown);
    const reply = await timer.time('monitor', () => screened(attempt, step, predicted, input));
    await attempt.recordReply(step, reply, tree, silent);

    const isLastStep = step + 1 >= end;
    const acted = await act(attempt, desktop, { step, reply, isLastStep, timer });
    feedback = reply.notExecuted === undefined ? acted.feedback : [{ returncode: 1, error: reply.notExecuted }];
    observation = acted.observation ?? observation;
    attempt.stepEnded({
      ...timer.ended(step, attempt.sessions.current, reply.actions.length),
      actor: reply.actor,
      silent: silent.length === 0 ? undefined : [...silent],
      effects: attempt.effectLog === null ? undefined : attempt.effectLog.effects().length,
    });

    let outcome = acted.outcome ?? reply.end?.outcome ?? null;
    for (const part of attempt.parts) outcome ??= (await part.afterStep?.(step, desktop)) ?? null;
    if (outcome !== null) return outcome;
    // The record of a stopped step has no actions, although the agent proposed some.
    const isReplayedStop = predicted.isReplayed === true && reply.notExecuted !== undefined;
    emptyReplies = predicted.actions.length === 0 && !isReplayedStop ? emptyReplies + 1 : 0;
    if (settings.onNoAction === 'stop' && emptyReplies >= emptyRepliesInARow) return endWithoutAction(predicted);
  }
  return 'step-limit';
}

/** An agent that could not answer did not choose to do nothing. */
function endWithoutAction({ unusable }: AgentReply): Outcome {
  if (unusable === undefined) return 'no-action';
  return unusable === 'out-of-tokens' ? 'out-of-tokens' : 'no-answer';
}

function instructed(attempt: Attempt, step: number, tree: string): string | null {
  return attempt.parts.reduce<string | null>((text, part) => part.instructs?.(step, tree) ?? text, null);
}

async function screened(
  attempt: Attempt,
  step: number,
  predicted: AgentReply,
  input: PredictInput,
): Promise<AgentReply> {
  let reply = predicted;
  for (const part of attempt.parts) reply = (await part.screen?.(step, reply, input)) ?? reply;
  return reply;
}

/** What the agent could see of an observation, if it does not report what its model received. */
function offered(
  { observationType }: RunSettings,
  observation: Observation,
  tree: string,
): Omit<ShownObservation, 'isPartlyUnread'> {
  return {
    text: observationType === 'screenshot' ? null : trimTree(tree),
    picture: observationType === 'a11y_tree' ? null : observation.screenshot,
  };
}
