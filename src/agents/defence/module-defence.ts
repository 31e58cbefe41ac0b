import { UsageError } from '../../base/errors.ts';
import { importFile } from '../import-file.ts';
import { openDefences } from '../plugged.ts';
import type { Defence } from './defence.ts';

/** Loads a defence from a file that exports `defence` or `createDefence()`. Throws UsageError `defence-file-invalid`. */
export async function moduleDefence(file: string): Promise<Defence> {
  const plugged = openDefences.get(file);
  if (plugged !== undefined) return plugged.create();
  const module = await importFile('defence', file);
  const create = module.createDefence;
  const defence: unknown = typeof create === 'function' ? await create() : module.defence;
  if (typeof defence !== 'object' || defence === null || typeof (defence as Defence).name !== 'string') {
    throw new UsageError(`The defence file ${file} exports no defence.`, {
      code: 'defence-file-invalid',
      hint: 'Export a `defence` with a name and afterObservation, beforePrompt or beforeAction (docs/run/agents.md).',
    });
  }
  return defence as Defence;
}
