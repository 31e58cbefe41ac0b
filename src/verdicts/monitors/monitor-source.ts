import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { programHash } from '../../agents/foreign/agent-files.ts';
import { importFile } from '../../agents/foreign/import-file.ts';
import { UsageError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import { originText } from '../../base/record/open-registry.ts';
import { partsIn } from '../../base/record/plugin-part.ts';
import type { MonitorDefinition } from './monitor.ts';
import { openMonitors } from './registry.ts';

/** A monitor that is ready to be made for runs. */
export interface PreparedMonitor {
  definition: MonitorDefinition;
  /** Of its program, so that an edit scores anew; of a built-in one its name and version. */
  hash: string;
}

/** Changes with what a built-in monitor says. */
const builtInVersion = 1;

/**
 * The monitor that `--monitor` names: a built-in or plugged one by name, or a file that exports `defineMonitor({ … })`. Throws
 * UsageError `monitor-unknown`, `monitor-file-invalid`.
 */
export async function prepareMonitor(text: string): Promise<PreparedMonitor> {
  const known = openMonitors.get(text);
  if (known !== undefined) {
    const origin = openMonitors.originOf(text);
    return { definition: known, hash: origin === null ? `${text}/${builtInVersion}` : originText(origin) };
  }
  if (/\.[mc]?[jt]s$/.test(text) && existsSync(text)) return fromFile(text);
  throw new UsageError(`There is no monitor ${JSON.stringify(text)}.`, {
    code: 'monitor-unknown',
    hint: `Give a file, or one of: ${[...openMonitors.keys()].join(', ')}.${didYouMean(text, [...openMonitors.keys()])}`,
  });
}

async function fromFile(file: string): Promise<PreparedMonitor> {
  const parts = partsIn(await importFile('monitor', file)).filter(({ osharmPart }) => osharmPart === 'monitor');
  const [part] = parts;
  if (part === undefined || parts.length > 1)
    throw new UsageError(`The file ${file} exports ${parts.length === 0 ? 'no monitor' : 'several monitors'}.`, {
      code: 'monitor-file-invalid',
      hint: `Export one: export default defineMonitor({ name: '${basename(file).replace(/\.\w+$/, '')}', create: … }) (docs/run/monitors.md).`,
    });
  return { definition: part.definition as MonitorDefinition, hash: programHash(file, 'monitor') };
}
