import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { checkDefence } from '../../../agents/defence/load-defence.ts';
import { programHash } from '../../../agents/foreign/agent-files.ts';
import { type AgentDefinition, type DefenceDefinition, openAgents, openDefences } from '../../../agents/plugged.ts';
import { MetricFault } from '../../../base/documents/metric-fault.ts';
import { UsageError } from '../../../base/errors.ts';
import { checkExtension } from '../../../base/extension.ts';
import { importFile } from '../../../base/import-file.ts';
import { preloads } from '../../../base/reader/preloads.ts';
import { closeIdleReaders } from '../../../base/reader/read-apart.ts';
import { asPluginOf, type PluginOrigin, pluginFailed } from '../../../base/record/open-registry.ts';
import { type PluginKind, type PluginPart, partsIn } from '../../../base/record/plugin-part.ts';
import { siblingProgram } from '../../../base/record/sibling-program.ts';
import { type StoreDefinition, stores } from '../../../base/store/remote-store.ts';
import { openProviders, type ProviderDefinition } from '../../../desktop/providers/registry.ts';
import { type NamedQueue, openQueues } from '../../../runs/queue/open-queues.ts';
import { knownVector, knownVectors } from '../../../tasks/injection/known-vectors.ts';
import type { Vector } from '../../../tasks/injection/vector.ts';
import { vectors } from '../../../tasks/injection/vectors/registry.ts';
import type { JudgeType } from '../../../verdicts/judges/types/judge-type.ts';
import { judgeTypes } from '../../../verdicts/judges/types/registry.ts';
import { checkedMonitor, type MonitorDefinition } from '../../../verdicts/monitors/monitor.ts';
import { openMonitors } from '../../../verdicts/monitors/registry.ts';
import type { EvaluatorDefinition } from '../../../verdicts/osworld/evaluator/definition.ts';
import { plugInEvaluator } from '../../../verdicts/osworld/evaluator/registry.ts';
import { type Getter, MissingFile } from '../../../verdicts/osworld/getters/getter.ts';
import { checkedProtocol, type ProtocolDefinition } from '../../../verdicts/protocols/protocol.ts';
import { openProtocols } from '../../../verdicts/protocols/registry.ts';
import { openReporters, type ReporterDefinition } from '../reporters.ts';
import { checkedJudge, checkedVector } from './checked-parts.ts';
import { plugInForReading, plugInReader } from './for-reading.ts';
import { createdProviderShape, partShapes } from './shapes.ts';

export interface LoadedPlugin extends PluginOrigin {
  parts: { kind: PluginKind; name: string }[];
}

const loaded = new Map<string, LoadedPlugin>();

/**
 * Loads plug-ins (files or packages) into this process, each once; they can't be unloaded. Packages are resolved from
 * `from`. Throws UsageError if one is missing, is empty or has a name that is taken, OsharmError `plugin-file-failed`
 * if loading fails.
 */
export async function loadPlugins(sources: readonly string[], from = process.cwd()): Promise<LoadedPlugin[]> {
  const plugins: LoadedPlugin[] = [];
  for (const source of sources.flatMap((value) => value.split(','))) plugins.push(await loadPlugin(source, from));
  return plugins;
}

async function loadPlugin(source: string, from: string): Promise<LoadedPlugin> {
  const origin = originOf(source, from);
  const before = loaded.get(origin.file);
  if (before !== undefined) return before;
  const found = partsIn(await importFile('plugin', origin.file));
  if (found.length === 0)
    throw new UsageError(`The plug-in ${source} exports nothing that osharm uses.`, {
      code: 'plugin-empty',
      hint: "For example: export const mine = defineOracle({ … }), from 'osharm' (docs/write/library.md).",
    });
  for (const part of found) plugIn(part, origin);
  if (found.some(({ osharmPart: kind }) => kind === 'oracle' || kind === 'condition')) {
    const module = siblingProgram(import.meta.url, './for-reading').href;
    preloads.push({ module, name: plugInForReading.name, input: [origin] });
    closeIdleReaders();
  }
  const plugin = { ...origin, parts: found.map((part) => ({ kind: part.osharmPart, name: nameOf(part) })) };
  loaded.set(origin.file, plugin);
  return plugin;
}

function nameOf({ osharmPart, definition }: PluginPart): string {
  const { name, kind } = Object(definition) as { name?: unknown; kind?: unknown };
  const value = osharmPart === 'condition' ? kind : name;
  return typeof value === 'string' ? value : '';
}

function plugIn(part: PluginPart, origin: PluginOrigin): void {
  const name = nameOf(part);
  if (name === '')
    throw new UsageError(`The plug-in ${origin.name} (${origin.file}) brings a ${part.osharmPart} without a name.`, {
      code: 'plugin-name',
      hint: `Give it a ${part.osharmPart === 'condition' ? 'kind' : 'name'}: a letter, then letters, digits, dashes and underscores.`,
    });
  const subject = `The ${part.osharmPart} ${JSON.stringify(name)} of the plug-in ${origin.name} (${origin.file})`;
  checkExtension(part.definition, partShapes[part.osharmPart], subject);
  if (!/^[a-z][a-z0-9_-]{0,59}$/i.test(name))
    throw new UsageError(
      `The plug-in ${origin.name} (${origin.file}) brings the ${part.osharmPart} ${JSON.stringify(name)}, which is not a valid name.`,
      { code: 'plugin-name', hint: 'Use a letter, then letters, digits, dashes and underscores: at most 60.' },
    );
  switch (part.osharmPart) {
    case 'oracle':
    case 'condition':
      plugInReader(part, origin);
      break;
    case 'vector': {
      const vector = checkedVector(name, asPluginOf(origin, `vector ${name}`, part.definition as Vector));
      vectors.plugIn(name, vector, origin);
      knownVectors.set(name, knownVector(vector));
      break;
    }
    case 'judge':
      judgeTypes.plugIn(
        name,
        checkedJudge(name, asPluginOf(origin, `judge ${name}`, part.definition as JudgeType)),
        origin,
      );
      break;
    case 'provider': {
      const provider = asPluginOf(origin, `provider ${name}`, part.definition as ProviderDefinition);
      const createProvider = async () => {
        const desktops = await provider.create();
        checkExtension(desktops, createdProviderShape, `What create of the provider ${name} returned`);
        return desktops;
      };
      openProviders.plugIn(name, { name, create: createProvider }, origin);
      break;
    }
    case 'agent':
      openAgents.plugIn((part.definition as AgentDefinition).name, { file: origin.file }, origin);
      break;
    case 'defence': {
      const { create } = asPluginOf(origin, `defence ${name}`, part.definition as DefenceDefinition);
      const createDefence = async () =>
        asPluginOf(
          origin,
          `defence ${name}`,
          checkDefence(await create(), `What create of the defence ${name} returned`),
        );
      openDefences.plugIn(name, { name, create: createDefence, file: origin.file }, origin);
      break;
    }
    case 'monitor': {
      const monitor = asPluginOf(origin, `monitor ${name}`, part.definition as MonitorDefinition);
      const checked = checkedMonitor(monitor);
      const createMonitor: MonitorDefinition['create'] = async (context) =>
        asPluginOf(origin, `monitor ${name}`, await checked.create(context));
      openMonitors.plugIn(name, { ...checked, create: createMonitor }, origin);
      break;
    }
    case 'protocol': {
      const protocol = asPluginOf(origin, `protocol ${name}`, part.definition as ProtocolDefinition);
      openProtocols.plugIn(name, checkedProtocol(protocol), origin);
      break;
    }
    case 'reporter':
      openReporters.plugIn(name, asPluginOf(origin, `reporter ${name}`, part.definition as ReporterDefinition), origin);
      break;
    case 'evaluator':
      plugInEvaluator(namedEvaluator(part.definition as EvaluatorDefinition, origin), origin);
      break;
    case 'store':
      stores.plugIn(name, asPluginOf(origin, `store ${name}`, part.definition as StoreDefinition), origin);
      break;
    case 'queue':
      openQueues.plugIn(name, asPluginOf(origin, `queue ${name}`, part.definition as NamedQueue), origin);
      break;
    default:
      part.osharmPart satisfies never;
  }
}

/** Attributes errors of getters to the plug-in, except those about a file or a task. */
function namedEvaluator(definition: EvaluatorDefinition, origin: PluginOrigin): EvaluatorDefinition {
  const isFault = (cause: unknown): cause is Error => cause instanceof MetricFault || cause instanceof MissingFile;
  const getters = asPluginOf(origin, `evaluator ${definition.name}`, definition.getters ?? {}, (message, cause) =>
    isFault(cause) ? cause : pluginFailed(message, cause),
  );
  return {
    ...definition,
    getters: Object.fromEntries(Object.keys(getters).map((name) => [name, getters[name] as Getter])),
  };
}

function originOf(source: string, from: string): PluginOrigin {
  const path = resolve(from, source);
  const isFile = /\.[mc]?[jt]s$/.test(source);
  const file = isFile ? path : packageFile(source, from);
  if (!existsSync(file))
    throw new UsageError(`There is no plug-in ${source}.`, {
      code: 'plugin-missing',
      hint: 'Give a .ts or .js file, or the name of an installed package.',
    });
  const hash = programHash(file, 'plugin');
  if (isFile) return { name: basename(file).replace(/\.[mc]?[jt]s$/, ''), version: null, hash, file };
  return { name: source, version: versionAbove(file, source), hash, file };
}

/** Returns the module to which `import 'NAME'` resolves in `from`. */
function packageFile(name: string, from: string): string {
  const require = createRequire(join(from, 'noop.js'));
  try {
    return require.resolve(name);
  } catch (cause) {
    const file = importedFile(name, require.resolve.paths(name) ?? []);
    if (file !== null) return file;
    throw new UsageError(`There is no plug-in ${name}: ${(cause as Error).message.split('\n')[0]}`, {
      code: 'plugin-missing',
      hint: `Install the package in ${from}, or give a .ts or .js file.`,
      cause,
    });
  }
}

/** Resolves a package that can be imported but not required; else null. */
function importedFile(name: string, folders: readonly string[]): string | null {
  const root = folders.map((folder) => join(folder, name)).find((value) => existsSync(join(value, 'package.json')));
  if (root === undefined) return null;
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports?: unknown };
  const entry = entryOf(exports);
  return entry === null ? null : join(root, entry);
}

/** Returns the entry of `exports` for `import` of the package's name. */
function entryOf(exports: unknown): string | null {
  if (typeof exports === 'string') return exports;
  if (typeof exports !== 'object' || exports === null) return null;
  const members = exports as Record<string, unknown>;
  return entryOf(members['.'] ?? members.node ?? members.import ?? members.default);
}

function versionAbove(file: string, name: string): string | null {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, 'package.json');
    if (!existsSync(path)) continue;
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as { name?: unknown; version?: unknown };
    if (manifest.name === name) return typeof manifest.version === 'string' ? manifest.version : null;
  }
  return null;
}
