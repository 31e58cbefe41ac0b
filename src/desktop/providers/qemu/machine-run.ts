import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { fallback, isSystemError } from '../../../base/expected-errors.ts';
import { isAlive, keepFresh } from '../../../base/record/lease/liveness.ts';
import { identityOf, isHere, ownIdentity, processIdentitySchema } from '../../../base/record/lease/process-identity.ts';
import { cacheFolder } from '../../client/cache-folder.ts';

const runSchema = z.object({ owner: processIdentitySchema, machine: processIdentitySchema.nullable() });

const runName = 'run.json';

export const qemuFolder = (): string => join(cacheFolder(), 'qemu');

/** The folder records its owner, so that machines of a killed harness can be stopped. */
export async function makeMachineFolder(scratch: string | undefined): Promise<string> {
  const base = scratch ?? join(qemuFolder(), 'run');
  await mkdir(base, { recursive: true });
  const folder = await mkdtemp(join(base, 'vm-'));
  await writeRun(folder, null);
  const end = keepFresh(join(folder, runName), () => end());
  return folder;
}

/** Call immediately after QEMU has been spawned. */
export const noteMachine = (folder: string, pid: number): Promise<void> => writeRun(folder, pid);

async function writeRun(folder: string, pid: number | null): Promise<void> {
  const run = { owner: ownIdentity(), machine: pid === null ? null : identityOf(pid) };
  await writeFile(join(folder, runName), JSON.stringify(run));
}

export async function sweepMachines(base = join(qemuFolder(), 'run')): Promise<number> {
  let swept = 0;
  for (const name of await readdir(base).catch(fallback([], isSystemError))) {
    const folder = join(base, name);
    const text = await readFile(join(folder, runName), 'utf8').catch(fallback(null, isSystemError));
    const run = runSchema.safeParse(text === null ? null : JSON.parse(text));
    if (!run.success || isAlive(run.data.owner, join(folder, runName))) continue;
    const { machine } = run.data;
    if (machine !== null && isHere(machine) && isAlive(machine, null)) process.kill(machine.pid, 'SIGKILL');
    await rm(folder, { recursive: true, force: true });
    swept += 1;
  }
  return swept;
}
