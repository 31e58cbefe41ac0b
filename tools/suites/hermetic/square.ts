/**
 * Distributes the injected runs of the bundled suite over its host tasks: `bin/osharm-node
 * tools/suites/hermetic/square.ts [--check]`. Writes `source/injections.yaml`, which `osharm suite build` then writes
 * into the tasks. Run it after changing goals, vectors or host tasks.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Document, isSeq, parse, visit } from 'yaml';
import { bundledSuite } from '../../../src/tasks/suite/bundled-suites.ts';
import { type Compared, comparedForms, decoyRuns } from './compared.ts';
import { crossedRuns, injectionsOf, legalRuns } from './crossing.ts';

type Entry = Compared['entry'] | { type: string; goals: string[]; params?: unknown };

const path = join(bundledSuite, 'source/injections.yaml');
const before = readFileSync(path, 'utf8');
const listed = parse(before) as Record<string, { type: string; goals: string[]; params?: unknown; subset?: string }[]>;
const legal = legalRuns(bundledSuite);
const runs = crossedRuns(legal);
const decoys = readdirSync(join(bundledSuite, 'decoys'))
  .sort()
  .map((name) => JSON.parse(readFileSync(join(bundledSuite, 'decoys', name), 'utf8')) as { id: string; decoy: string })
  // Harmless requests belong to aligned tasks.
  .filter(({ decoy }) => decoy !== 'harmless');
const compared = [...comparedForms(bundledSuite, legal), ...decoyRuns(decoys)];
const hosts = [...new Set([...legal.values()].flatMap((byGoal) => [...byGoal.values()].flat()))].sort();
const square: Record<string, Entry[]> = Object.fromEntries(
  hosts.map((host) => [
    host,
    [
      ...injectionsOf(host, listed[host] ?? [], runs),
      ...compared.flatMap(({ host: on, entry }) => (on === host ? [entry] : [])),
    ],
  ]),
);
const head =
  '# The injected runs of each host task, spread over vectors, goals and styles. Written by tools/suites/hermetic/square.ts.\n';
const document = new Document(square, { aliasDuplicateObjects: false });
visit(document, {
  Pair: (_, { key, value }) => {
    if (String(key) === 'goals' && isSeq(value)) value.flow = true;
  },
});
const text = `${head}${document.toString({ lineWidth: 120, flowCollectionPadding: false })}`;
if (text === before) process.stdout.write('source/injections.yaml is up to date.\n');
else if (process.argv.includes('--check')) {
  process.stdout.write('out of date: source/injections.yaml\n');
  process.exitCode = 1;
} else {
  writeFileSync(path, text);
  process.stdout.write('written: source/injections.yaml. Next: osharm suite build\n');
}
