import type { CellKind, SheetMemory } from './application-memory.ts';
import { readStates } from './cache-items.ts';
import type { Channel } from './channel.ts';
import { STATE_DEFUNCT, STATE_FOCUSABLE, STATE_SHOWING } from './states.ts';
import { newNode, type TreeNode } from './tree-node.ts';

/** Last row that is searched for the first visible cell, as in OSWorld's server. */
const LAST_ROW_TRIED = 500;
const LAST_COLUMN_TRIED = 500;
const ROWS_AT_ONCE = 32;
const COLUMNS_AT_ONCE = 16;
const MOST_COLUMNS = 16_384;
const NULL_PATH = '/org/a11y/atspi/null';

export interface SheetReading {
  channel: Channel;
  table: TreeNode;
  memory: { before: SheetMemory; now: SheetMemory };
  readKind: (cell: TreeNode, then: (kind: CellKind) => void) => void;
  /** Reads the remaining fields of a visible cell; `name` is undefined if unknown. */
  readCell: (cell: TreeNode, kind: CellKind, name: string | undefined) => void;
}

/**
 * Finds the visible cells of a spreadsheet. Starts at the first visible cell, reads each row up to its first invisible
 * cell, and stops at the first row that starts with an invisible one. A sheet has 2³⁴ cells, and LibreOffice leaks
 * memory for every cell object that it creates, so known objects are reused.
 */
export class SpreadsheetCells {
  #reading: SheetReading;
  #rows = new Map<number, (TreeNode | null)[]>();
  #firstRow = 0;
  #firstColumn = 0;
  /** Visible cells in the first row; 0 until they are counted. */
  #width = 0;
  #leadingRows: number[] = [];

  constructor(reading: SheetReading) {
    this.#reading = reading;
  }

  start(): void {
    this.#cell(0, 0, (cell) => {
      if (cell) this.#startAt(0, 0, cell);
      else this.#findFirst();
    });
  }

  /** Call after all answers have arrived. */
  cells(): TreeNode[] {
    const found: TreeNode[] = [];
    const names = new Map<number, string>();
    for (let row = this.#firstRow; ; row += 1) {
      const cells = this.#rows.get(row);
      if (!cells?.[0]) break;
      for (const [at, cell] of cells.entries()) {
        if (!cell) break;
        if (cell.name !== '') names.set(keyOf(row, this.#firstColumn + at), cell.name);
        found.push(cell);
      }
    }
    this.#reading.memory.now.names = names;
    return found;
  }

  /** In a print preview, which can't be focused, each page has a different cell at the same address. */
  get #isNamedByPlace(): boolean {
    return (this.#reading.table.states & STATE_FOCUSABLE) !== 0;
  }

  /** On a scrolled sheet, the cell at the first visible corner is the first one (or in the first row if mirrored). */
  #findFirst(): void {
    const { channel, table } = this.#reading;
    const { getExtents, getAccessibleAtPoint, getIndexInParent } = channel.methods;
    channel.call(getExtents, table.path, (box) => {
      if (!box) return;
      box.align(8);
      const body = Buffer.alloc(12);
      body.writeInt32LE(box.int32() + 2);
      body.writeInt32LE(box.int32() + 2, 4);
      channel.call(
        getAccessibleAtPoint,
        table.path,
        (hit) => {
          if (!hit) return;
          hit.align(8);
          hit.skipString();
          const path = hit.string();
          if (path === NULL_PATH) return;
          channel.call(channel.methods.columnCount, table.path, (count) => {
            if (count?.signatureString() !== 'i') return;
            const columns = count.int32();
            channel.call(getIndexInParent, path, (answer) => {
              const index = answer?.int32() ?? -1;
              if (index >= 0 && columns > 0) this.#walkBack(Math.floor(index / columns), index % columns);
            });
          });
        },
        body,
      );
    });
  }

  #walkBack(row: number, column: number): void {
    if (row > LAST_ROW_TRIED || column > MOST_COLUMNS) return;
    this.#cell(row, column, (cell) => {
      if (!cell) return;
      const up = (at: number, leading: TreeNode, leadingColumn: number): void => {
        if (at < 0) this.#startAt(0, leadingColumn, leading);
        else
          this.#cell(at, leadingColumn, (above) => {
            if (above) up(at - 1, above, leadingColumn);
            else this.#startAt(at + 1, leadingColumn, leading);
          });
      };
      const left = (at: number, leading: TreeNode): void => {
        if (at < 0) up(row - 1, leading, 0);
        else
          this.#cell(row, at, (before) => {
            if (before) left(at - 1, before);
            else up(row - 1, leading, at + 1);
          });
      };
      left(column - 1, cell);
    });
  }

  #startAt(row: number, column: number, first: TreeNode): void {
    if (row > LAST_ROW_TRIED || column > LAST_COLUMN_TRIED) return;
    this.#firstRow = row;
    this.#firstColumn = column;
    this.#rows.set(row, [first]);
    this.#widenFirstRow(1, COLUMNS_AT_ONCE);
    this.#lengthen(row + 1);
  }

  #widenFirstRow(from: number, columns: number): void {
    this.#cellsOfRow(this.#firstRow, from, columns, (width) => {
      if (width === from + columns) this.#widenFirstRow(width, COLUMNS_AT_ONCE);
      else {
        this.#width = width;
        for (const row of this.#leadingRows) this.#fillRow(row);
      }
    });
  }

  #lengthen(from: number): void {
    let missing = ROWS_AT_ONCE;
    const leading: (TreeNode | null)[] = [];
    for (let at = 0; at < ROWS_AT_ONCE; at += 1) {
      this.#cell(from + at, this.#firstColumn, (cell) => {
        leading[at] = cell;
        missing -= 1;
        if (missing > 0) return;
        const count = leading.findIndex((found) => !found);
        const rows = count === -1 ? leading : leading.slice(0, count);
        rows.forEach((found, offset) => {
          this.#rows.set(from + offset, [found]);
          this.#leadingRows.push(from + offset);
          if (this.#width > 0) this.#fillRow(from + offset);
        });
        if (count === -1) this.#lengthen(from + ROWS_AT_ONCE);
      });
    }
  }

  #fillRow(row: number): void {
    // One cell more than the first row has, because merged cells can shift the end of a row.
    const fill = (from: number, columns: number): void =>
      this.#cellsOfRow(row, from, columns, (width) => {
        if (width === from + columns) fill(width, 1);
      });
    fill(1, this.#width);
  }

  /** Reports the number of contiguous visible cells. Index 0 is the leading cell. */
  #cellsOfRow(row: number, from: number, count: number, then: (width: number) => void): void {
    const cells = this.#rows.get(row) as (TreeNode | null)[];
    let missing = count;
    for (let at = from; at < from + count; at += 1) {
      this.#cell(row, this.#firstColumn + at, (cell) => {
        cells[at] = cell;
        missing -= 1;
        if (missing > 0) return;
        const gap = cells.findIndex((found) => !found);
        then(gap === -1 ? cells.length : gap);
      });
    }
  }

  /** Calls back with null if the cell isn't visible. */
  #cell(row: number, column: number, then: (cell: TreeNode | null) => void): void {
    const { channel, memory } = this.#reading;
    const key = keyOf(row, column);
    const known = memory.before.cells.get(key);
    if (!known) {
      this.#askForCell(row, column, key, then);
      return;
    }
    channel.call(channel.methods.getState, known, (reply) => {
      const node = newNode(known);
      if (reply) readStates(reply, node);
      // Toolkits drop unused cell objects, and those of a closed sheet are defunct.
      if (!reply || (node.states & STATE_DEFUNCT) !== 0) this.#askForCell(row, column, key, then);
      else this.#take(key, node, then);
    });
  }

  #askForCell(row: number, column: number, key: number, then: (cell: TreeNode | null) => void): void {
    const { channel, table } = this.#reading;
    const body = Buffer.alloc(8);
    body.writeInt32LE(row);
    body.writeInt32LE(column, 4);
    channel.call(
      channel.methods.getAccessibleAt,
      table.path,
      (reply) => {
        if (!reply) return then(null);
        reply.align(8);
        reply.skipString();
        const node = newNode(reply.string());
        if (node.path === NULL_PATH) return then(null);
        channel.call(channel.methods.getState, node.path, (state) => {
          if (state) readStates(state, node);
          this.#take(key, node, then);
        });
      },
      body,
    );
  }

  #take(key: number, node: TreeNode, then: (cell: TreeNode | null) => void): void {
    const { memory, readKind, readCell } = this.#reading;
    memory.now.cells.set(key, node.path);
    if ((node.states & STATE_SHOWING) === 0) {
      then(null);
      return;
    }
    const read = (kind: CellKind): void => {
      memory.now.kind = kind;
      readCell(node, kind, this.#isNamedByPlace ? memory.before.names.get(key) : undefined);
      then(node);
    };
    // The search handles one cell at a time, so only the first cell is queried for its kind.
    if (memory.now.kind) read(memory.now.kind);
    else readKind(node, read);
  }
}

const keyOf = (row: number, column: number): number => row * MOST_COLUMNS + column;
