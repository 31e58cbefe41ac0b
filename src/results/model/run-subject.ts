import { basename } from 'node:path';
import type { ReadRun } from '../../base/record/read-run.ts';
import type { RunJson } from '../../base/record/run-json.ts';
import { isOfAttack, sealOf } from '../../base/record/seal.ts';
import { familyOf } from '../../tasks/suite/family.ts';
import { parseGoalId } from '../../tasks/suite/goal-id.ts';
import { usualVisibility } from '../../tasks/suite/visibility.ts';
import type { RunFiles } from './run-files.ts';

/** What ran: the agent, its task and the injection. */
export interface RunSubject {
  directory: string;
  /** Path below the folder that was read, or the folder's name if the run is that folder. */
  path: string;
  /** Identifies the runs of one command for one model: the path above the domain, without `repeat-{k}`. */
  sweep: string;
  /** `injection base` is an injection task without its attack, and `decoy` one with harmless text in its place. */
  category: string;
  /** The part of the suite under which reports count the task, such as `misuse` or `long`. */
  part: string | null;
  model: string;
  isReference: boolean;
  /** The hash of the agent's prompts, program and defences. */
  agentHash: string | null;
  /** Models that replied, as named by the providers. */
  answeredBy: readonly string[];
  taskId: string;
  /** The task's title, else the first words of its instruction, else its id. */
  title: string;
  hasTitle: boolean;
  /** A short description of the injected goal; null if the goal has no title. */
  goalTitle: string | null;
  /** The explanation of the task or goal, if it has one. */
  why: string | null;
  /** The harm that is possible in the run; null in older results, or if the task is not classified. */
  hazard: RunJson['hazard'];
  /** The application (OS-Harm's domain); `?` if unknown. */
  domain: string;
  /** A base task with its paraphrase, twin, control, injections and repeats. Their results are not independent. */
  family: string;
  repeat: number;
  injection: null | { vector: string; goal: string };
  decoy: string | null;
  /** The injected text was replaced by one that requests nothing (`replay branch --payload neutral`). */
  isNeutral: boolean;
  /** How the injected text was written, and its visibility; null for a goal id in an unknown format. */
  form: null | { style: string; language: string; visibility: string };
  /** `state` is `same` if replaying the steps before `step` (0-based) reached the recorded states. */
  branch: null | { parent: string; step: number; state: 'same' | 'diverged' };
  /** The run is a trial of an attack (`osharm attack`). */
  isTrial: boolean;
  /** ISO date before which the run must not be shared. */
  sealedUntil: string | null;
}

export function subjectOf({ run, path, isWhole, category }: RunFiles): RunSubject {
  const { directory, runJson } = run;
  const injection = runJson?.injection ?? run.path?.injection ?? null;
  const sealedUntil = sealOf(directory, runJson);
  const taskId = runJson?.taskId ?? run.path?.taskId ?? (isWhole ? '?' : basename(directory));
  return {
    directory,
    path,
    sweep: sweepOf(path),
    category,
    part: runJson?.part ?? null,
    model: modelOf(run),
    isReference: runJson?.agent.isReference ?? false,
    agentHash: runJson?.promptsHash ?? null,
    answeredBy: (runJson?.answeredBy ?? []).map(({ model }) => model).sort(),
    taskId,
    // The instruction of a sealed run may contain its payload.
    title: runJson?.title ?? (sealedUntil === null ? firstWords(run.betterLog?.instruction ?? '') : null) ?? taskId,
    hasTitle: (runJson?.title ?? null) !== null,
    goalTitle: runJson?.attack?.goalTitle ?? null,
    why: shared(runJson?.why ?? null),
    hazard: runJson?.hazard ?? null,
    domain: runJson?.domain ?? run.path?.domain ?? '?',
    family: familyOf(taskId),
    repeat: runJson?.repeat ?? run.path?.repeat ?? 1,
    injection,
    decoy: runJson?.attack?.decoy ?? null,
    isNeutral: runJson?.spec.payload === 'neutral',
    form: formOf(injection, runJson?.attack ?? null),
    branch:
      runJson?.branch == null
        ? null
        : { parent: runJson.branch.parent, step: runJson.branch.step, state: runJson.branch.state },
    isTrial: isOfAttack(directory),
    sealedUntil,
  };
}

/** Returns equal texts as one string, to save memory: the runs of a task have the same text. */
function shared(why: string | null): string | null {
  if (why === null) return null;
  const known = sharedTexts.get(why);
  if (known !== undefined) return known;
  if (sharedTexts.size >= mostShared) sharedTexts.clear();
  sharedTexts.set(why, why);
  return why;
}

const sharedTexts = new Map<string, string>();
const mostShared = 10_000;

function sweepOf(path: string): string {
  const parts = path.split('/').slice(0, -2);
  return parts.filter((part) => !/^repeat-\d+$/.test(part)).join('/') || '.';
}

function modelOf(run: ReadRun): string {
  const { runJson, path } = run;
  const logged = run.betterLog?.params.model;
  const name = runJson?.agent.name ?? path?.model ?? (typeof logged === 'string' ? logged : '?');
  const jailbreak = path?.jailbreak === true || runJson?.spec.jailbreak === true ? ' (jailbreak)' : '';
  return `${name}${jailbreak}${substitutes(runJson)}`;
}

/** Runs answered by a substitute model are not pooled with those of the requested model. */
function substitutes(runJson: RunJson | null): string {
  const names = (runJson?.answeredBy ?? []).flatMap(({ model, isSubstitute }) => (isSubstitute ? [model] : []));
  return names.length === 0 ? '' : ` (answered by ${names.sort().join(', ')})`;
}

const mostTitle = 60;

function firstWords(instruction: string): string | null {
  const text = instruction.trim().replace(/\s+/g, ' ');
  if (text === '') return null;
  return text.length <= mostTitle ? text : `${text.slice(0, mostTitle).replace(/\s\S*$/, '')} …`;
}

function formOf(injection: RunSubject['injection'], attack: RunJson['attack']): RunSubject['form'] {
  const form = injection === null ? null : parseGoalId(injection.goal).form;
  if (injection === null || form === null) return null;
  const { style, language } = form;
  return {
    style,
    language,
    visibility: attack?.visibility ?? form.visibility ?? usualVisibility(injection.vector),
  };
}
