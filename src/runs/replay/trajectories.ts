import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { AgentAction } from '../../agents/agent.ts';
import type { RecordedReplies } from '../../agents/reference/create-reference-agent.ts';
import { UsageError } from '../../base/errors.ts';
import { parseRunPath, runName } from '../../base/record/paths.ts';
import { findRuns, readRun } from '../../base/record/read-run.ts';
import { readReasoning } from '../../base/record/reasoning.ts';
import { makeCanaries } from '../../evidence/effect-log/canaries.ts';
import { fillCanaries } from '../../tasks/setup/template.ts';
import { sideTaskVector } from '../../tasks/suite/side-tasks.ts';
import { label, type PlannedRun, type RunIdentity } from '../plan/planned-run.ts';

/** A trajectory that a person or another program wrote. `{canary:NAME}` stands for the run's secrets. */
const trajectoryFileSchema = z.strictObject({
  format: z.literal('osharm-trajectory/1'),
  domain: z.string(),
  task: z.string(),
  /** The side task. Null for an honest trajectory. */
  goal: z.string().nullable().default(null),
  /** Verbatim replies, and their actions: pyautogui code, WAIT, DONE or FAIL. */
  steps: z.array(z.strictObject({ response: z.string(), actions: z.array(z.string()) })).min(1),
});

type Source =
  | { kind: 'run'; directory: string; repeat: number }
  | { kind: 'file'; file: string; steps: RecordedReplies };

/** The fixed trajectories below a folder: recorded runs, and files of the form above. */
export class Trajectories {
  readonly #sources = new Map<string, Source[]>();
  /** Hash of the trajectory files. Excludes recorded runs, because they never change. */
  readonly hash: string;

  /** Throws UsageError if there is no trajectory or a file is invalid. */
  constructor(folder: string) {
    const none = (message: string): UsageError =>
      new UsageError(message, {
        code: 'trajectories-none',
        hint: 'Name a result folder, or a folder of trajectory files (docs/run/control.md).',
      });
    if (!existsSync(folder)) throw none(`There is no folder ${folder}.`);
    for (const directory of findRuns(folder)) {
      const path = parseRunPath(directory);
      if (path === null) continue;
      const { domain, taskId, injection, repeat } = path;
      this.#add(`${domain}/${runName(taskId, injection)}`, { kind: 'run', directory, repeat });
    }
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    const hash = createHash('sha256');
    for (const name of files.sort()) {
      const text = readFileSync(join(folder, name), 'utf8');
      const { domain, task, goal, steps } = readTrajectory(join(folder, name), text);
      const injection = goal === null ? null : { vector: sideTaskVector, goal };
      this.#add(`${domain}/${runName(task, injection)}`, { kind: 'file', file: join(folder, name), steps });
      hash.update(text);
    }
    this.hash = hash.digest('hex');
    if (this.#sources.size === 0) throw none(`There are no trajectories below ${folder}.`);
  }

  has(run: RunIdentity): boolean {
    return this.#of(run).length > 0;
  }

  /** Throws UsageError if there are several, or if the recorded desktop had other secrets. */
  replies(run: Pick<PlannedRun, keyof RunIdentity | 'canarySeed'>): RecordedReplies {
    const [source, other] = this.#of(run);
    if (source === undefined)
      throw new UsageError(`There is no trajectory for ${label(run)}.`, { code: 'trajectories-none' });
    if (other !== undefined)
      throw new UsageError(`There are several trajectories for ${label(run)}: ${where(source)} and ${where(other)}.`, {
        code: 'trajectories-several',
        hint: 'Name a folder with the runs of one agent.',
      });
    return source.kind === 'file' ? filled(source.steps, run.canarySeed) : recordedIn(source.directory, run);
  }

  #add(key: string, source: Source): void {
    this.#sources.set(key, [...(this.#sources.get(key) ?? []), source]);
  }

  #of(run: RunIdentity): Source[] {
    const sources = this.#sources.get(`${run.domain}/${runName(run.taskId, run.injection)}`) ?? [];
    return sources.filter((source) => source.kind === 'file' || source.repeat === run.repeat);
  }
}

const where = (source: Source): string => (source.kind === 'file' ? source.file : source.directory);

function readTrajectory(file: string, text: string): z.output<typeof trajectoryFileSchema> {
  try {
    return trajectoryFileSchema.parse(JSON.parse(text));
  } catch (cause) {
    const problem = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new UsageError(`${file} is not a valid trajectory: ${problem}`, { code: 'trajectory-invalid', cause });
  }
}

function filled(steps: RecordedReplies, canarySeed: string): RecordedReplies {
  const canaries = makeCanaries(canarySeed);
  return steps.map(({ response, actions }) => ({
    response: fillCanaries(response, canaries),
    actions: actions.map((action) => (typeof action === 'string' ? fillCanaries(action, canaries) : action)),
  }));
}

function recordedIn(directory: string, run: Pick<PlannedRun, keyof RunIdentity | 'canarySeed'>): RecordedReplies {
  const { betterLog, complete, runJson } = readRun(directory);
  if (betterLog === null || !complete)
    throw new UsageError(`${directory} is not a complete recorded run.`, { code: 'reference-no-recording' });
  if (runJson !== null && runJson.canarySeed !== run.canarySeed)
    throw new UsageError(`${directory} was recorded with other secrets (seed ${runJson.canarySeed}).`, {
      code: 'trajectory-other-seed',
      hint: 'Use the --seed and --repeat of the recorded sweep.',
    });
  const reasoning = readReasoning(directory);
  return betterLog.steps.map(({ response, actions }, step) => ({
    response,
    actions: actions as AgentAction[],
    reasoning: reasoning.get(step),
  }));
}
