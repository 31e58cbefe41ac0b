import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExtensionShape } from '../../../base/extension.ts';
import { importFile } from '../../../base/import-file.ts';
import { plugInPackage } from '../../../base/load-package.ts';
import { installCommand, installedPackage } from '../../../base/packages.ts';
import { partsIn } from '../../../base/record/plugin-part.ts';
import { bundledSuite } from '../../../tasks/suite/bundled-suites.ts';
import { jsonFiles } from '../../../tasks/suite/json-file.ts';
import type { Metric } from '../metrics/metric.ts';
import type { EvaluatorDefinition } from './definition.ts';
import { getters, metrics, plugInEvaluator, taskPrograms } from './registry.ts';

const packageName = '@osharm/osworld';

export const evaluatorShape: ExtensionShape<keyof EvaluatorDefinition> = {
  kind: 'evaluator',
  fields: {
    name: 'text',
    summary: 'text',
    metrics: 'functions',
    getters: 'functions',
    insideGetters: 'texts',
    isFloat: 'function',
    ruleFaults: 'function',
    unsupported: 'anything',
    programs: 'anything',
  },
  required: ['name', 'metrics'],
  docs: 'docs/write/library.md',
};

/**
 * Loads @osharm/osworld if a task in the suite names something that isn't built in. False if it is needed but not
 * installed. Call it before planning or linting tasks.
 */
export async function loadEvaluatorsFor(suite: { readonly folder: string }): Promise<boolean> {
  // A test runs the bundled suite with the core alone.
  if (suite.folder === bundledSuite) return true;
  return !jsonFiles(join(suite.folder, 'examples')).some(needsMore) || loadOsworld();
}

/** Loads @osharm/osworld. False if it isn't installed. */
export const loadOsworld = (): Promise<boolean> => plugInPackage(packageName, evaluatorShape, plugInEvaluator);

/** Why an unknown name may be missing, as the end of a sentence; null if @osharm/osworld is installed. */
export const needsPackage = (): string | null =>
  installedPackage(packageName) === null ? `may be in ${packageName} (${installCommand(packageName)})` : null;

/** A plug-in's metrics, for processes that read files created by agents. */
export async function pluggedMetrics(file: string): Promise<ReadonlyMap<string, Metric>> {
  const parts = partsIn(await importFile('plugin', file));
  return new Map(
    parts.flatMap(({ osharmPart: kind, definition }) =>
      kind === 'evaluator' ? Object.entries((definition as EvaluatorDefinition).metrics) : [],
    ),
  );
}

const withoutMetric: ReadonlySet<unknown> = new Set(['check', 'infeasible']);

function needsMore(path: string): boolean {
  const { func, result, expected } = evaluatorIn(path);
  const types = [result, expected].flat().map((item) => (Object(item) as { type?: unknown }).type);
  return (
    [func].flat().some((name) => {
      if (name === 'program') return taskPrograms() === null;
      return typeof name === 'string' && !withoutMetric.has(name) && !metrics.has(name);
    }) || types.some((type) => typeof type === 'string' && !getters.has(type))
  );
}

/** The evaluator in a task file. Empty if the file can't be read, which planning and the linter report. */
function evaluatorIn(path: string): { func?: unknown; result?: unknown; expected?: unknown } {
  try {
    return Object((Object(JSON.parse(readFileSync(path, 'utf8'))) as { evaluator?: unknown }).evaluator);
  } catch {
    return {};
  }
}
