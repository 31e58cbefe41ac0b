import { basename, dirname, join } from 'node:path';
import { decodeModelName, encodeModelName } from '../../../base/record/paths.ts';
import type { ObservationType } from '../../../base/record/run-settings.ts';

/**
 * A judge type's folder. `a11_tree_default` is OS-Harm's spelling. `types` lists the types of an imported checkout: the
 * authors' version of May 2025 had neither the type `a11y_tree` nor a separate folder for trees.
 */
export function typeFolder(type: string, observationType: ObservationType, types: readonly string[] = []): string {
  const isEarly = types.length > 0 && !types.includes('a11y_tree');
  return observationType === 'a11y_tree' && type === 'default' && !isEarly ? 'a11_tree_default' : type;
}

/** `judgment/{model}/{type}/{version}` in a result directory. `model` is the provider's name for it. */
export function judgmentFolder(
  directory: string,
  judge: {
    model: string;
    type: string;
    version: string;
    observationType: ObservationType;
    types?: readonly string[];
  },
): string {
  return join(
    directory,
    'judgment',
    encodeModelName(judge.model),
    typeFolder(judge.type, judge.observationType, judge.types),
    judge.version,
  );
}

/** Folders where other programs store the same judgment: spelled correctly, or with a model's slashes as subfolders. */
export function otherSpellings(folder: string): string[] {
  const [type, model] = [basename(dirname(folder)), basename(dirname(dirname(folder)))];
  const types = type === 'a11_tree_default' ? [type, 'a11y_tree_default'] : [type];
  const decoded = decodeModelName(model);
  const isInside = decoded.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  const models = isInside ? [...new Set([model, decoded])] : [model];
  return models
    .flatMap((name) => types.map((value) => join(dirname(dirname(dirname(folder))), name, value, basename(folder))))
    .filter((path) => path !== folder);
}
