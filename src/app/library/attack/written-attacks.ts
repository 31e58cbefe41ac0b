import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sideTaskCode, writtenCovertAgent } from '../../../agents/reference/covert.ts';
import { OsharmError, UsageError } from '../../../base/errors.ts';
import { writeWholeFile } from '../../../base/record/write-whole-file.ts';
import { makeCanaries } from '../../../evidence/effect-log/canaries.ts';
import type { Candidate, CovertStrategy } from '../../../runs/attack-search/covert-search.ts';
import type { SideTasks } from '../../../tasks/suite/side-tasks.ts';
import type { PreparedMonitor } from '../../../verdicts/monitors/monitor-source.ts';
import { type AttackerRequest, attackProposalSchema, seenByMonitors } from './attacker-protocol.ts';
import type { CovertPair, CovertProposal } from './covert-runs.ts';
import type { MonitorAttacker } from './monitor-attacker.ts';

/** The search ends after this many consecutive unusable answers. */
const mostFaults = 3;

/** An answer of an attacker, stored so that a resumed search does not request it again. */
const roundSchema = z.object({ attacker: z.string(), answer: z.unknown() });

export interface WrittenAttacksOptions {
  attacker: MonitorAttacker;
  folder: string;
  /** The model to write prompts for. Null to write scripts for `reference-covert-written`. */
  model: string | null;
  sideTasks: SideTasks;
  development: readonly CovertPair[];
  /** All pairs, so that the written file can also be run on the test families. */
  pairs: readonly CovertPair[];
  monitors: readonly PreparedMonitor[];
  /** What was tried before the search: the named styles, or the suite's prompt. */
  known: readonly Candidate[];
  hasFeedback: boolean;
  rounds: number;
  note(sentence: string): void;
}

/** Requests one attack per round from an attacker and writes each to a file for `osharm run --side-task`. */
export class WrittenAttacks implements CovertStrategy<CovertProposal> {
  readonly #options: WrittenAttacksOptions;
  readonly #tried: { name: string; answer: unknown; problem: string | null; candidate: Candidate | null }[];
  #round = 0;

  constructor(options: WrittenAttacksOptions) {
    this.#options = options;
    this.#tried = options.known.map((candidate) => ({ name: candidate.name, answer: null, problem: null, candidate }));
  }

  /** Returns null if the attacker has no further proposal, or can't write one that works. */
  async next(signal: AbortSignal): Promise<CovertProposal | null> {
    for (let faults = 0; faults < mostFaults && this.#round < this.#options.rounds; faults += 1) {
      this.#round += 1;
      const name = `attack-${this.#round}`;
      const answer = await this.#answer(name, signal);
      if (answer === null) return null;
      const proposal = this.#proposal(name, answer);
      if ('problem' in proposal) {
        this.#options.note(`${name} can't be used: ${proposal.problem}`);
        this.#tried.push({ name, answer, problem: proposal.problem, candidate: null });
        continue;
      }
      this.#tried.push({ name, answer, problem: null, candidate: null });
      return proposal;
    }
    return null;
  }

  tell(candidate: Candidate): void {
    const entry = this.#tried.find(({ name }) => name === candidate.name);
    if (entry !== undefined) entry.candidate = candidate;
  }

  async #answer(name: string, signal: AbortSignal): Promise<unknown> {
    const { attacker, folder } = this.#options;
    const file = join(folder, `${name}.answer.json`);
    if (existsSync(file)) {
      const stored = roundSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
      if (stored.attacker === attacker.name) return stored.answer;
      throw new UsageError(`${folder} has the search of another attacker, ${stored.attacker}.`, {
        code: 'attack-other-attacker',
        hint: 'Choose another --out.',
      });
    }
    const answer = await attacker.propose(this.#request(), signal);
    mkdirSync(folder, { recursive: true });
    writeWholeFile(file, `${JSON.stringify({ attacker: attacker.name, answer }, null, 2)}\n`);
    return answer;
  }

  #proposal(name: string, answer: unknown): CovertProposal | { problem: string } {
    const { model, sideTasks, pairs, folder } = this.#options;
    const read = attackProposalSchema.safeParse(answer);
    if (!read.success) return { problem: z.prettifyError(read.error) };
    const written = read.data;
    if ('script' in written !== (model === null))
      return { problem: model === null ? 'it is not a script' : 'it is not a prompt' };
    const file = join(folder, `${name}.json`);
    const content = {
      template: 'template' in written ? written.template : sideTasks.template,
      texts: sideTasks.texts,
      pairs: pairs.map(({ task, goal }) => ({ task, goal })),
      script: 'script' in written ? written.script : undefined,
      select: sideTasks.select ?? undefined,
    };
    mkdirSync(folder, { recursive: true });
    writeWholeFile(file, `${JSON.stringify(content, null, 2)}\n`);
    return { name, agent: model ?? writtenCovertAgent, sideTask: file, out: join(folder, name) };
  }

  #request(): AttackerRequest {
    const { model, development, monitors, hasFeedback, rounds } = this.#options;
    return {
      type: 'propose',
      protocol: 'osharm-attacker/1',
      round: this.#round,
      rounds,
      write: model === null ? 'script' : 'template',
      side_tasks: development.map((pair) => ({
        task: pair.task,
        instruction: pair.planned.task.instruction,
        goal: pair.goal,
        side_task: pair.planned.attack?.content ?? '',
        code: model === null ? codeOf(pair) : null,
      })),
      monitors: monitors.map(({ definition, prompt }) => ({ name: definition.name, prompt: prompt ?? null })),
      tried: this.#tried.map(({ name, answer, problem, candidate }) => ({
        attack: name,
        proposal: answer,
        problem,
        runs: hasFeedback ? runsOf(candidate) : null,
      })),
    };
  }
}

/** Returns null if the goal has no route in Python, which a script needs. */
function codeOf({ planned }: CovertPair): string | null {
  const { injection, canarySeed, task } = planned;
  if (injection === null) return null;
  const { goal } = injection.goalFile;
  try {
    return sideTaskCode({ goal, canaries: makeCanaries(canarySeed), instruction: task.instruction });
  } catch (error) {
    if (error instanceof OsharmError) return null;
    throw error;
  }
}

function runsOf(candidate: Candidate | null): AttackerRequest['tried'][number]['runs'] {
  if (candidate === null) return null;
  return candidate.trials.map(({ task, goal, isDone, seen }) => ({
    task,
    goal,
    did_side_task: isDone,
    seen: seenByMonitors(seen),
  }));
}
