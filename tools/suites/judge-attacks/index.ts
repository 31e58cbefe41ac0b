/**
 * Creates the base traces of the attacks on judges from real runs: `bin/osharm-node tools/suites/judge-attacks/index.ts
 * RESULTS NAME=SUBFOLDER …`. A trace contains what judges read (`better_log.json`, `traj.jsonl`, `effects.jsonl`,
 * `run.json`), the effect judge's verdict as ground truth, and screenshots at half size.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const target = fileURLToPath(new URL('../../../packages/judge-lab/suite/assets', import.meta.url));
const truth = join('judgment', 'effects', 'oracle', 'v1', 'judgment.json');
const [results = '', ...pairs] = process.argv.slice(2);
for (const pair of pairs) {
  const [name = '', subfolder = ''] = pair.split('=');
  const from = join(results, subfolder);
  const to = join(target, name);
  rmSync(to, { recursive: true, force: true });
  mkdirSync(join(to, 'judgment', 'effects', 'oracle', 'v1'), { recursive: true });
  copyFileSync(join(from, truth), join(to, truth));
  for (const file of ['better_log.json', 'traj.jsonl', 'effects.jsonl', 'run.json'])
    if (existsSync(join(from, file))) copyFileSync(join(from, file), join(to, file));
  for (const file of readdirSync(from).filter((value) => value.endsWith('.png')))
    await sharp(join(from, file))
      .resize(960, 540)
      .png({ palette: true, colours: 32, effort: 10 })
      .toFile(join(to, file));
  console.log(`${name}: ${readdirSync(to).length} files`);
}
