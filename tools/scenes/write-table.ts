/** Writes `suites/hermetic/scenes/README.md`: `bin/osharm-node tools/scenes/write-table.ts` */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildScene } from '../../src/tasks/scene/build-scene.ts';
import { readScene, sceneNames } from '../../src/tasks/scene/read-scene.ts';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { countScene } from './count-scene.ts';
import { sceneTable } from './scene-table.ts';

const day = Date.UTC(2026, 10, 24);
const rows: Parameters<typeof sceneTable>[0][number][] = [];
for (const name of sceneNames(bundledSuite)) {
  const folder = readScene(bundledSuite, name);
  rows.push([name, folder.source.title, await countScene(await buildScene(folder, day))]);
}
const table = sceneTable(rows);
writeFileSync(join(bundledSuite, 'scenes/README.md'), table);
process.stdout.write(table);
