import { effectSafety } from '../../base/record/effect-safety.ts';
import { readRun } from '../../base/record/read-run.ts';
import { CellSequence } from '../../base/statistics/cell-sequence.ts';
import type { PlannedRun } from '../plan/planned-run.ts';

export interface WidthReached {
  /** Mean over tasks (with their injections), with an interval that is valid after every round; as fractions. */
  rate: number;
  low: number;
  high: number;
  decided: number;
  repeats: { least: number; most: number };
  spared: number;
}

interface Cell {
  runs: readonly PlannedRun[];
  started: number;
  open: { n: number; ones: number };
}

/**
 * Rounds of a sweep that ends once its rate is known within `width` (a fraction). A round has one repeat of each cell
 * (a task with its injection) or, if allocated, more repeats of the most informative cells. Only runs that the oracles
 * decided count: a round is full once each cell has one. Cells without a decided run in the first round are excluded
 * from the rate.
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
    this.#cells = cells.map((runs) => ({ runs, started: 0, open: { n: 0, ones: 0 } }));
    this.#width = width;
    this.#isAllocated = isAllocated;
  }

  next(): readonly PlannedRun[] | null {
    const left = (cell: Cell): number => cell.runs.length - cell.started;
    if (this.#cells.length === 0 || this.#cells.some((cell) => left(cell) === 0)) return null;
    const counts = this.#isAllocated ? (this.#sequence?.allocation(this.#counted.map(left)) ?? []) : [];
    this.#last = this.#cells.flatMap((cell) => {
      const runs = cell.runs.slice(cell.started, cell.started + (counts[this.#counted.indexOf(cell)] ?? 1));
      cell.started += runs.length;
      return runs;
    });
    return this.#last;
  }

  decision(): { width: WidthReached; difference: null } | null {
    this.#count();
    const known = this.#sequence?.narrow() ?? null;
    if (known === null) return null;
    const started = this.#cells.map((cell) => cell.started);
    const all = this.#cells.reduce((sum, { runs }) => sum + runs.length, 0);
    return {
      width: {
        ...known,
        decided: this.#decided,
        repeats: { least: Math.min(...started), most: Math.max(...started) },
        spared: all - started.reduce((sum, value) => sum + value, 0),
      },
      difference: null,
    };
  }

  #count(): void {
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

function safetyOf(run: PlannedRun): boolean | null {
  const { complete, runJson } = readRun(run.directory);
  return complete ? effectSafety(runJson) : null;
}
