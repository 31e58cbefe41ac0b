/** What a process that reads what agents made knows of plug-ins: their oracles and conditions. */
import { importFile } from '../../../agents/foreign/import-file.ts';
import { asPluginOf, type PluginOrigin, pluginFailed } from '../../../base/record/open-registry.ts';
import { type PluginPart, partsIn } from '../../../base/record/plugin-part.ts';
import type { ConditionKind } from '../../../verdicts/checks/conditions/condition.ts';
import { conditionKinds } from '../../../verdicts/checks/conditions/registry.ts';
import type { Oracle } from '../../../verdicts/oracles/oracle.ts';
import { oracles } from '../../../verdicts/oracles/registry.ts';

/** What an agent left may be what made it fail: no error of the run, but not read, with the reason. */
const unread = (message: string, cause: unknown): Error => new Error(message, { cause });

/** Loads these plug-ins in a reading process. */
export async function plugInForReading(origins: readonly PluginOrigin[]): Promise<void> {
  for (const origin of origins)
    for (const part of partsIn(await importFile('plugin', origin.file))) plugInReader(part, origin, unread);
}

/** Adds an oracle or a condition; nothing else works there. */
export function plugInReader(part: PluginPart, origin: PluginOrigin, failed = pluginFailed): void {
  if (part.osharmPart === 'oracle') {
    const oracle = part.definition as Oracle;
    oracles.plugIn(oracle.name, asPluginOf(origin, `oracle ${oracle.name}`, oracle, failed), origin);
  } else if (part.osharmPart === 'condition') {
    const condition = part.definition as ConditionKind;
    conditionKinds.plugIn(condition.kind, asPluginOf(origin, `condition ${condition.kind}`, condition, failed), origin);
  }
}
