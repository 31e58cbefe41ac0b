import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UsageError } from '../../../base/errors.ts';
import { literalPattern } from '../../../base/literal-pattern.ts';
import { withoutUndefined } from '../../../base/without-undefined.ts';
import { difficultyOf } from '../difficulty.ts';
import type { Category } from '../task.ts';
import { assetFiles, writtenAssets } from './assets.ts';
import type { Block, Scope } from './blocks.ts';
import { merged, reworded } from './differences.ts';
import { expandedFields } from './expand-fields.ts';
import { type DataMap, filled, filledLets } from './fill.ts';
import { type Permits, twinPermission } from './permission.ts';
import { inScene } from './scene-place.ts';
import {
  type FirstSource,
  firstSourceSchema,
  readSource,
  type SuiteSource,
  type TaskDifferences,
  type TwinDifferences,
  type VariationSource,
  variationSourceSchema,
} from './source-files.ts';

export interface BuildContext {
  guid: string | null;
  suite: SuiteSource;
  blocks: ReadonlyMap<string, Block>;
  /** Names of assets below `assets/` that all families can use. */
  shared: ReadonlySet<string>;
  /** Injections from the suite's `injections.yaml`, by task. */
  injections: Readonly<Record<string, readonly DataMap[]>>;
}

export interface BuiltFamily {
  tasks: Map<string, Record<string, unknown>>;
  assets: Map<string, string | Uint8Array>;
  goals: Map<string, Record<string, unknown>>;
}

export interface FamilySources {
  name: string;
  /** `path` is relative to the suite, for `built_from`. */
  first: { path: string; source: FirstSource };
  variations: { letter: string; path: string; source: VariationSource }[];
}

/** Throws UsageError if the family has no first task. */
export async function readFamily(folder: string): Promise<FamilySources> {
  const name = basename(folder);
  const pathOf = (file: string): string =>
    `source/${name}/${existsSync(join(folder, `${file}.yaml`)) ? `${file}.yaml` : `${file}.ts`}`;
  const first = await readSource(join(folder, 'task'), firstSourceSchema);
  if (first === undefined)
    throw new UsageError(`The family ${folder} has no task.yaml.`, {
      code: 'suite-source',
      hint: 'CONTRIBUTING.md shows one.',
    });
  const letters = readdirSync(folder)
    .flatMap((file) => /^variation-([a-z])\.(?:yaml|ts)$/.exec(file)?.[1] ?? [])
    .sort();
  const variations = [];
  for (const letter of letters) {
    const source = await readSource(join(folder, `variation-${letter}`), variationSourceSchema);
    if (source !== undefined) variations.push({ letter, path: pathOf(`variation-${letter}`), source });
  }
  return { name, first: { path: pathOf('task'), source: first }, variations };
}

/** Maps an asset's name in a source to its path in the suite. */
export type AssetPath = (name: string, source: { asset_folder?: string | undefined }) => string;

export async function buildFamily(folder: string, context: BuildContext): Promise<BuiltFamily> {
  const sources = await readFamily(folder);
  const { first, variations } = sources;
  const familyFolder = first.source.asset_folder ?? sources.name;
  const placeOf = (
    name: string,
    { asset_folder: place = familyFolder }: { asset_folder?: string | undefined },
  ): string => (name.startsWith('assets/') ? name : `assets/${place}/${name}`);
  const assets = new Map<string, string | Uint8Array>(
    [...assetFiles(folder)].map(([name, content]) => [placeOf(name, {}), content]),
  );
  for (const { path, source } of [first, ...variations])
    within(path, () => {
      const lets = filledLets({ ...first.source.let, ...source.let }, context.suite.let);
      for (const [name, content] of writtenAssets(source.assets ?? {}, lets)) {
        const place = placeOf(name, source);
        if (assets.has(place))
          throw new UsageError(`The family has another asset ${name} too, in its folder or a source.`, {
            code: 'suite-source',
            hint: 'Keep one of them.',
          });
        assets.set(place, content);
      }
    });
  const assetPath: AssetPath = (name, source) => {
    const places = [placeOf(name, source), placeOf(name, {})];
    const place = places.find((path) => isAmong(path, assets.keys()));
    if (place !== undefined) return place;
    if (isAmong(name, context.shared)) return `assets/${name}`;
    throw new UsageError(`There is no asset ${name}.`, {
      code: 'suite-source',
      hint: 'Put the file into the family’s folder, or write it under assets.',
    });
  };
  return {
    tasks: familyTasks(sources, context, assetPath),
    assets,
    goals: familyGoals(sources, context, assetPath),
  };
}

/** Returns true if a name is known, whatever the value of a `{vary:…}` in it. */
function isAmong(name: string, known: Iterable<string>): boolean {
  const parts = name.split(/\{vary:[^{}]*\}/).map(literalPattern);
  const pattern = new RegExp(`^${parts.join('[^/]*')}$`);
  return [...known].some((path) => pattern.test(path));
}

export function familyTasks(
  { first, variations }: FamilySources,
  context: BuildContext,
  pathOf: AssetPath,
): Map<string, Record<string, unknown>> {
  const { id, category } = first.source;
  const all: { path: string; source: TaskSource; keys: string[]; id: string; varies: DataMap }[] = [
    { path: first.path, source: first.source, keys: Object.keys(first.source), id, varies: {} },
    ...variations.map(({ letter, path, source }) => ({
      path,
      source: {
        scene: first.source.scene,
        ...source,
        ...fieldsLeftOut(first.source, source),
        let: { ...first.source.let, ...source.let },
      },
      keys: Object.keys(source),
      id: `${id}~${letter}`,
      varies: { variation_of: id, varies: source.varies },
    })),
  ];
  return new Map(
    all.flatMap(({ path, source, keys, id: taskId, varies }) =>
      within(path, () => {
        const { twin, warned } = source;
        const assetPath = (name: string): string => pathOf(name, source);
        const common = { id: taskId, category, ...varies };
        const scopeOf = (values: DataMap = {}): Scope => ({
          blocks: blocksWith(context.blocks, { ...first.source.blocks, ...source.blocks }),
          lets: filledLets({ ...source.let, ...values }, context.suite.let),
        });
        const build = (scope: Scope): DataMap => ({
          ...expandedFields(taskFields(source), scope, assetPath),
          ...common,
        });
        const tasks = [build(scopeOf())];
        if (twin !== undefined) {
          const scope = scopeOf(twin.let);
          tasks.push(twinOf(build(scope), twin, scope, assetPath));
        }
        if (warned !== undefined) {
          const scope = scopeOf(warned.let);
          tasks.push(warnedOf(build(scope), warned, scope, assetPath));
        }
        const { scene } = source;
        const placed = scene ? tasks.map((task) => inScene(task, scene)) : tasks;
        return placed.map((task) => finished(task, path, keys, context));
      }),
    ),
  );
}

/** Returns the goals and harmless decoys of a family's aligned injections. Each one belongs to a single task. */
function familyGoals(
  { first, variations }: FamilySources,
  context: BuildContext,
  pathOf: AssetPath,
): Map<string, Record<string, unknown>> {
  return new Map(
    [first, ...variations].flatMap(({ path, source }) =>
      within(path, () => {
        const scope: Scope = {
          blocks: blocksWith(context.blocks, { ...first.source.blocks, ...source.blocks }),
          lets: filledLets({ ...first.source.let, ...source.let }, context.suite.let),
        };
        return Object.entries(source.goals ?? {}).map(([id, goal]): [string, Record<string, unknown>] => [
          `${(goal as DataMap).decoy === undefined ? 'aligned' : 'decoys'}/${id}.json`,
          {
            id,
            guid: context.guid ?? undefined,
            built_from: path,
            ...expandedFields(goal as DataMap, scope, (name) => pathOf(name, source)),
          },
        ]);
      }),
    ),
  );
}

const blocksWith = (blocks: BuildContext['blocks'], more: Readonly<Record<string, Block>>): BuildContext['blocks'] =>
  new Map([...blocks, ...Object.entries(more)]);

type TaskSource = Omit<FirstSource, 'id' | 'category'>;

function taskFields(source: TaskSource): DataMap {
  const apart = [
    'about',
    'asset_folder',
    'assets',
    'blocks',
    'category',
    'goals',
    'id',
    'let',
    'scene',
    'twin',
    'varies',
    'voice',
    'warned',
  ];
  return Object.fromEntries(Object.entries(source).filter(([key]) => !apart.includes(key)));
}

/** Returns the fields of the first task that a variation inherits. It doesn't inherit `rule`. */
const fieldsLeftOut = (first: FirstSource, variation: VariationSource): DataMap =>
  Object.fromEntries(Object.entries(taskFields(first)).filter(([key]) => key !== 'rule' && !(key in variation)));

/**
 * Builds the benign twin. For a misuse task, the twin does the work of the harmful reference, and only acts beyond the
 * user's permission count as harm. For an injection task, the twin has a text in its slot that the user wants the agent
 * to follow, and its own check and reference. For a misbehavior task, the tempting way is right in the twin, which
 * has another check, reference and harm.
 */
function twinOf(base: DataMap, twin: TwinDifferences, scope: Scope, assetPath: (name: string) => string): DataMap {
  const { wrong_shown: _, trap: _trap, ...classification } = (base.classification ?? {}) as DataMap;
  const { harmful = [] } = (base.reference ?? {}) as { harmful?: readonly DataMap[] };
  const benign = harmful.map(({ say: _say, violates: _violates, ...step }) => step);
  const { differs, permits = {}, ...differences } = twin;
  const isOfMisuse = base.category === ('misuse' satisfies Category);
  const isOfMisbehavior = base.category === ('misbehavior' satisfies Category);
  // What is acceptable and why it is harm apply to the harmful request or the planted text, and not to the twin.
  const { acceptable: _acceptable, explanation: _explanation, ...twinned } = base;
  const { injections: _injections, completes_with_harm: _completes, ...plain } = twinned;
  const start = isOfMisuse
    ? { ...twinned, explanation: twinExplanation, harm: [], reference: { benign } }
    : {
        ...plain,
        explanation: isOfMisbehavior ? twinExplanation : undefined,
        reference: { benign: (base.reference as DataMap | undefined)?.benign ?? [] },
      };
  const task = different(
    base.classification === undefined ? start : { ...start, classification },
    differences,
    scope,
    assetPath,
  );
  const { check = [], config = [], harm = [] } = task as Record<string, readonly DataMap[] | undefined>;
  return {
    ...task,
    harm: isOfMisuse ? [twinPermission({ check, config }, filled(permits, scope.lets) as Permits), ...harm] : harm,
    id: `${base.id}_twin`,
    category: 'benign' satisfies Category,
    twin_of: base.id,
    differs,
    same_request: task.instruction === base.instruction,
  };
}

const twinExplanation = 'The request is legitimate here. Only what goes beyond it is harm.';

/** Adds a warning to a task. A variant with a check can't inherit `completes_with_harm`. */
function warnedOf(base: DataMap, warned: TaskDifferences, scope: Scope, assetPath: (name: string) => string): DataMap {
  const { completes_with_harm: _, ...rest } = base;
  return {
    ...different(warned.check === undefined ? base : rest, warned, scope, assetPath),
    id: `${base.id}_warned`,
    category: 'control' satisfies Category,
    control_of: base.id,
  };
}

function different(
  base: DataMap,
  { words = {}, assets_instead: files = {}, let: _, ...change }: TaskDifferences,
  scope: Scope,
  assetPath: (name: string) => string,
): DataMap {
  const { config, events, sessions, counterparts, tools, agent_files, check, reference } = base;
  const paths = Object.fromEntries(Object.entries(files).map(([from, to]) => [assetPath(from), assetPath(to)]));
  const changed = {
    ...base,
    ...(reworded(withoutUndefined({ config, events, sessions, counterparts, tools, agent_files }), paths) as DataMap),
    ...(reworded({ check, reference }, filled(words, scope.lets) as Record<string, string>) as DataMap),
  };
  return merged(changed, expandedFields(change, scope, assetPath)) as DataMap;
}

/** Formats a task for its file. `keys` are the fields of its source, whose order applies to `vary` and `reference`. */
function finished(
  task: DataMap,
  path: string,
  keys: readonly string[],
  { suite, guid, injections }: BuildContext,
): [string, Record<string, unknown>] {
  const { more = {}, domain = 'os', ...fields } = task;
  const taskInjections = (task.injections as DataMap[] | undefined) ?? [];
  const values: Record<string, unknown> = {
    ...suite.defaults,
    snapshot: suite.snapshots[String(domain)] ?? domain,
    guid: guid ?? suite.defaults.guid,
    ...fields,
    built_from: path,
    difficulty: difficultyOf(task as Parameters<typeof difficultyOf>[0]),
  };
  if (task.category === 'injection') values.injections = [...taskInjections, ...(injections[String(task.id)] ?? [])];
  const isVaryLast = keys.includes('reference') && keys.indexOf('reference') < keys.indexOf('vary');
  const order = isVaryLast ? [...fieldOrder.filter((key) => key !== 'vary'), 'vary'] : fieldOrder;
  const entries = order
    .filter((key) => values[key] !== undefined && values[key] !== null)
    .map((key) => [key, values[key]]);
  return [`examples/${domain}/${task.id}.json`, { ...Object.fromEntries(entries), ...(more as DataMap) }];
}

const fieldOrder = [
  'id',
  'guid',
  'built_from',
  'title',
  'snapshot',
  'instruction',
  'source',
  'category',
  'twin_of',
  'differs',
  'same_request',
  'control_of',
  'variation_of',
  'varies',
  'rule',
  'classification',
  'difficulty',
  'explanation',
  'config',
  'events',
  'sessions',
  'role',
  'notes',
  'traces',
  'counterparts',
  'tools',
  'agent_files',
  'injections',
  'trajectory',
  'related_apps',
  'evaluator',
  'check',
  'completion',
  'completes_with_harm',
  'acceptable',
  'answers',
  'milestones',
  'harm',
  'watch',
  'vary',
  'reference',
];

/** Runs `work` and adds the source's path to its errors. */
function within<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(error.message.startsWith(path) ? error.message : `${path}: ${error.message}`, {
      code: error.code,
      cause: error,
      hint: error.hint,
    });
  }
}
