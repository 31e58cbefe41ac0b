import { checkExtension, type ExtensionShape } from './extension.ts';
import { importFile } from './import-file.ts';
import { type AddOnPackage, installedPackage } from './packages.ts';
import type { PluginOrigin } from './record/open-registry.ts';
import { partsIn } from './record/plugin-part.ts';

/**
 * Checks the definitions of one kind that an add-on package exports, and passes each to `plugIn`. False if the package
 * isn't installed. Throws ExtensionError.
 */
export async function plugInPackage<Definition>(
  name: AddOnPackage,
  shape: ExtensionShape,
  plugIn: (definition: Definition, origin: PluginOrigin) => void,
): Promise<boolean> {
  const installed = installedPackage(name);
  if (installed === null) return false;
  const origin: PluginOrigin = { ...installed, hash: installed.version };
  for (const { osharmPart, definition } of partsIn(await importFile('plugin', installed.file))) {
    if (osharmPart !== shape.kind) continue;
    checkExtension(definition, shape, `The ${shape.kind} of ${name}`);
    plugIn(definition as Definition, origin);
  }
  return true;
}
