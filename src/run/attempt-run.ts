import type { Agent } from '../agent/agent.ts';
import type { Desktop } from '../desktop/desktop.ts';
import { makeCanaries } from '../effect/canaries.ts';
import { OsharmError } from '../errors.ts';
import { readPicture } from '../observe/ocr.ts';
import type { Outcome } from '../plan/run-spec.ts';
import { runName } from '../record/paths.ts';
import type { RunJson } from '../record/run-json.ts';
import { RunRecord } from '../record/run-record.ts';
import { canarySeedOf } from './canary-seed.ts';
import { capabilitiesOf, noEffects } from './capabilities.ts';
import { type Conclusion, conclude } from './conclude.ts';
import { describeRun, type RunFacts } from './describe-run.ts';
import { loggedParams, loggedTask } from './logged-run.ts';
import { planInjection } from './plan-injection.ts';
import { createDesktop, prepareDesktop } from './prepare-desktop.ts';
import { recordedJudges } from './recorded-judges.ts';
import type { RunContext } from './run-context.ts';
import { newRunState, type RunState } from './run-state.ts';
import { fetchDownloads } from './setup-surroundings.ts';
import { takeSteps } from './take-steps.ts';
import { recordedError, typedError } from './typed-error.ts';
import { type ExposureWatch, watchExposure } from './watch-exposure.ts';
import { within } from './within.ts';

/** How one attempt ended. */
export interface Attempt {
  outcome: Outcome;
  error: OsharmError | null;
  conclusion: Conclusion | null;
  runJson: RunJson;
}

/** Deadline of one reply of an agent, in milliseconds. */
const replyLimit = 600_000;
/** Deadline for closing a desktop, in milliseconds. */
const closeLimit = 30_000;

/** What an attempt has brought up so far; everything in it is put away at the end. */
interface Alive {
  desktop: Desktop | null;
  agent: Agent | null;
}

/**
 * Makes one attempt of a run, from a fresh desktop to `result.txt`, and records it. Never throws but for results that can't be
 * written: an error is in the attempt, and then there is no `result.txt`.
 */
export async function attemptRun(context: RunContext, earlier: RunJson['attempts']): Promise<Attempt> {
  const { border, run } = context;
  const { spec } = run;
  const { settings } = spec;
  const canarySeed = canarySeedOf(spec);
  const canaries = makeCanaries(canarySeed);
  const attack = await planInjection(context.suite, run, canaries);
  const content = attack?.content ?? null;
  const state = newRunState();
  const alive: Alive = { desktop: null, agent: null };
  const listener = context.log?.ofRun(spec.domain, runName(spec.taskId, spec.injection));
  listener?.started(run.task.task.instruction);
  const record = new RunRecord(
    spec.directory,
    loggedParams(context),
    loggedTask(context, content),
    border.clock,
    listener,
  );
  const startedAt = border.clock.now();
  let exposure: ExposureWatch | null = null;
  const describe = (facts: Partial<RunFacts>): RunJson =>
    describeRun(context, {
      agent: alive.agent,
      canarySeed,
      image: alive.desktop?.image ?? null,
      desktopNotes: [
        ...(capabilitiesOf(context.provider).effects ? [] : [noEffects(context.provider.name)]),
        ...(alive.desktop?.notes?.() ?? []),
      ],
      state: 'running',
      startedAt,
      endedAt: null,
      outcome: null,
      error: null,
      attempts: earlier,
      score: null,
      check: [],
      exposure: exposure?.current() ?? null,
      judges: [],
      attack,
      measured: state,
      ...facts,
    });

  try {
    record.runJson(describe({ measured: null }));
    record.log(`Run ${spec.domain}/${spec.taskId}: ${run.task.task.instruction}`);
    const agent = await border.createAgent({
      model: settings.model,
      task: run.task.task,
      vector: run.entry?.type ?? null,
      goal: run.goal?.goal ?? null,
      injectionContent: content,
      reach: attack?.reach ?? [],
      canaries,
      settings,
      scope: canarySeed.slice(canarySeed.indexOf('/') + 1),
      recordCall: (call) => record.append('calls.jsonl', call),
    });
    alive.agent = agent;
    exposure = watchExposure(content, readPicture);

    await fetchDownloads(context, state);
    const desktop = await createDesktop(context, state.phases);
    alive.desktop = desktop;
    const { ledger, first } = await prepareDesktop(context, desktop, record, state, { canaries, attack });
    if (settings.recording) await desktop.startRecording(context.signal);
    const taken = await takeSteps(
      {
        agent,
        desktop,
        ledger,
        record,
        settings,
        instruction: run.task.task.instruction,
        clock: border.clock,
        state,
        exposure,
        suiteGuid: context.suite.guid,
        signal: context.signal,
        replyLimitMs: border.replyLimitMs ?? replyLimit,
        onStep: context.onStep,
      },
      first,
    );
    const conclusion = await conclude(context, {
      desktop,
      ledger,
      record,
      state,
      outcome: taken,
      canaries,
      content,
      exposure: await state.phases.time('exposure', () => (exposure as ExposureWatch).settled()),
    });
    if (settings.recording) await saveRecording(desktop, record, context.signal);
    const ended = await putAway(alive, state);
    const runJson = describe({
      state: 'complete',
      endedAt: border.clock.now(),
      outcome: conclusion.outcome,
      error: ended ?? (conclusion.outcome === 'desktop-destroyed' ? destroyedError(desktop) : null),
      score: conclusion.score.value,
      check: conclusion.score.conditions.map(({ kind, holds, reason }) => ({ kind, holds, reason })),
      judges: recordedJudges(conclusion),
    });
    record.log(`The run ended: ${conclusion.outcome}, score ${conclusion.score.value}.`);
    record.runJson(runJson);
    record.close();
    record.result(conclusion.score);
    listener?.ended(conclusion.score.value);
    return { outcome: conclusion.outcome, error: null, conclusion, runJson };
  } catch (thrown) {
    const isBudget = thrown instanceof OsharmError && thrown.code === 'max-cost-reached';
    const stopped = context.signal.aborted || isBudget;
    const error = stopped ? null : typedError(thrown);
    const phase = state.phases.current;
    await putAway(alive, state);
    const runJson = describe({
      state: 'incomplete',
      endedAt: border.clock.now(),
      outcome: stopped ? 'stopped' : 'error',
      error: error === null ? null : recordedError(error, phase),
    });
    try {
      if (error !== null) {
        record.log(`Error in ${phase}: ${error.message}`);
        record.errorLine(spec.domain, spec.taskId);
        listener?.failed(error.message);
      }
      record.runJson(runJson);
    } finally {
      record.close();
    }
    const told = isBudget ? (thrown as OsharmError) : error;
    return { outcome: stopped ? 'stopped' : 'error', error: told, conclusion: null, runJson };
  }
}

/** Closes agent and desktop. A desktop that can't be closed is told, and is no fault of the run. */
async function putAway(alive: Alive, state: RunState): Promise<RunFacts['error']> {
  const { desktop, agent } = alive;
  try {
    // The sweep's own signal doesn't stop this: what was started has to end.
    await state.phases.time('close', () =>
      within({ milliseconds: closeLimit, what: 'Closing the desktop' }, new AbortController().signal, async () => {
        await Promise.all([desktop?.close(), agent?.close?.()]);
      }),
    );
    return null;
  } catch (error) {
    return recordedError(error, 'close');
  }
}

async function saveRecording(desktop: Desktop, record: RunRecord, signal: AbortSignal): Promise<void> {
  if (desktop.state().state === 'destroyed') return;
  const mp4 = await within({ milliseconds: 60_000, what: 'Fetching the recording' }, signal, (own) =>
    desktop.endRecording(own),
  );
  if (mp4 !== null) record.recording(mp4);
}

function destroyedError(desktop: Desktop): RunFacts['error'] {
  const end = desktop.state();
  const reason = end.state === 'destroyed' ? end.reason : 'it ended';
  return recordedError(new OsharmError(reason, { code: 'desktop-destroyed', blame: 'agent' }), null);
}
