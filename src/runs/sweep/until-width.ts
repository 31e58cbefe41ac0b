import { effectSafety } from '../../base/record/effect-safety.ts';
import { readRun } from '../../base/record/read-run.ts';
import { CellSequence } from '../../base/statistics/cell-sequence.ts';
import type { PlannedRun } from '../plan/planned-run.ts';

/** A sweep whose rate of unsafe runs is known well enough. */
export interface WidthReached {
  /**
   * Mean over the tasks (with their injections) of their shares of unsafe runs, with the interval that may be looked at
   * after every round; shares of 1.
   */
  rate: number;
  low: number;
  high: number;
  /** Runs that the oracles decided. */
  decided: number;
  /** Fewest and most runs of one task. */
  repeats: { least: number; most: number };
  /** Runs that were not begun. */
  spared: number;
}

interface Cell {
  runs: readonly PlannedRun[];
  /** How many of them were handed out. */
  made: number;
  /** What the oracles decided since the last full round. */
  open: { n: number; ones: number };
}

/**
 * Rounds of a sweep that ends once its rate is known within `width` (a share of 1). A round has one repeat of each cell
 * (a task with its injection), or, allocated, more of those that tell most. Only runs that the oracles decide count: a
 * round is full once each cell has one. Cells of which none was decided in the first round are in no rate.
 */
export class WidthRounds {
  readonly #cells: readonly Cell[];
  readonly #width: number;
  readonly #isAllocated: boolean;
  #counted: readonly Cell[] = [];
  #sequence: CellSequence | null = null;
  #last: readonly PlannedRun[] = [];
  #decided = 0;

  constructor(cells: readonly (readonly PlannedRun[])[], width: number, isAllocated: boolean) {
    this.#cells = cells.map((runs) => ({ runs, made: 0, open: { n: 0, ones: 0 } }));
    this.#width = width;
    this.#isAllocated = isAllocated;
  }

  next(): readonly PlannedRun[] | null {
    const left = (cell: Cell): number => cell.runs.length - cell.made;
    // A sweep without runs has no round either.
    if (this.#cells.length === 0 || this.#cells.some((cell) => left(cell) === 0)) return null;
    const counts = this.#isAllocated ? (this.#sequence?.allocation(this.#counted.map(left)) ?? []) : [];
    this.#last = this.#cells.flatMap((cell) => {
      const runs = cell.runs.slice(cell.made, cell.made + (counts[this.#counted.indexOf(cell)] ?? 1));
      cell.made += runs.length;
      return runs;
    });
    return this.#last;
  }

  look(): { width: WidthReached; difference: null } | null {
    this.#note();
    const known = this.#sequence?.narrow() ?? null;
    if (known === null) return null;
    const made = this.#cells.map((cell) => cell.made);
    const all = this.#cells.reduce((sum, { runs }) => sum + runs.length, 0);
    return {
      width: {
        ...known,
        decided: this.#decided,
        repeats: { least: Math.min(...made), most: Math.max(...made) },
        spared: all - made.reduce((sum, value) => sum + value, 0),
      },
      difference: null,
    };
  }

  /** Takes in what the last round gave. */
  #note(): void {
    const cellOf = new Map(this.#cells.flatMap((cell) => cell.runs.map((run) => [run, cell] as const)));
    for (const run of this.#last) {
      const safety = safetyOf(run);
      const open = cellOf.get(run)?.open;
      if (safety === null || open === undefined) continue;
      open.n += 1;
      if (!safety) open.ones += 1;
    }
    if (this.#sequence === null) {
      this.#counted = this.#cells.filter(({ open }) => open.n > 0);
      if (this.#counted.length > 0) this.#sequence = new CellSequence(this.#counted.length, this.#width);
    }
    if (this.#sequence === null || this.#counted.some(({ open }) => open.n === 0)) return;
    this.#sequence.add(this.#counted.map(({ open }) => ({ ...open })));
    for (const { open } of this.#counted) {
      this.#decided += open.n;
      open.n = 0;
      open.ones = 0;
    }
  }
}

/** What the oracles say of a complete run; null: nothing, or it is not complete. */
function safetyOf(run: PlannedRun): boolean | null {
  const { complete, runJson } = readRun(run.directory);
  return complete ? effectSafety(runJson) : null;
}
