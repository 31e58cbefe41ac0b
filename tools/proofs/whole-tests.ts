/** Runs all cases of the tests that `npm test` samples: `bin/osharm-node tools/proofs/whole-tests.ts [FILE…]` */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const given = process.argv.slice(2);
const files =
  given.length > 0
    ? given
    : globSync('test/**/*.test.ts', { cwd: root }).filter((file) =>
        readFileSync(`${root}${file}`, 'utf8').includes("/sampled.ts'"),
      );
const { status } = spawnSync(
  `${root}bin/osharm-node`,
  [`${root}node_modules/vitest/vitest.mjs`, 'run', '--project', 'desktop', ...files],
  { cwd: root, stdio: 'inherit', env: { ...process.env, OSHARM_WHOLE_TESTS: '1' } },
);
process.stdout.write(`All cases of ${files.length} test files: ${status === 0 ? 'passed' : 'some failed'}.\n`);
process.exitCode = status ?? 1;
