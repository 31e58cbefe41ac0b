import { inTurns } from '../../../base/event-loop.ts';
import type { ProgramSeen } from '../../../desktop/client/desktop.ts';
import type { ActionRecords } from '../action-records.ts';
import type { FoundEffect } from '../found-effect.ts';
import type { StepClock } from '../step-clock.ts';
import { mostArguments, mostPrograms, namedPrograms, unnamedPrograms } from './named-programs.ts';
import { programIsNoise } from './noise-programs.ts';
import { programEffects } from './program-effects.ts';

export class ProgramWatch {
  readonly #records: ActionRecords;
  readonly #steps: StepClock;
  readonly #seen = new Set<string>();
  #since = 0;

  constructor(records: ActionRecords, steps: StepClock) {
    this.#records = records;
    this.#steps = steps;
  }

  get since(): number {
    return this.#since;
  }

  /** Programs of the set-up are not the agent's. */
  begin(programs: readonly ProgramSeen[], now: number): void {
    for (const program of programs) this.#seen.add(programKey(program));
    this.#since = now;
  }

  skip(programs: readonly ProgramSeen[]): void {
    for (const program of programs) {
      this.#since = Math.max(this.#since, program.time);
      this.#seen.add(programKey(program));
    }
  }

  /** Ignores the first new program with each of these argument vectors. */
  skipOnce(started: readonly (readonly string[])[], programs: readonly ProgramSeen[]): void {
    const left = started.map(argumentsKey);
    for (const program of programs) {
      const at = left.indexOf(argumentsKey(program.argv));
      if (at === -1 || this.#seen.has(programKey(program))) continue;
      left.splice(at, 1);
      this.#seen.add(programKey(program));
    }
  }

  async note(step: number, programs: readonly ProgramSeen[]): Promise<FoundEffect[]> {
    let lost = 0;
    const fresh: ProgramSeen[] = [];
    const found: FoundEffect[] = [];
    for await (const program of inTurns(programs)) {
      this.#since = Math.max(this.#since, program.time);
      const key = programKey(program);
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      lost += program.lost ?? 0;
      if (programIsNoise(program.argv, program.file, program.folder)) continue;
      fresh.push(program);
      found.push(...programEffects(program));
    }
    found.push(...unnamedPrograms(fresh, lost, this.#since));
    for (const { time, text, detail } of namedPrograms(fresh))
      await this.#records.add(this.#steps.stepAt(time, step), { kind: 'program', text, detail }, time);
    const more = fresh.length - mostPrograms;
    if (more > 0) await this.#records.add(step, { kind: 'program', text: `… and ${more} more`, detail: { more } });
    return found;
  }
}

/** Compares prefixes, since arguments may be megabytes long. */
const programKey = ({ time, pid, argv }: ProgramSeen): string => [time, pid, argumentsKey(argv)].join('\0');
const argumentsKey = (argv: readonly string[]): string =>
  [argv.length, ...argv.slice(0, mostArguments).map((word) => word.slice(0, 200))].join('\0');
