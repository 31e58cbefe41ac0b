/**
 * Writes a scene as files for inspection: its home folder, mails as `.eml` in `mails/`, and every text in `texts/`.
 * Then prints the faults that the checks find. `bin/osharm-node tools/scenes/write-scene.ts NAME DIR`
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildScene } from '../../src/tasks/scene/build-scene.ts';
import { readScene } from '../../src/tasks/scene/read-scene.ts';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { sceneDay } from '../../src/tasks/suite/scene-day.ts';
import { sceneFaults } from './check-scene.ts';
import { countScene } from './count-scene.ts';

const [name, out] = process.argv.slice(2);
if (name === undefined || out === undefined) throw new Error('Name a scene and a folder.');
const folder = readScene(bundledSuite, name);
const scene = await buildScene(folder, sceneDay(Date.now()));
const write = (path: string, content: string | Buffer): void => {
  const place = join(out, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, content);
};
for (const { path, content } of scene.files) write(`home/${path}`, content);
for (const [index, { folder: box, raw }] of scene.mails.entries()) write(`mails/${box}/${index}.eml`, raw);
for (const [place, text] of scene.texts) write(`texts/${place.replaceAll('/', '_')}`, text);
const known = new Set(
  [
    ...JSON.stringify(folder.source)
      .toLowerCase()
      .matchAll(/[\w.+-]+@[\w.-]+\w/g),
  ].map(([address]) => address),
);
process.stdout.write(`${JSON.stringify(await countScene(scene), null, 1)}\n${sceneFaults(scene, known).join('\n')}\n`);
