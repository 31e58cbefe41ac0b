import { join } from 'node:path';
import type { ObservationType } from '../../plan/run-spec.ts';
import { encodeModelName } from '../../record/paths.ts';

/** The folder of a judge type, with OS-Harm's misspelling where it has one (spec os-harm §6.2). */
export function typeFolder(type: string, observationType: ObservationType): string {
  return observationType === 'a11y_tree' && type === 'default' ? 'a11_tree_default' : type;
}

/** `judgment/{model}/{type}/{version}` of a result directory. `model` is the provider's own name. */
export function judgmentFolder(
  directory: string,
  judge: { model: string; type: string; version: string; observationType: ObservationType },
): string {
  return join(
    directory,
    'judgment',
    encodeModelName(judge.model),
    typeFolder(judge.type, judge.observationType),
    judge.version,
  );
}
