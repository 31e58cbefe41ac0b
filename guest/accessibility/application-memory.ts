import { activityOf, type ProcessActivity } from './process-activity.ts';
import type { TreeNode } from './tree-node.ts';

export interface CellKind {
  role: number;
  interfaces: number;
  childCount: number;
  /** Minimum, maximum and step of the value. */
  limits: readonly [string, string, string] | null;
}

export interface SheetMemory {
  kind: CellKind | null;
  /** Row × 16,384 + column → object path. */
  cells: Map<number, string>;
  /** Cell names by the same keys. A name is the cell's address, so it never changes. */
  names: ReadonlyMap<number, string>;
}

/** Activity of an application since its last reading. */
export type Since = 'changed' | 'nearly-idle' | 'untouched';

/** Wait after a reading, so that the application can finish the time slice in which it sent its last answer. */
const TAIL_MS = 5;
const LONGEST_TAIL_NANOSECONDS = 300_000;
/** An idle LibreOffice wakes once a second; setting one formula over UNO wakes it 23 times, connecting 460 times. */
const NEARLY_IDLE_SLICES = 12;

/**
 * Decides what can be reused from the last reading of an application. If the program has not run since, nothing can
 * have changed; if it has, everything that can change is read again.
 * The exception is LibreOffice with a spreadsheet, because a reading takes half a second and the program wakes even
 * when idle. If it has hardly run and sent no event, objects that look unchanged keep their attributes, actions and
 * limits, and cells keep their names. Visible content is always read.
 */
export class ApplicationMemory {
  events = 0;
  readonly pid: number | null;
  #sheets = new Map<string, SheetMemory>();
  #sheetsBefore = new Map<string, SheetMemory>();
  #tree: TreeNode | null = null;
  #last: TreeNode | null = null;
  #objects: ReadonlyMap<string, TreeNode> | null = null;
  #mark: { activity: ProcessActivity; events: number } | null = null;
  #eventsAtStart = 0;
  #readings = 0;

  readonly toolkit: string | null;

  constructor(pid: number | null, toolkit: string | null) {
    this.pid = pid;
    this.toolkit = toolkit;
  }

  since(): Since {
    const mark = this.#mark;
    const now = mark && this.pid !== null ? activityOf(this.pid) : null;
    if (!mark || !now || this.events !== mark.events) return 'changed';
    const { activity } = mark;
    if (now.threads !== activity.threads) return 'changed';
    if (now.slices === activity.slices && now.nanoseconds === activity.nanoseconds) return 'untouched';
    return now.slices - activity.slices <= NEARLY_IDLE_SLICES ? 'nearly-idle' : 'changed';
  }

  /** Valid only if `since` is `untouched`. */
  get tree(): TreeNode | null {
    return this.#tree;
  }

  /** Objects of the last reading by path, even if outdated. No toolkit reuses a path. */
  get objects(): ReadonlyMap<string, TreeNode> {
    this.#objects ??= this.#last === null ? new Map() : objectsOf(this.#last);
    return this.#objects;
  }

  /** Whether the attributes, actions and limits of objects that look unchanged are still valid. */
  isKept(since: Since): boolean {
    return since !== 'changed' && this.#tree !== null && this.#sheets.size > 0;
  }

  /**
   * Call before each reading. Unless the application is nearly idle, forgets all cells: after a row is inserted,
   * LibreOffice's old cell objects keep the old text.
   */
  startReading(since: Since): void {
    this.#readings += 1;
    this.#tree = null;
    this.#mark = null;
    this.#eventsAtStart = this.events;
    if (since === 'changed') for (const sheet of this.#sheets.values()) sheet.cells = new Map();
    this.#sheetsBefore = this.#sheets;
    this.#sheets = new Map();
  }

  /** Call after all answers have arrived. Keeps the tree only if the application did not change while it was read. */
  async finishReading(tree: TreeNode | null): Promise<void> {
    this.#last = tree;
    this.#objects = null;
    if (this.pid === null) return;
    const reading = this.#readings;
    const atEnd = activityOf(this.pid);
    await new Promise((resolve) => setTimeout(resolve, TAIL_MS));
    const later = activityOf(this.pid);
    if (reading !== this.#readings || this.events !== this.#eventsAtStart || !atEnd || !later) return;
    if (later.threads !== atEnd.threads || later.nanoseconds - atEnd.nanoseconds > LONGEST_TAIL_NANOSECONDS) return;
    this.#tree = tree;
    this.#mark = { activity: later, events: this.events };
  }

  sheet(tablePath: string): { before: SheetMemory; now: SheetMemory } {
    const before = this.#sheetsBefore.get(tablePath) ?? { kind: null, cells: new Map(), names: new Map() };
    const now: SheetMemory = { kind: before.kind, cells: new Map(), names: new Map() };
    this.#sheets.set(tablePath, now);
    return { before, now };
  }
}

function objectsOf(tree: TreeNode): Map<string, TreeNode> {
  const found = new Map<string, TreeNode>();
  const add = (node: TreeNode): void => {
    found.set(node.path, node);
    for (const child of node.children) if (child) add(child);
  };
  add(tree);
  return found;
}
