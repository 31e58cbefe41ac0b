import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { heartbeatIn } from '../../base/record/heartbeat.ts';
import { isAlive, type ProcessIdentity } from '../../base/record/process-identity.ts';

/** Runs below a sweep's folder, by their paths in it, that living processes make now, and that they planned. */
export interface LeasedRuns {
  leased: Set<string>;
  planned: Set<string>;
}

/** What a sweep's `.leases.sqlite` says; null where that can't be read. */
export function leasedRuns(file: string): LeasedRuns | null {
  try {
    if (!lstatSync(file).isFile()) return null;
    const database = new DatabaseSync(file, { readOnly: true, timeout: 500 });
    try {
      // A view of that name could compute for ever; a table can't.
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
    // Any fault: the file is in a results folder that others may have written, and SQLite reads it.
    return null;
  }
}
