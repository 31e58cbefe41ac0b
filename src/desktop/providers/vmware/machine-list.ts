import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../../base/errors.ts';

/**
 * Parses `--path-to-vm`: `.vmx` files, or OSWorld's registry `.vmware_vms` with lines `PATH|PID`, where PID is `free`
 * for an unused machine. Skips machines that a live process uses. Throws UsageError.
 */
export function readMachines(given: readonly string[]): string[] {
  const found = given.flatMap((path) => (path.endsWith('.vmx') ? [path] : fromRegistry(path)));
  const missing = found.find((path) => !existsSync(path));
  if (missing !== undefined)
    throw new UsageError(`There is no virtual machine ${missing}.`, {
      code: 'vmware-path',
      hint: 'Name its file: --path-to-vm "…/Ubuntu.vmx".',
    });
  if (found.length > 0) return [...new Set(found.map((path) => resolve(path)))];
  throw new UsageError('The provider vmware needs an unused virtual machine.', {
    code: 'vmware-path',
    hint: 'Add --path-to-vm FILE.vmx (or OSWorld’s registry .vmware_vms).',
  });
}

function fromRegistry(path: string): string[] {
  if (!existsSync(path))
    throw new UsageError(`There is no file ${path}.`, { code: 'vmware-path', hint: 'Add --path-to-vm FILE.vmx.' });
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [machine = '', user = ''] = line.split('|').map((part) => part.trim());
      return machine === '' || isAlive(user) ? [] : [machine];
    });
}

function isAlive(user: string): boolean {
  const pid = Number(user);
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
