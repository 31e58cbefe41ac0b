import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { EnvironmentError } from '../../../base/errors.ts';

const program = fileURLToPath(new URL('../../../../bin/setup', import.meta.url));

/** Installs what is missing and returns the exit code. Throws EnvironmentError if bash is missing. */
export function setUp({ yes }: { yes?: boolean }): number {
  const { status, error } = spawnSync('bash', [program, 'only', ...(yes === true ? ['--yes'] : [])], {
    stdio: ['inherit', 2, 2],
  });
  if (error !== undefined)
    throw new EnvironmentError('The set-up needs bash, which was not found.', { code: 'setup-no-bash', cause: error });
  return status ?? 3;
}
