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
import { planSweep } from '../../runs/sweep/plan-sweep.ts';
import { type AskedForms, parseGoalId } from '../../tasks/suite/goal-id.ts';
import { openSuite } from '../../tasks/suite/suite.ts';
import { modelAndAgent } from './sweep-request.ts';

/** What a branch does otherwise than its parent. */
export interface BranchChanges {
  /** 0-based: the first step that is not the record's. */
  at: number;
  model?: string | undefined;
  agent?: string | undefined;
  defence?: string[] | undefined;
  /** `neutral`, or the text that stands in the place of the goal's; left out: the payload. */
  payload?: string | undefined;
  /** Another goal by the same vector; left out: the parent's. */
  goal?: string | undefined;
  /** A reference agent goes on that needs no payload to be hijacked. */
  isHijackedAtOnce?: boolean | undefined;
  /** How often it is made; left out: once, as the repeat that the parent is. */
  times?: number | undefined;
}

/** Where the suite is that the parent was made of, and where branches go. */
export interface BranchPlaces {
  suite: string;
  resultDir: string;
  osharmVersion: string;
}

/** `run.json` of a run to branch from. Throws UsageError where there is none. */
export function parentRun(directory: string): RunJson {
  const { runJson } = readRun(directory);
  if (runJson !== null) return runJson;
  throw new UsageError(`${directory} has no run.json.`, {
    code: 'branch-record',
    hint: 'Give the directory of a run of osharm.',
  });
}

/**
 * Plans the branch of one recorded run (an absolute path). Throws UsageError where the record doesn't reach to its
 * step, where the suite has no such run, or where the task has changed since.
 */
export async function planBranch(
  parent: string,
  changes: BranchChanges,
  places: BranchPlaces,
  { dependencies, provider }: { dependencies: RunDependencies; provider: DesktopProvider },
): Promise<{ sweep: Sweep; runs: readonly PlannedRun[] }> {
  const runJson = parentRun(parent);
  recordedPath(parent, changes.at);
  const { taskId, injection } = runJson;
  const goal = changes.goal ?? injection?.goal;
  const request = branchRequest(parent, runJson, changes, places);
  let sweep = await planSweep(request, dependencies, provider);
  // An injection that is not the task's own was crossed with it.
  if (sweep.runs.length === 0 && injection !== null && goal !== undefined) {
    const pairs = { vectors: [injection.vector], goals: [goal] };
    const { forms: _, ...crossed } = request;
    sweep = await planSweep({ ...crossed, pairs }, dependencies, provider);
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

/** The run of the record under its own settings, with what is changed. */
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
    // The record names the task; the subset that listed it may be a file of its own.
    subset: { name: runJson.category ?? 'all', path: join(parent, 'run.json'), subset: { [domain]: [taskId] } },
    domain,
    inject: injection !== null,
    pairs: undefined,
    forms: formOf(goal),
    repeat: changes.times ?? runJson.repeat,
    settings: {
      ...whoGoesOn(settings, changes),
      branchOf: parent,
      branchAt: changes.at,
      canarySeed: runJson.canarySeed,
      payload,
      hijackedAtOnce: changes.isHijackedAtOnce === true ? (true as const) : undefined,
    },
    resultDir: places.resultDir,
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

/** The form of a goal's id, so that this text is planned and no other. */
function formOf(goal: string | undefined): AskedForms {
  const form = goal === undefined ? null : parseGoalId(goal).form;
  if (form === null) return {};
  const { style, language, visibility } = form;
  return { styles: [style], languages: [language], visibilities: visibility === null ? undefined : [visibility] };
}

/** The record's settings with whoever the changes put in front of the desktop; without such changes as they are. */
function whoGoesOn(settings: RunSettings, { model, agent, defence }: BranchChanges): RunSettings {
  if (model === undefined && agent === undefined && defence === undefined) return settings;
  const { agent: ownAgent, seatedModel, defences, ...others } = settings;
  const ownModel = seatedModel ?? (ownAgent === undefined && defences === undefined ? settings.model : undefined);
  const isNew = model !== undefined || agent !== undefined;
  // Another model goes on in osharm's loop, if the run had one; no computer tool takes over the steps of another.
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
