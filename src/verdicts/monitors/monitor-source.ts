import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { definitionInFile, foreignProgram } from '../../agents/foreign/extension-source.ts';
import { UsageError } from '../../base/errors.ts';
import { didYouMean } from '../../base/nearest-name.ts';
import { originText } from '../../base/record/open-registry.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import type { Asker } from '../judges/ask/ask-model.ts';
import { checkedMonitor, type MonitorDefinition, monitorDefinitionShape } from './monitor.ts';
import { openMonitors } from './registry.ts';
import { modelMonitor, modelMonitorHash, modelStepCost } from './sources/model-monitor.ts';
import { modelMonitorWords } from './sources/model-words.ts';
import { monitorSpeaker, programMonitor } from './sources/program-monitor.ts';
import { probeSentinel, sentinelMonitor } from './sources/sentinel-monitor.ts';
import type { MonitorView } from './view.ts';

export interface PreparedMonitor {
  definition: MonitorDefinition;
  /** The value of `--monitor`, or the model. */
  source: string;
  /** Changes with the monitor's code, so that runs are scored again. */
  hash: string;
  /** The system prompt of a model monitor. */
  prompt?: string | undefined;
  /** Time limit per step. Defaults to the limit for programs. */
  limitMs?: number;
  /** Upper bound per step; null if the price is unknown. Omitted if osharm calls no model for the monitor. */
  costAtMost?: ((view: MonitorView) => Promise<number | null>) | undefined;
}

/** Increment when a built-in monitor's scores change. */
const builtInVersion = 2;

const sentinelPrefix = 'sentinel:';

/**
 * Prepares the monitor that `--monitor` names: a built-in or plug-in monitor by name, a file that exports
 * `defineMonitor({ … })`, an HTTP address, a command, or an Inspect Sentinel sidecar. Throws UsageError
 * `monitor-unknown` or `monitor-file-invalid`, and OsharmError `monitor-unreachable`.
 */
export async function prepareMonitor(text: string): Promise<PreparedMonitor> {
  return { ...(await preparedBy(text)), source: text };
}

async function preparedBy(text: string): Promise<Omit<PreparedMonitor, 'source'>> {
  const known = openMonitors.get(text);
  if (known !== undefined) {
    const origin = openMonitors.originOf(text);
    return { definition: known, hash: origin === null ? `${text}/${builtInVersion}` : originText(origin) };
  }
  if (/\.[mc]?[jt]s$/.test(text) && existsSync(text)) return fromFile(text);
  if (text.startsWith(sentinelPrefix)) return fromSidecar(text.slice(sentinelPrefix.length));
  const program = foreignProgram(text);
  if (program !== null) {
    const { name, hash } = program;
    return { definition: { name, create: () => programMonitor(name, program.open(monitorSpeaker(name))) }, hash };
  }
  throw new UsageError(`There is no monitor ${JSON.stringify(text)}.`, {
    code: 'monitor-unknown',
    hint: `Give a file, an address, a command ("command ./watch"), sentinel:http://…, or one of: ${[...openMonitors.keys()].join(', ')}.${didYouMean(text, [...openMonitors.keys()])}`,
  });
}

export function prepareModelMonitor(asker: Asker): PreparedMonitor {
  const { name } = asker.address;
  return {
    definition: { name, create: (context) => modelMonitor(asker, context) },
    source: name,
    hash: modelMonitorHash(name),
    prompt: modelMonitorWords.system,
    limitMs: timeLimits.monitor.model,
    costAtMost: (view) => modelStepCost(asker, view),
  };
}

async function fromSidecar(address: string): Promise<Omit<PreparedMonitor, 'source'>> {
  const info = await probeSentinel(address, AbortSignal.timeout(10_000));
  const name = `sentinel-${new URL(address).host}`;
  const hash = createHash('sha256')
    .update(JSON.stringify([address, info]))
    .digest('hex');
  return { definition: { name, create: () => sentinelMonitor(address) }, hash };
}

async function fromFile(file: string): Promise<Omit<PreparedMonitor, 'source'>> {
  const { definition, hash } = await definitionInFile(file, {
    kind: 'monitor',
    define: 'defineMonitor',
    code: 'monitor-file-invalid',
    page: 'docs/run/monitors.md',
    shape: monitorDefinitionShape,
  });
  return { definition: checkedMonitor(definition as MonitorDefinition), hash };
}
