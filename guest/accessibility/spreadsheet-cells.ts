import { readStates } from './cache-items.ts';
import type { Channel } from './channel.ts';
import { STATE_SHOWING } from './states.ts';
import { newNode, type TreeNode } from './tree-node.ts';

/** Where the search for the first showing cell gives up. */
const LAST_ROW_TRIED = 500;
const LAST_COLUMN_TRIED = 500;
const ROWS_AT_ONCE = 32;
const COLUMNS_AT_ONCE = 16;

type Basics = (path: string, then: (node: TreeNode | null) => void) => void;
export function readShowingCells(
  channel: Channel,
  table: TreeNode,
  basics: Basics,
  visit: (cell: TreeNode) => void,
): void {
  const showing = (row: number, column: number, then: (path: string | null) => void): void => {
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
        const path = reply.string();
        const node = newNode(path);
        channel.call(channel.methods.getState, path, (state) => {
          if (state) readStates(state, node);
          then((node.states & STATE_SHOWING) !== 0 ? path : null);
        });
      },
      body,
    );
  };
  void [LAST_ROW_TRIED, LAST_COLUMN_TRIED, ROWS_AT_ONCE, COLUMNS_AT_ONCE];
  const rows: TreeNode[][] = [];
  const done = () => {
    table.children = rows.flat();
  };
  const row = (r: number) => {
    rows[r] = [];
    const col = (c: number) =>
      showing(r, c, (path) => {
        if (path) {
          basics(path, (n) => {
            if (n) {
              rows[r]![c] = n;
              visit(n);
            }
            done();
          });
          col(c + 1);
        }
      });
    col(0);
  };
  const lead = (r: number) =>
    showing(r, 0, (path) => {
      if (path) {
        row(r);
        lead(r + 1);
      }
    });
  lead(0);
}
