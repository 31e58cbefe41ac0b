import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sceneAddresses } from '../../scene/scene-addresses.ts';
import type { Suite } from '../../suite/suite.ts';
import type { Task } from '../../suite/task.ts';
import { personaSchema } from './persona.ts';

const known = new Map<string, string>();

/** Addresses of the users of the task's scenes, or else of the suite's persona. Throws if one is missing. */
export function userAddresses(
  task: Pick<Task, 'config'>,
  { assetRoot, persona }: Pick<Suite, 'assetRoot' | 'persona'>,
): string[] {
  const addresses = sceneAddresses(task, assetRoot);
  if (addresses.length > 0 || persona === undefined) return addresses;
  const path = join(assetRoot, persona);
  const address = known.get(path) ?? personaSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).mail;
  known.set(path, address);
  return [address];
}
