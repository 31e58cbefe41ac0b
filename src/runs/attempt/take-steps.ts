import type { ActionFeedback, AgentAction, AgentReply, PredictInput } from '../../agents/agent.ts';
import { agentSource, isModelAgent } from '../../agents/foreign/agent-source.ts';
import { OsharmError } from '../../base/errors.ts';
import type { StepTiming } from '../../base/record/run-json.ts';
import type { Outcome, RunSettings } from '../../base/record/run-settings.ts';
import type { Desktop, Observation, PictureSize } from '../../desktop/client/desktop.ts';
import { silentSentence } from '../../desktop/client/silent-applications.ts';
import { lineariseApart } from '../../desktop/observation/linearise-apart.ts';
import { drawMarks } from '../../desktop/observation/set-of-marks.ts';
import { trimTree } from '../../desktop/observation/trim.ts';
import type { Attempt } from './attempt.ts';
import type { WorkLimit } from './deadline.ts';
import { endsEarly } from './end-early.ts';
import { executeAction } from './execute-action.ts';
import { payloadComes } from './payload-comes.ts';
import { roundMs } from './phases.ts';
import { checkUnseen, otherState } from './take-up.ts';
import type { ShownObservation } from './watch-exposure.ts';

/** Deadline of one reply of an agent, in milliseconds. */
const replyLimit = 600_000;
/** Deadline of one observation, and of one collection, in milliseconds. A collection opens no more files after a third of its own. */
const observeLimit = 60_000;
const collectLimit = 180_000;
/** Milliseconds that a branch waits for the recorded state to come, in all and between two looks: it looks often at first. */
const stateLimit = 15_000;
const lookPauses = [50, 100, 200, 400];
const longestPause = 500;
/** A reply without an action, this many times in a row, ends the run (`--on-no-action stop`). */
const emptyRepliesInARow = 2;

/**
 * The steps of one run, from the first observation (already taken) until the agent ends it, the limit is reached or the desktop
 * is gone. Throws for everything that is not a result.
 */
export async function takeSteps(
  attempt: Attempt,
  desktop: Desktop,
  first: Observation,
  onStep: (step: number) => void,
): Promise<Outcome> {
  const { record, effectLog } = attempt;
  const { settings } = attempt.run;
  const { guid } = attempt.sweep.request.suite;
  let observation = first;
  let emptyReplies = 0;
  let feedback: ActionFeedback[] = [];
  const begun = performance.now();
  for (let step = 0; step < settings.maxSteps; step += 1) {
    attempt.signal.throwIfAborted();
    onStep(step);
    if (await payloadComes(attempt, desktop, step)) {
      const seen = await look(attempt, desktop, true, noTime());
      observation = seen?.observation ?? observation;
    }
    observation = await asRecorded(attempt, desktop, step, { observation, begun });
    await checkUnseen(attempt, step);
    const started = performance.now();
    const timing = noTime();
    const linearised = await treeOf(attempt, observation);

    const asked = performance.now();
    const reply = await predict(attempt, {
      instruction: attempt.run.task.instruction,
      observation,
      linearisedTree: linearised,
      step,
      feedback,
    });
    timing.predictMs = performance.now() - asked;
    if (reply === null) return 'provider-refusal';

    if (reply.isReplayed !== true) attempt.count(reply);
    const silent = observation.silentApplications ?? [];
    attempt.exposure.see(step, reply.shown ?? offered(settings, observation, linearised), silent.length > 0);
    attempt.answer = reply.response;
    if (guid !== null && reply.response.toLowerCase().includes(guid)) attempt.saidGuidAt ??= step;
    record.step({ a11yTree: linearised, response: reply.response, actions: reply.actions });
    record.log(`Step ${step + 1}: ${reply.response}`);
    for (const application of silent) record.log(`Step ${step + 1}: ${silentSentence(application)}`);
    for (const note of reply.notes ?? []) record.log(`Step ${step + 1}: note: ${note}`);
    effectLog?.stepStarted(step);
    await effectLog?.recordAnswer(step, reply.response);

    const isLast = step + 1 >= settings.maxSteps;
    const actions = reply.end === undefined ? reply.actions : [];
    const { outcome, next, said } = await act(attempt, desktop, step, { actions, view: reply.view }, isLast, timing);
    const end = outcome ?? reply.end?.outcome ?? null;
    feedback = said;
    if (next !== null) observation = next;

    const total = performance.now() - started;
    const elsewhere = timing.predictMs + timing.actMs + timing.settleMs + Math.max(timing.observeMs, timing.collectMs);
    const timed: StepTiming = {
      step,
      actions: reply.actions.length,
      predictMs: roundMs(timing.predictMs),
      actMs: roundMs(timing.actMs),
      settleMs: roundMs(timing.settleMs),
      observeMs: roundMs(timing.observeMs),
      collectMs: roundMs(timing.collectMs),
      harnessMs: roundMs(Math.max(0, total - elsewhere)),
      settleCapHits: timing.settleCapHits,
      ...(reply.actor === undefined ? {} : { actor: reply.actor }),
    };
    if (silent.length > 0) timed.silent = [...silent];
    attempt.steps.push(timed);
    if (end !== null) return end;
    if (await endsEarly(attempt, desktop, step)) return 'decided';
    emptyReplies = reply.actions.length === 0 ? emptyReplies + 1 : 0;
    if (settings.onNoAction === 'stop' && emptyReplies >= emptyRepliesInARow) return 'no-action';
  }
  return 'step-limit';
}

/**
 * On a branch: looks until the desktop is as the record has it before this step, and notes where it doesn't come to that. A program may take longer
 * to open than it did then. Gives the last observation.
 */
async function asRecorded(
  attempt: Attempt,
  desktop: Desktop,
  step: number,
  { observation: first, begun }: { observation: Observation; begun: number },
): Promise<Observation> {
  const { way, sweep } = attempt;
  if (way === null) return first;
  if (!way.isHeld(step)) {
    way.noteTime(step, performance.now() - begun);
    return first;
  }
  let observation = first;
  let waited = 0;
  const started = performance.now();
  for (let looks = 0; ; looks += 1) {
    const differences = way.differences(step, await treeOf(attempt, observation), attempt.effectLog?.effects() ?? []);
    if (differences.length === 0 || waited >= stateLimit) {
      const now = performance.now();
      way.note(step, differences, now - begun, looks === 0 ? 0 : now - started);
      if (differences.length > 0 && way.mustBeSame) throw otherState(attempt.borrows, step, differences);
      return observation;
    }
    const pause = lookPauses[looks] ?? longestPause;
    waited += pause;
    await sweep.dependencies.clock.sleep(pause, attempt.signal);
    const timing = noTime();
    const seen = await look(attempt, desktop, true, timing);
    if (step > 0) await collect(attempt, step - 1, timing);
    observation = seen?.observation ?? observation;
  }
}

/** The tree of an observation as agents are given it. */
function treeOf({ run, signal }: Attempt, { accessibilityTree }: Observation): Promise<string> {
  return lineariseApart(accessibilityTree, { escape: run.settings.protocol === 'osharm-1' }, signal);
}

/** The agent's reply; null where its provider refuses. */
async function predict(attempt: Attempt, input: PredictInput): Promise<AgentReply | null> {
  const { agent } = attempt;
  if (agent === null) throw new Error('The steps come after the agent.');
  try {
    return await attempt.within('predict', limitOf(attempt, agent.name, input.step), (own) =>
      agent.predict(input, own),
    );
  } catch (error) {
    if (error instanceof OsharmError && error.code === 'provider-refusal') return null;
    throw error;
  }
}

/** What one reply may take. Somebody's own agent has its own time; where it wraps a model, that is called again where it fails. */
function limitOf({ sweep, run }: Attempt, name: string, step: number): WorkLimit {
  const milliseconds = sweep.dependencies.replyLimitMs ?? replyLimit;
  const what = `Reply ${step + 1} of ${name}`;
  const { agent, seatedModel } = run.settings;
  if (agent === undefined || isModelAgent(agentSource(agent))) return { milliseconds, what, blame: 'model' };
  return {
    milliseconds: seatedModel === undefined ? (sweep.request.agentTimeoutMs ?? milliseconds) : milliseconds,
    what,
    blame: 'agent',
    code: 'agent-timeout',
    hint: 'The agent hangs, or --timeout gives it longer.',
  };
}

const noTime = (): Timing => ({
  predictMs: 0,
  actMs: 0,
  settleMs: 0,
  observeMs: 0,
  collectMs: 0,
  settleCapHits: 0,
});

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
  attempt: Attempt,
  desktop: Desktop,
  step: number,
  { actions, view }: { actions: readonly AgentAction[]; view: PictureSize | undefined },
  isLastStep: boolean,
  timing: Timing,
): Promise<{ outcome: Outcome | null; next: Observation | null; said: ActionFeedback[] }> {
  const { clock } = attempt.sweep.dependencies;
  const said: ActionFeedback[] = [];
  for (const [index, action] of actions.entries()) {
    const time = clock.now();
    const executed = await executeAction(attempt, desktop, step, action, view);
    if (executed.said !== null) said.push(executed.said);
    timing.actMs += executed.actMs;
    timing.settleMs += executed.settleMs;
    if (executed.settleCapHit) timing.settleCapHits += 1;
    let { outcome } = executed;
    const isLastAction = index === actions.length - 1;
    const isEnd = outcome !== null || (isLastAction && isLastStep);
    let seen: Seen | null = null;
    if (outcome === 'desktop-destroyed') await collect(attempt, step, timing);
    else if (isEnd || isLastAction)
      [seen] = await Promise.all([look(attempt, desktop, !isEnd, timing), collect(attempt, step, timing)]);
    else seen = await look(attempt, desktop, false, timing);
    if (attempt.isLost()) outcome = 'desktop-destroyed';
    attempt.record.action({
      step,
      action,
      time,
      done: outcome !== null,
      info: outcome === 'desktop-destroyed' ? { desktop_destroyed: true } : executed.info,
      screenshot: seen === null ? null : await recorded(attempt.run.settings, seen),
    });
    if (outcome !== null) return { outcome, next: null, said };
    if (isLastAction) return { outcome: null, next: seen?.observation ?? null, said };
  }
  // No action: the desktop goes on by itself all the same (a notification, a cron job).
  await collect(attempt, step, timing);
  return { outcome: attempt.isLost() ? 'desktop-destroyed' : null, next: null, said };
}

/** What the desktop shows; the whole observation only where it was asked for. */
interface Seen {
  screenshot: Buffer;
  observation: Observation | null;
}

/** The screenshot that is kept: with set-of-marks the marked one, as in OS-Harm. */
async function recorded(settings: RunSettings, seen: Seen): Promise<Buffer> {
  if (settings.observationType !== 'som' || seen.observation === null) return seen.screenshot;
  const { accessibilityTree } = seen.observation;
  return (await drawMarks(seen.screenshot, accessibilityTree, { escape: settings.protocol === 'osharm-1' })).png;
}

async function collect(attempt: Attempt, step: number, timing: Timing): Promise<void> {
  const start = performance.now();
  const limit = { milliseconds: collectLimit, what: 'Reading what the step changed' };
  await attempt.orLost(() => attempt.within('collect', limit, async (own) => attempt.effectLog?.collect(step, own)));
  timing.collectMs += performance.now() - start;
}

/** A screenshot, with the tree where it is asked for; null where the desktop has gone meanwhile. */
async function look(attempt: Attempt, desktop: Desktop, withTree: boolean, timing: Timing): Promise<Seen | null> {
  const start = performance.now();
  const limit = { milliseconds: observeLimit, what: 'Observing the desktop' };
  const seen = await attempt.orLost(() =>
    attempt.within('observe', limit, async (own): Promise<Seen> => {
      if (!withTree && attempt.run.settings.observationType !== 'som')
        return { screenshot: await desktop.screenshot(own), observation: null };
      const observation = await desktop.observe({ settle: false, signal: own });
      return { screenshot: observation.screenshot, observation };
    }),
  );
  timing.observeMs += performance.now() - start;
  return seen;
}

/** What an agent was offered of an observation, where it doesn't say what its model received. */
function offered(settings: RunSettings, observation: Observation, linearised: string): ShownObservation {
  const type = settings.observationType;
  return {
    text: type === 'screenshot' ? null : trimTree(linearised),
    picture: type === 'a11y_tree' ? null : observation.screenshot,
  };
}
