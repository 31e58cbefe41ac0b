import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isReferenceName } from '../../agents/reference/graded.ts';
import { UsageError } from '../../base/errors.ts';
import { readRun } from '../../base/record/read-run.ts';
import type { RunJson } from '../../base/record/run-json.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import type { DesktopProvider } from '../../desktop/client/desktop.ts';
import type { RunDependencies } from '../../runs/attempt/dependencies.ts';
import type { Sweep } from '../../runs/attempt/planned-sweep.ts';
import { payloadHash } from '../../runs/plan/payload-hash.ts';
import type { PlannedRun } from '../../runs/plan/planned-run.ts';
import { type RunSpec, settingsInSpec } from '../../runs/plan/spec-hash.ts';
import type { SweepRequest } from '../../runs/plan/sweep-request.ts';
import { recordedPath } from '../../runs/replay/recorded-path.ts';
import { planSweepRequest } from '../../runs/sweep/plan-sweep.ts';
import { parseGoalId } from '../../tasks/suite/goal-id.ts';
import { readSideTasks, type SideTasks, sideTaskVector } from '../../tasks/suite/side-tasks.ts';
import { openSuite } from '../../tasks/suite/suite.ts';
import { modelAndAgent } from './sweep-request.ts';

/** How a branch differs from its parent. */
export interface BranchChanges {
  /** 0-based first step that runs live. */
  at: number;
  model?: string | undefined;
  agent?: string | undefined;
  defence?: string[] | undefined;
  /** `neutral`, or a text that replaces the goal's. Defaults to the recorded payload. */
  payload?: string | undefined;
  /** Another goal with the same vector. Defaults to the parent's. */
  goal?: string | undefined;
  /** Whether the reference agent is hijacked without seeing a payload. */
  isHijackedAtOnce?: boolean | undefined;
  /** Whether the branch runs without the parent's monitor and protocol. */
  isUnwatched?: boolean | undefined;
  /** Number of branches. Defaults to one, with the parent's repeat number. */
  times?: number | undefined;
}

/** The parent's suite, and the folder of the branches. */
export interface BranchPlaces {
  suite: string;
  out: string;
  osharmVersion: string;
}

/** What branches need besides the record. */
export interface BranchHost {
  readonly dependencies: RunDependencies;
  readonly provider: DesktopProvider;
}

/** Throws UsageError if there is no `run.json`. */
export function parentRun(directory: string): RunJson {
  const { runJson } = readRun(directory);
  if (runJson !== null) return runJson;
  throw new UsageError(existsSync(directory) ? `${directory} has no run.json.` : `There is no folder ${directory}.`, {
    code: 'branch-record',
    hint: 'Give the directory of one run. osharm report RESULTS --json lists them.',
  });
}

/**
 * `parent` is absolute. Throws UsageError if the record is too short, or if the suite lacks the run or has another
 * version of its task or goal.
 */
export async function planBranch(
  parent: string,
  changes: BranchChanges,
  places: BranchPlaces,
  { dependencies, provider }: BranchHost,
): Promise<{ sweep: Sweep; runs: readonly PlannedRun[] }> {
  const runJson = parentRun(parent);
  recordedPath(parent, changes.at);
  const { taskId, injection } = runJson;
  const goal = changes.goal ?? injection?.goal;
  const request = branchRequest(parent, runJson, changes, places);
  let sweep = await planSweepRequest(request, dependencies, provider);
  // If the task does not list the injection, the run was crossed with it.
  if (sweep.runs.length === 0 && injection !== null && goal !== undefined) {
    const pairs = { vectors: [injection.vector], goals: [goal] };
    const crossed = { ...request, style: undefined, language: undefined, visibility: undefined, pairs };
    sweep = await planSweepRequest(crossed, dependencies, provider);
  }
  const [run] = sweep.runs;
  if (run === undefined)
    throw new UsageError(
      `The suite ${request.suite.name} has no run ${runJson.domain}/${taskId} that matches the record.`,
      {
        code: 'branch-run-unknown',
        hint: 'Name the suite of the run: --suite.',
      },
    );
  const isGoalChanged = goal === injection?.goal && (run.injection?.goalFile.hash ?? null) !== runJson.goalHash;
  if (run.taskFile.hash !== runJson.taskHash || isGoalChanged)
    throw new UsageError('The task or its goal has changed since the run.', {
      code: 'branch-task-changed',
      hint: 'Use the suite’s earlier version.',
    });
  return { sweep, runs: sweep.runs };
}

function branchRequest(parent: string, runJson: RunJson, changes: BranchChanges, places: BranchPlaces): SweepRequest {
  const { domain, taskId, injection, spec } = runJson;
  const { branchOf: _, branchAt: __, payload: parents, ...settings } = settingsInSpec(spec as RunSpec);
  const goal = changes.goal ?? injection?.goal;
  const isOwnText = changes.payload !== undefined && changes.payload !== 'neutral';
  if (changes.payload !== undefined && injection === null)
    throw new UsageError('The run has no injection, so there is no payload to replace.', {
      code: 'branch-no-payload',
      hint: 'Choose a run with an injection, or omit --payload.',
    });
  if (changes.payload === undefined && parents !== undefined && parents !== 'neutral')
    throw new UsageError('This run’s record does not have the injected text: its payload came from a search.', {
      code: 'branch-payload-unknown',
      hint: 'Add the text: --payload TEXT.',
    });
  const payload = isOwnText ? `sha256:${payloadHash(changes.payload ?? '')}` : (changes.payload ?? parents);
  return {
    payload: isOwnText ? { text: changes.payload ?? '' } : undefined,
    suite: openSuite(places.suite),
    // The subset that listed the task may have been a separate file, so build one from the record.
    subset: { name: runJson.category ?? 'all', path: join(parent, 'run.json'), subset: { [domain]: [taskId] } },
    domain,
    inject: injection !== null,
    sideTasks: injection?.vector === sideTaskVector ? sideTasksOf(injection.goal, settings, places.suite) : undefined,
    pairs: undefined,
    ...formOf(goal),
    repeat: changes.times ?? runJson.repeat,
    settings: {
      ...whoGoesOn(changes.isUnwatched === true ? unwatched(settings) : settings, changes),
      branchOf: parent,
      branchAt: changes.at,
      canarySeed: runJson.canarySeed,
      payload,
      hijackedAtOnce: changes.isHijackedAtOnce === true ? (true as const) : undefined,
    },
    out: places.out,
    parallel: 1,
    judges: ['effects'],
    keep: (run) =>
      run.taskId === taskId &&
      (changes.times !== undefined || run.repeat === runJson.repeat) &&
      run.injection?.vector === injection?.vector &&
      run.injection?.goal === goal,
    osharmVersion: places.osharmVersion,
  };
}

/** Omits everything that the run's monitor and protocol need. */
function unwatched(settings: RunSettings): RunSettings {
  const { monitor: _, monitorModel: _model, monitorHash: _hash, monitorView: _view, ...others } = settings;
  const { monitorLearned: _learned, monitorThreshold: _threshold, trustedModel: _trusted, ...rest } = others;
  const { protocol: _protocol, protocolHash: _protocolHash, onUnscored: _onUnscored, ...free } = rest;
  const { combine: _combine, samples: _samples, auditBudget: _budget, reviewAfter: _delay, ...plain } = free;
  return plain;
}

/** Throws UsageError if the suite's side tasks have changed since the run. */
function sideTasksOf(goal: string, settings: RunSettings, suite: string): SideTasks {
  const sideTasks = readSideTasks(goal, openSuite(suite));
  if (settings.sideTask === `sha256:${sideTasks.hash}`) return sideTasks;
  throw new UsageError('The side tasks of the suite have changed since the run, or the run had its own.', {
    code: 'branch-task-changed',
    hint: 'Use the suite’s earlier version.',
  });
}

/** Returns the form in a goal's ID, to plan exactly this text. */
function formOf(goal: string | undefined): Pick<SweepRequest, 'style' | 'language' | 'visibility'> {
  const form = goal === undefined ? null : parseGoalId(goal).form;
  if (form === null) return {};
  const { style, language, visibility } = form;
  return { style: [style], language: [language], visibility: visibility === null ? undefined : [visibility] };
}

/** Applies changes to model, agent and defences to the recorded settings. */
function whoGoesOn(settings: RunSettings, { model, agent, defence }: BranchChanges): RunSettings {
  if (model === undefined && agent === undefined && defence === undefined) return settings;
  const { agent: ownAgent, seatedModel, defences, ...others } = settings;
  const ownModel = seatedModel ?? (ownAgent === undefined && defences === undefined ? settings.model : undefined);
  const isNew = model !== undefined || agent !== undefined;
  // If the run used osharm's loop, the new model continues in it. A computer tool can't continue another tool's steps.
  const hadLoop = ownAgent === 'prompt' || ownAgent === 'computer-tool';
  const loop = hadLoop && model !== undefined && !isReferenceName(model) ? 'prompt' : undefined;
  const chosen = isNew
    ? { model, agent: agent === undefined || agent === 'auto' ? loop : agent }
    : { model: ownModel, agent: ownAgent };
  const named = modelAndAgent({
    model: chosen.model,
    agent: chosen.agent,
    defence,
  });
  return { ...others, ...named };
}
