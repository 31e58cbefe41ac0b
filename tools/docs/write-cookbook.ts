/**
 * Runs the commands of the cookbook over its recorded runs, and writes what they print into the pages:
 * `bin/osharm-node tools/docs/write-cookbook.ts`.
 *
 * `--store FOLDER` first replaces the recorded runs by the result folders `plain`, `defended` and `filtered` of FOLDER:
 * the sweeps that the pages show, run on desktops, with the judgments of a scripted judge in `plain`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cookbookPages, restoredRuns, storeRecordedRuns, withOutputs } from './cookbook.ts';

const { values } = parseArgs({ options: { store: { type: 'string' } } });
if (values.store !== undefined) {
  const parent = resolve(values.store);
  storeRecordedRuns(
    parent,
    ['plain', 'defended', 'filtered'].filter((folder) => existsSync(join(parent, folder))),
  );
}
for (const page of cookbookPages) {
  using runs = restoredRuns();
  const file = fileURLToPath(new URL(`../../${page}`, import.meta.url));
  writeFileSync(file, await withOutputs(readFileSync(file, 'utf8'), runs.path));
}
