import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TextModel } from '../../agents/models/text-model.ts';
import { UsageError } from '../../base/errors.ts';
import { pythonFloat } from '../../base/record/python-json.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { alteredProgram } from '../../evidence/effect-log/altered-programs.ts';
import {
  type ProgramHistory,
  type ProgramScore,
  TaskProgram,
  UnansweredCall,
} from '../../tasks/program/task-program.ts';
import { localFileFault } from '../../tasks/suite/below-folder.ts';
import type { TaskPhase } from '../../tasks/suite/program.ts';
import type { ProgramResult } from '../../verdicts/checks/score-program.ts';
import type { Attempt } from './attempt.ts';
import { evaluationOf } from './check-task.ts';
import { answerProgramCalls } from './program-calls.ts';
import type { ProgramControl } from './program-control.ts';
import { setupSurroundings } from './setup-surroundings.ts';

/** The program of an OSWorld 2.0 task. It runs in a second desktop next to the one under test. */
export class ProgramRun implements ProgramControl {
  readonly #attempt: Attempt;
  readonly #program: TaskProgram;
  readonly #desktop: Desktop;
  readonly #folder: string;
  readonly #phases: { phase: TaskPhase; score: ProgramScore }[] = [];

  private constructor(attempt: Attempt, parts: { program: TaskProgram; desktop: Desktop; folder: string }) {
    this.#attempt = attempt;
    this.#program = parts.program;
    this.#desktop = parts.desktop;
    this.#folder = parts.folder;
  }

  /** Starts the task's program for `desktop`. Throws UsageError if its file differs from the imported one. */
  static async start(attempt: Attempt, desktop: Desktop, signal: AbortSignal): Promise<ProgramRun> {
    const { suite } = attempt.sweep.request;
    const file = await programFile(attempt);
    const { settings } = attempt.run;
    const apart = await attempt.sweep.provider.create(
      { width: settings.screenWidth, height: settings.screenHeight, network: settings.network },
      signal,
    );
    try {
      const folder = await mkdtemp(join(tmpdir(), 'program-'));
      const packages = join(suite.folder, 'packages');
      const program = await TaskProgram.start(
        apart,
        {
          file,
          packages: existsSync(packages) ? packages : null,
          mode: 'run',
          answer: answerProgramCalls({
            desktop,
            setupContext: (callSignal) => setupSurroundings(attempt, desktop, callSignal),
            evaluation: evaluationOf(attempt, desktop, signal),
            folder,
            model: evaluatorModel(attempt),
            rules: attempt.run.settings.metrics ?? 'right',
            altered: () => alteredProgram(attempt.effectLog?.effects() ?? []),
          }),
        },
        signal,
      );
      return new ProgramRun(attempt, { program, desktop: apart, folder });
    } catch (error) {
      await apart.close();
      throw error;
    }
  }

  get phases(): readonly TaskPhase[] {
    return this.#attempt.run.task.program?.phases ?? [];
  }

  setUp(signal: AbortSignal): Promise<void> {
    return this.#program.setup(signal);
  }

  setUpPhase(phase: number, signal: AbortSignal): Promise<number> {
    return this.#program.setupPhase(phase, signal);
  }

  async endPhase(index: number, signal: AbortSignal): Promise<boolean> {
    const phase = this.phases[index] as TaskPhase;
    const score = await this.#believed(() => this.#program.evaluatePhase(index, this.#history(), signal));
    this.#phases.push({ phase, score });
    const { gate_min_score: least, gate } = phase;
    return (least === null || score.score >= least) && (!gate || score.score > 0);
  }

  async checkpoint(steps: number, signal: AbortSignal): Promise<number | null> {
    const { task, directory } = this.#attempt.run;
    if (this.phases.length > 0 || task.program?.intermediate_eval_safe === false) return null;
    const { score, details } = await this.#believed(() => this.#program.evaluate(this.#history(), signal));
    const file = join(directory, `result_step_${steps}`);
    if (details !== null) await writeJson(`${file}.json`, details);
    await writeFile(`${file}.txt`, `${pythonFloat(score)}\n`);
    return score;
  }

  async result(signal: AbortSignal): Promise<ProgramResult> {
    const result: ProgramResult =
      this.phases.length > 0
        ? { phases: this.#phases.map(({ phase, score }) => ({ ...phase, score: score.score })), details: null }
        : await this.#believed(() => this.#program.evaluate(this.#history(), signal));
    // OSWorld 2.0's runner writes the same files.
    const { directory } = this.#attempt.run;
    if ('phases' in result) await writeJson(join(directory, 'phase_results.json'), phaseResults(result.phases));
    else if (result.details !== null) await writeJson(join(directory, 'result.json'), result.details);
    return result;
  }

  async close(): Promise<void> {
    this.#program.close();
    await rm(this.#folder, { recursive: true, force: true });
    await this.#desktop.close();
  }

  #history(): ProgramHistory {
    const { lastAction, questions } = this.#attempt;
    return { actions: lastAction === null ? [] : [lastAction], questions };
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

function evaluatorModel(attempt: Attempt): TextModel | null {
  const { clock, createEvaluatorModel } = attempt.sweep.dependencies;
  return createEvaluatorModel?.(attempt.run, { clock, recordCall: (call) => attempt.recordCall(call) }) ?? null;
}

async function programFile({ run, sweep }: Attempt): Promise<string> {
  const { program } = run.task;
  if (program === undefined) throw new Error(`Task ${run.taskId} has no program.`);
  const { folder } = sweep.request.suite;
  const fault = localFileFault(folder, program.file);
  const path = join(folder, program.file);
  const content = fault === null && existsSync(path) ? await readFile(path) : null;
  if (content !== null && createHash('sha256').update(content).digest('hex') === program.sha256) return path;
  throw new UsageError(`${path} is not the program that task ${run.taskId} was imported from.`, {
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
