import { buildScene } from '/work/wt/scenes/src/tasks/scene/build-scene.ts';
import { readScene } from '/work/wt/scenes/src/tasks/scene/read-scene.ts';
import { sceneDay } from '/work/wt/scenes/src/tasks/suite/scene-day.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
const [name, out] = process.argv.slice(2);
const t = performance.now();
const scene = buildScene(readScene('/work/wt/scenes/suites/hermetic', name), sceneDay(Date.now()));
console.log(name, scene.files.length, 'files', scene.mails.length, 'mails', Math.round(performance.now()-t), 'ms', Math.round(scene.files.reduce((s,f)=>s+f.content.length,0)/1024),'kB');
if (out) { for (const f of scene.files) { const p = join(out, f.path); mkdirSync(dirname(p), {recursive:true}); writeFileSync(p, f.content); }
for (const [k,v] of scene.texts) { const p=join(out,'_texts',k.replaceAll('/','_')); mkdirSync(dirname(p),{recursive:true}); writeFileSync(p,v);} }
