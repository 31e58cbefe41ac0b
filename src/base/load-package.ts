import { importFile } from './import-file.ts';
import { type AddOnPackage, installedPackage } from './packages.ts';
import type { PluginOrigin } from './record/open-registry.ts';
import { type PluginKind, partsIn } from './record/plugin-part.ts';

/** The definitions of one kind that an add-on package exports; null if it isn't installed. */
export async function packageDefinitions(
  name: AddOnPackage,
  kind: PluginKind,
): Promise<{ definitions: unknown[]; origin: PluginOrigin } | null> {
  const installed = installedPackage(name);
  if (installed === null) return null;
  const parts = partsIn(await importFile('plugin', installed.file));
  return {
    definitions: parts.filter(({ osharmPart }) => osharmPart === kind).map(({ definition }) => definition),
    origin: { ...installed, hash: installed.version },
  };
}
