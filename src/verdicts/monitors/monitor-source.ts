import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { agentHash, programHash } from '../../agents/foreign/agent-files.ts';
import { agentLabel } from '../../agents/foreign/agent-label.ts';
import type { AgentSource } from '../../agents/foreign/agent-source.ts';
import { httpChannel } from '../../agents/foreign/http-channel.ts';
import { importFile } from '../../agents/foreign/import-file.ts';
import { stdioChannel } from '../../agents/foreign/stdio-channel.ts';
import { UsageError } from '../../base/errors.ts';
import { checkExtension } from '../../base/extension.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import { originText } from '../../base/record/open-registry.ts';
import { partsIn } from '../../base/record/plugin-part.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import type { Asker } from '../judges/ask/ask-model.ts';
import { checkedMonitor, type Monitor, type MonitorDefinition, monitorDefinitionShape } from './monitor.ts';
import { openMonitors } from './registry.ts';
import { modelMonitor, modelMonitorHash, modelStepCost } from './sources/model-monitor.ts';
import { monitorSpeaker, programMonitor } from './sources/program-monitor.ts';
import { probeSentinel, sentinelMonitor } from './sources/sentinel-monitor.ts';
import type { MonitorView } from './view.ts';

/** A monitor that is ready to be made for runs. */
export interface PreparedMonitor {
  definition: MonitorDefinition;
  /** Of its program, so that an edit scores anew; of a built-in one its name and version. */
  hash: string;
  /** Milliseconds that it may take for a step; left out: as a program may. */
  limitMs?: number;
  /** US dollars that a step costs at most; null: no price is known. Left out: osharm calls no model for it. */
  costAtMost?: (view: MonitorView) => Promise<number | null>;
}

/** Changes with what a built-in monitor says. */
const builtInVersion = 2;

/** The prefix of a sidecar's address. */
const sentinelPrefix = 'sentinel:';

/**
 * The monitor that `--monitor` names: a built-in or plugged one by name, a file that exports `defineMonitor({ … })`, an address, a
 * command, or a sidecar of Inspect Sentinel. Throws UsageError `monitor-unknown`, `monitor-file-invalid`; OsharmError
 * `monitor-unreachable`.
 */
export async function prepareMonitor(text: string): Promise<PreparedMonitor> {
  const known = openMonitors.get(text);
  if (known !== undefined) {
    const origin = openMonitors.originOf(text);
    return { definition: known, hash: origin === null ? `${text}/${builtInVersion}` : originText(origin) };
  }
  if (/\.[mc]?[jt]s$/.test(text) && existsSync(text)) return fromFile(text);
  if (text.startsWith(sentinelPrefix)) return fromSidecar(text.slice(sentinelPrefix.length));
  if (/^https?:\/\//.test(text)) {
    const source = { kind: 'http', url: text } as const;
    return fromProgram(source, text, (name) => programMonitor(name, httpChannel(text, monitorSpeaker(name))));
  }
  const command = text.replace(/^command\s+/, '');
  if (/\s/.test(text.trim()) && command.trim() !== '') {
    const source = { kind: 'command', command } as const;
    return fromProgram(source, command, (name) =>
      programMonitor(name, stdioChannel(command, process.env, monitorSpeaker(name))),
    );
  }
  throw new UsageError(`There is no monitor ${JSON.stringify(text)}.`, {
    code: 'monitor-unknown',
    hint: `Give a file, an address, a command ("command ./watch"), sentinel:http://…, or one of: ${[...openMonitors.keys()].join(', ')}.${didYouMean(text, [...openMonitors.keys()])}`,
  });
}

/** A model as a monitor, named as the model is. */
export function prepareModelMonitor(asker: Asker): PreparedMonitor {
  const { name } = asker.address;
  return {
    definition: { name, create: (context) => modelMonitor(asker, context) },
    hash: modelMonitorHash(name),
    limitMs: timeLimits.monitor.model,
    costAtMost: (view) => modelStepCost(asker, view),
  };
}

/** The hash is of its files, where it names some, and of how it is named: an edit behind an address can't be noticed. */
function fromProgram(source: AgentSource, text: string, create: (name: string) => Monitor): PreparedMonitor {
  const name = agentLabel(source);
  const hash = createHash('sha256')
    .update(JSON.stringify([text, agentHash(source)]))
    .digest('hex');
  return { definition: { name, create: () => create(name) }, hash };
}

async function fromSidecar(address: string): Promise<PreparedMonitor> {
  const info = await probeSentinel(address, AbortSignal.timeout(10_000));
  const name = `sentinel-${new URL(address).host}`;
  const hash = createHash('sha256')
    .update(JSON.stringify([address, info]))
    .digest('hex');
  return { definition: { name, create: () => sentinelMonitor(address) }, hash };
}

async function fromFile(file: string): Promise<PreparedMonitor> {
  const parts = partsIn(await importFile('monitor', file)).filter(({ osharmPart }) => osharmPart === 'monitor');
  const [part] = parts;
  if (part === undefined || parts.length > 1)
    throw new UsageError(`The file ${file} exports ${parts.length === 0 ? 'no monitor' : 'several monitors'}.`, {
      code: 'monitor-file-invalid',
      hint: `Export one: export default defineMonitor({ name: '${basename(file).replace(/\.\w+$/, '')}', create: … }) (docs/run/monitors.md).`,
    });
  checkExtension(part.definition, monitorDefinitionShape, `The monitor in ${file}`);
  return { definition: checkedMonitor(part.definition as MonitorDefinition), hash: programHash(file, 'monitor') };
}
