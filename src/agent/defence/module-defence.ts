import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { OsharmError, UsageError } from '../../errors.ts';
import type { Defence } from './defence.ts';

/** Loads a defence from a file that exports `defence` or `createDefence()`. Throws UsageError `defence-file-invalid`. */
export async function moduleDefence(file: string): Promise<Defence> {
  let module: Record<string, unknown>;
  try {
    module = (await import(pathToFileURL(resolve(file)).href)) as Record<string, unknown>;
  } catch (cause) {
    throw new OsharmError(`The defence file ${file} can't be loaded: ${(cause as Error).message}`, {
      code: 'defence-file-failed',
      blame: 'agent',
      cause,
    });
  }
  const create = module.createDefence;
  const defence: unknown = typeof create === 'function' ? await create() : module.defence;
  if (typeof defence !== 'object' || defence === null || typeof (defence as Defence).name !== 'string') {
    throw new UsageError(`The defence file ${file} exports no defence.`, {
      code: 'defence-file-invalid',
      hint: 'Export a `defence` with a name and afterObservation, beforePrompt or beforeAction (docs/agents.md).',
    });
  }
  return defence as Defence;
}
