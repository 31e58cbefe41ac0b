import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { heartbeatIn } from '../../base/record/heartbeat.ts';
import { isAlive, type ProcessIdentity } from '../../base/record/process-identity.ts';

/** Runs that live processes execute or have planned, as paths relative to the sweep's folder. */
export interface LeasedRuns {
  leased: Set<string>;
  planned: Set<string>;
}

/** Reads a sweep's `.leases.sqlite`; null if it can't be read. */
export function leasedRuns(file: string): LeasedRuns | null {
  try {
    if (!lstatSync(file).isFile()) return null;
    const database = new DatabaseSync(file, { readOnly: true, timeout: 500 });
    try {
      // A view with this name could run an endless query; a table can't.
      const isTable = (name: string): boolean =>
        (database.prepare('SELECT type FROM sqlite_master WHERE name = ?').get(name) as { type: string } | undefined)
          ?.type === 'table';
      const alive = (table: 'lease' | 'plan', most: number): Set<string> => {
        const query = `SELECT run, host, boot, pid, start FROM ${table} LIMIT ${most}`;
        const rows = database.prepare(query).all() as unknown as (ProcessIdentity & { run: string })[];
        const living = new Map<string, boolean>();
        return new Set(
          rows
            .filter(({ run: _, ...holder }) => {
              const key = JSON.stringify(holder);
              if (!living.has(key)) living.set(key, isAlive(holder, heartbeatIn(dirname(file), holder)));
              return living.get(key) === true;
            })
            .map(({ run }) => run),
        );
      };
      if (!isTable('lease')) return null;
      return { leased: alive('lease', 1000), planned: isTable('plan') ? alive('plan', 100_000) : new Set() };
    } finally {
      database.close();
    }
  } catch {
    // Any fault: someone else may have written the file, and SQLite parses it.
    return null;
  }
}
