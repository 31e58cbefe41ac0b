import type { ActionFeedback, Agent, AgentAction } from '../agent/agent.ts';
import type { Desktop, Observation, PictureSize } from '../desktop/desktop.ts';
import { DesktopDestroyedError } from '../desktop/desktop-destroyed-error.ts';
import type { Ledger } from '../effect/ledger.ts';
import { OsharmError } from '../errors.ts';
import { linearise } from '../observe/linearise.ts';
import { drawMarks } from '../observe/set-of-marks.ts';
import { trimTree } from '../observe/trim.ts';
import type { Outcome, RunSettings } from '../plan/run-spec.ts';
import type { RunRecord } from '../record/run-record.ts';
import type { Clock } from './clock.ts';
import { executeAction } from './execute-action.ts';
import { roundMs } from './phases.ts';
import { countTokens, type RunState } from './run-state.ts';
import type { ExposureWatch, ShownObservation } from './watch-exposure.ts';
import { within } from './within.ts';

export interface StepContext {
  agent: Agent;
  desktop: Desktop;
  ledger: Ledger;
  record: RunRecord;
  settings: RunSettings;
  instruction: string;
  clock: Clock;
  state: RunState;
  exposure: ExposureWatch;
  suiteGuid: string | null;
  signal: AbortSignal;
  /** Deadline of one reply of the agent, in milliseconds. */
  replyLimitMs: number;
  onStep(step: number): void;
}

/** Deadline of one observation or collection, in milliseconds. */
const observeLimit = 60_000;
/** A reply without an action, this many times in a row, ends the run (`--on-no-action stop`). */
const emptyRepliesInARow = 2;

/**
 * The steps of one run, from the first observation (already taken) until the agent ends it, the limit is reached or the desktop
 * is gone. Throws for everything that is not a result.
 */
export async function takeSteps(context: StepContext, first: Observation): Promise<Outcome> {
  const { agent, ledger, record, settings, state, signal } = context;
  let observation = first;
  let emptyReplies = 0;
  let feedback: ActionFeedback[] = [];
  for (let step = 0; step < settings.maxSteps; step += 1) {
    signal.throwIfAborted();
    context.onStep(step);
    const started = performance.now();
    const timing = { predictMs: 0, actMs: 0, settleMs: 0, observeMs: 0, collectMs: 0, settleCapHits: 0 };
    const linearised = linearise(observation.accessibilityTree, { escape: settings.protocol === 'osharm-1' });

    const asked = performance.now();
    const input = { instruction: context.instruction, observation, linearisedTree: linearised, step, feedback };
    const reply = await state.phases
      .time('predict', () =>
        within(
          { milliseconds: context.replyLimitMs, what: `Reply ${step + 1} of ${agent.name}`, blame: 'model' },
          signal,
          (own) => agent.predict(input, own),
        ),
      )
      .catch((error: unknown) => {
        if (error instanceof OsharmError && error.code === 'provider-refusal') return null;
        throw error;
      });
    timing.predictMs = performance.now() - asked;
    if (reply === null) return 'provider-refusal';

    countTokens(state, reply, agent.isReference);
    context.exposure.see(step, reply.shown ?? offered(settings, observation, linearised));
    state.answer = reply.response;
    if (context.suiteGuid !== null && reply.response.toLowerCase().includes(context.suiteGuid))
      state.saidGuidAt ??= step;
    record.step({ a11yTree: linearised, response: reply.response, actions: reply.actions });
    record.log(`Step ${step + 1}: ${reply.response}`);
    for (const note of reply.notes ?? []) record.log(`Step ${step + 1}: note: ${note}`);
    ledger.stepStarted(step);
    await ledger.recordAnswer(step, reply.response);

    const isLast = step + 1 >= settings.maxSteps;
    const actions = reply.end === undefined ? reply.actions : [];
    const { outcome, next, said } = await act(context, step, { actions, view: reply.view }, isLast, timing);
    const end = outcome ?? reply.end?.outcome ?? null;
    feedback = said;
    if (next !== null) observation = next;

    const total = performance.now() - started;
    const elsewhere = timing.predictMs + timing.actMs + timing.settleMs + Math.max(timing.observeMs, timing.collectMs);
    state.steps.push({
      step,
      actions: reply.actions.length,
      predictMs: roundMs(timing.predictMs),
      actMs: roundMs(timing.actMs),
      settleMs: roundMs(timing.settleMs),
      observeMs: roundMs(timing.observeMs),
      collectMs: roundMs(timing.collectMs),
      harnessMs: roundMs(Math.max(0, total - elsewhere)),
      settleCapHits: timing.settleCapHits,
    });
    if (end !== null) return end;
    emptyReplies = reply.actions.length === 0 ? emptyReplies + 1 : 0;
    if (settings.onNoAction === 'stop' && emptyReplies >= emptyRepliesInARow) return 'no-action';
  }
  return 'step-limit';
}

interface Timing {
  predictMs: number;
  actMs: number;
  settleMs: number;
  observeMs: number;
  collectMs: number;
  settleCapHits: number;
}

/**
 * Executes the step's actions in order, with one screenshot each, and reads what the step changed. The last screenshot and the
 * tree are the next step's observation; they and the effects are read side by side, once the screen has settled.
 */
async function act(
  context: StepContext,
  step: number,
  { actions, view }: { actions: readonly AgentAction[]; view: PictureSize | undefined },
  isLastStep: boolean,
  timing: Timing,
): Promise<{ outcome: Outcome | null; next: Observation | null; said: ActionFeedback[] }> {
  const { clock, record } = context;
  const said: ActionFeedback[] = [];
  for (const [index, action] of actions.entries()) {
    const time = clock.now();
    const executed = await executeAction(context, step, action, view);
    if (executed.said !== null) said.push(executed.said);
    timing.actMs += executed.actMs;
    timing.settleMs += executed.settleMs;
    if (executed.settleCapHit) timing.settleCapHits += 1;
    let { outcome } = executed;
    const isLastAction = index === actions.length - 1;
    let seen: { screenshot: Buffer; observation: Observation | null } | null = null;
    if (outcome === 'desktop-destroyed') await collect(context, step, timing);
    else if (outcome !== null || (isLastAction && isLastStep)) {
      [seen] = await Promise.all([look(context, false, timing), collect(context, step, timing)]);
    } else if (isLastAction) {
      [seen] = await Promise.all([look(context, true, timing), collect(context, step, timing)]);
    } else seen = await look(context, false, timing);
    if (seen === null) outcome = 'desktop-destroyed';
    record.action({
      step,
      action,
      time,
      done: outcome !== null,
      info: outcome === 'desktop-destroyed' ? { desktop_destroyed: true } : executed.info,
      screenshot: seen === null ? null : await recorded(context, seen),
    });
    if (outcome !== null) return { outcome, next: null, said };
    if (isLastAction) return { outcome: null, next: seen?.observation ?? null, said };
  }
  // No action: the desktop goes on by itself all the same (a notification, a cron job).
  await collect(context, step, timing);
  return { outcome: context.desktop.state().state === 'destroyed' ? 'desktop-destroyed' : null, next: null, said };
}

/** The screenshot that is kept: with set-of-marks the marked one, as in OS-Harm. */
async function recorded(
  { settings }: StepContext,
  seen: { screenshot: Buffer; observation: Observation | null },
): Promise<Buffer> {
  if (settings.observationType !== 'som' || seen.observation === null) return seen.screenshot;
  const { accessibilityTree } = seen.observation;
  return (await drawMarks(seen.screenshot, accessibilityTree, { escape: settings.protocol === 'osharm-1' })).png;
}

async function collect(context: StepContext, step: number, timing: Timing): Promise<void> {
  const start = performance.now();
  await context.state.phases.time('collect', () =>
    within({ milliseconds: observeLimit, what: 'Reading what the step changed' }, context.signal, (own) =>
      context.ledger.collect(step, own),
    ),
  );
  timing.collectMs += performance.now() - start;
}

/** A screenshot, with the tree where it is asked for; null where the desktop has gone meanwhile. */
async function look(
  context: StepContext,
  withTree: boolean,
  timing: Timing,
): Promise<{ screenshot: Buffer; observation: Observation | null } | null> {
  const start = performance.now();
  try {
    return await context.state.phases.time('observe', () =>
      within({ milliseconds: observeLimit, what: 'Observing the desktop' }, context.signal, async (own) => {
        if (!withTree && context.settings.observationType !== 'som')
          return { screenshot: await context.desktop.screenshot(own), observation: null };
        const observation = await context.desktop.observe({ settle: false, signal: own });
        return { screenshot: observation.screenshot, observation };
      }),
    );
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof DesktopDestroyedError || context.desktop.state().state === 'destroyed') return null;
    throw error;
  } finally {
    timing.observeMs += performance.now() - start;
  }
}

/** What an agent was offered of an observation, where it doesn't say what its model received. */
function offered(settings: RunSettings, observation: Observation, linearised: string): ShownObservation {
  const type = settings.observationType;
  return {
    text: type === 'screenshot' ? null : trimTree(linearised),
    picture: type === 'a11y_tree' ? null : observation.screenshot,
  };
}
