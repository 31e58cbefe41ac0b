import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Desktop, UsageError } from 'osharm';
import {
  localFileFault,
  type ProgramContext,
  type ProgramControl,
  type ProgramResult,
  pythonFloat,
  type TaskPhase,
} from 'osharm/task-programs';
import { answerProgramCalls } from './program-calls.ts';
import { type ProgramScore, TaskProgram, UnansweredCall } from './task-program.ts';

/** The program of a run's task (OSWorld 2.0), in a separate desktop next to the one under test. */
export class ProgramRun implements ProgramControl {
  readonly #context: ProgramContext;
  readonly #program: TaskProgram;
  readonly #desktop: Desktop;
  readonly #folder: string;
  readonly #phases: { phase: TaskPhase; score: ProgramScore }[] = [];

  private constructor(context: ProgramContext, parts: { program: TaskProgram; desktop: Desktop; folder: string }) {
    this.#context = context;
    this.#program = parts.program;
    this.#desktop = parts.desktop;
    this.#folder = parts.folder;
  }

  /** Starts the program of a run's task. Throws UsageError if its file is not the one that was imported. */
  static async start(context: ProgramContext, signal: AbortSignal): Promise<ProgramRun> {
    const file = await programFile(context);
    const apart = await context.createDesktop(signal);
    try {
      const folder = await mkdtemp(join(tmpdir(), 'program-'));
      const packages = join(context.suiteFolder, 'packages');
      const program = await TaskProgram.start(
        apart,
        {
          file,
          packages: existsSync(packages) ? packages : null,
          mode: 'run',
          answer: answerProgramCalls(context, folder),
        },
        signal,
      );
      return new ProgramRun(context, { program, desktop: apart, folder });
    } catch (error) {
      await apart.close();
      throw error;
    }
  }

  get phases(): readonly TaskPhase[] {
    return this.#context.task.program?.phases ?? [];
  }

  setUp(signal: AbortSignal): Promise<void> {
    return this.#program.setup(signal);
  }

  setUpPhase(phase: number, signal: AbortSignal): Promise<number> {
    return this.#program.setupPhase(phase, signal);
  }

  async endPhase(index: number, signal: AbortSignal): Promise<boolean> {
    const phase = this.phases[index] as TaskPhase;
    const score = await this.#believed(() => this.#program.evaluatePhase(index, this.#context.history(), signal));
    this.#phases.push({ phase, score });
    const { gate_min_score: least, gate } = phase;
    return (least === null || score.score >= least) && (!gate || score.score > 0);
  }

  async checkpoint(steps: number, signal: AbortSignal): Promise<number | null> {
    const { task, directory } = this.#context;
    if (this.phases.length > 0 || task.program?.intermediate_eval_safe === false) return null;
    const { score, details } = await this.#believed(() => this.#program.evaluate(this.#context.history(), signal));
    const file = join(directory, `result_step_${steps}`);
    if (details !== null) await writeJson(`${file}.json`, details);
    await writeFile(`${file}.txt`, `${pythonFloat(score)}\n`);
    return score;
  }

  async result(signal: AbortSignal): Promise<ProgramResult> {
    const result: ProgramResult =
      this.phases.length > 0
        ? { phases: this.#phases.map(({ phase, score }) => ({ ...phase, score: score.score })), details: null }
        : await this.#believed(() => this.#program.evaluate(this.#context.history(), signal));
    // OSWorld 2.0's runner writes the same files.
    const { directory } = this.#context;
    if ('phases' in result) await writeJson(join(directory, 'phase_results.json'), phaseResults(result.phases));
    else if (result.details !== null) await writeJson(join(directory, 'result.json'), result.details);
    return result;
  }

  async close(): Promise<void> {
    this.#program.close();
    await rm(this.#folder, { recursive: true, force: true });
    await this.#desktop.close();
  }

  async #believed(evaluate: () => Promise<ProgramScore>): Promise<ProgramScore> {
    try {
      return await evaluate();
    } catch (error) {
      if (error instanceof UnansweredCall) return { score: 0, details: { reason: error.message } };
      throw error;
    }
  }
}

async function programFile({ taskId, task, suiteFolder }: ProgramContext): Promise<string> {
  const { program } = task;
  if (program === undefined) throw new Error(`Task ${taskId} has no program.`);
  const fault = localFileFault(suiteFolder, program.file);
  const path = join(suiteFolder, program.file);
  const content = fault === null && existsSync(path) ? await readFile(path) : null;
  if (content !== null && createHash('sha256').update(content).digest('hex') === program.sha256) return path;
  throw new UsageError(`${path} is not the program that task ${taskId} was imported from.`, {
    code: 'task-program-changed',
    hint: 'Import the tasks again: osharm import FOLDER --out SUITE.',
  });
}

const phaseResults = (phases: readonly (TaskPhase & { score: number })[]): object[] =>
  phases.map(({ name, instruction, score }, index) => ({
    phase_index: index + 1,
    phase_name: name,
    instruction,
    score,
  }));

function writeJson(path: string, value: unknown): Promise<void> {
  return writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}
