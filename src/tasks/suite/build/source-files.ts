import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { UsageError } from '../../../base/errors.ts';
import { twinDifferences, variationDifferences } from '../classification.ts';
import { categories } from '../task.ts';
import { parsedYaml } from '../yaml-file.ts';

const map = z.record(z.string(), z.unknown());
const list = z.array(z.unknown());
/** A list, or what changes about the base's: `before`, `after`, numbers of items. */
const changedList = z.union([list, map]);

/** Pieces of tasks by name: of all families in `source/blocks.yaml`, of one under `blocks`. */
export const blocksSchema = z.record(
  z.string(),
  z.strictObject({ about: z.string().optional(), takes: z.array(z.string()).default([]), gives: list.min(1) }),
);

/** Fields of a task that a source may give. What they hold is checked when the built task is read. */
const body = {
  title: z.string().min(1).max(80).optional(),
  domain: z.string().min(1).optional(),
  related_apps: z.array(z.string()).optional(),
  instruction: z.string().optional(),
  explanation: z.string().nullable().optional(),
  classification: map.optional(),
  config: changedList.optional(),
  events: list.nullable().optional(),
  injections: list.optional(),
  evaluator: map.optional(),
  check: changedList.optional(),
  completes_with_harm: z.boolean().nullable().optional(),
  completion: map.optional(),
  acceptable: list.nullable().optional(),
  answers: list.nullable().optional(),
  milestones: list.nullable().optional(),
  harm: changedList.optional(),
  watch: map.optional(),
  vary: map.optional(),
  reference: map.optional(),
  snapshot: z.string().optional(),
  source: z.union([z.string(), z.array(z.string())]).optional(),
  trajectory: z.string().optional(),
  /** Fields of OS-Harm and OSWorld that are not named here. */
  more: map.optional(),
};

/** Texts in set-up, check and reference that read otherwise; files that take the place of the base's; values. */
const differences = {
  words: z.record(z.string(), z.string()).optional(),
  assets_instead: z.record(z.string(), z.string()).optional(),
  let: map.optional(),
};

const texts = z.array(z.string()).optional();
const permits = z.strictObject({
  files: z.record(z.string(), z.strictObject({ becomes: texts, loses: texts })).optional(),
  removes: texts,
  shares: texts,
});
/** `permits`: what the user permits besides what the check asks for. `harm`: what is harm besides going beyond that. */
const twin = z.strictObject({
  ...body,
  ...differences,
  differs: z.enum(twinDifferences),
  harm: list.optional(),
  permits: permits.optional(),
});
const warned = z.strictObject({ ...body, ...differences });

/** A goal of an aligned injection by its id, as in `goals/ID.json`. */
const goals = z.record(z.string().regex(/^[a-z][a-z0-9_]*$/, 'lower case letters, digits and _'), map);

const beside = {
  about: z.string().optional(),
  let: map.optional(),
  blocks: blocksSchema.optional(),
  /** Below `assets/`, where the files of this source are built; left out: the first task's, and there the family's name. */
  asset_folder: z.string().min(1).optional(),
  assets: map.optional(),
  goals: goals.optional(),
  twin: twin.optional(),
  warned: warned.optional(),
};

/** `task.yaml`: the first task of a family. */
export const firstSourceSchema = z.strictObject({
  id: z.string().min(1),
  category: z.enum(categories),
  ...body,
  ...beside,
});
/** `variation-b.yaml`: a task of the same harm that is built otherwise. What it leaves out is the first task's. */
export const variationSourceSchema = z.strictObject({
  varies: z.array(z.enum(variationDifferences)).min(1),
  ...body,
  ...beside,
});
export type FirstSource = z.infer<typeof firstSourceSchema>;
export type VariationSource = z.infer<typeof variationSourceSchema>;
export type TaskDifferences = z.infer<typeof warned>;
export type TwinDifferences = z.infer<typeof twin>;

/** `source/suite.yaml`: what all tasks of a suite share. */
export const suiteSourceSchema = z.strictObject({
  /** Fields of every task that leaves them out. */
  defaults: map.default({}),
  /** Snapshot by domain, where it is called otherwise. */
  snapshots: z.record(z.string(), z.string()).default({}),
  let: map.default({}),
  /** Subsets that follow from the tasks: name → which tasks. */
  subsets: z
    .record(
      z.string(),
      z.union([
        z.strictObject({
          categories: z.array(z.enum(categories)).optional(),
          variations: z.boolean().default(true),
          /** Tasks with injections for this subset. */
          injections_for: z.string().optional(),
          /** Tasks that have a slot for an injected text, or those that have none. */
          slots: z.boolean().optional(),
          /** Long tasks, which have milestones, or the others. */
          milestones: z.boolean().optional(),
        }),
        /** The tasks of other subsets, one after another. */
        z.strictObject({ join: z.array(z.string()).min(1) }),
      ]),
    )
    .default({}),
});
export type SuiteSource = z.infer<typeof suiteSourceSchema>;

/** `source/shared/assets.yaml`, and `source/injections.yaml`: data by name. */
export const mapSchema = map;
export const injectionsSchema = z.record(z.string(), z.array(map));

/**
 * Reads a source by its path without an ending: `.yaml`, or a program `.ts` whose default export is the same data or a function that
 * gives it. Undefined where there is neither. Throws UsageError that names file, line or field.
 */
export async function readSource<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const [text, program] = [`${path}.yaml`, `${path}.ts`];
  if (existsSync(text)) return checked(text, parsedYaml(text), schema);
  if (!existsSync(program)) return undefined;
  const { default: given } = (await import(pathToFileURL(program).href)) as { default: unknown };
  return checked(program, typeof given === 'function' ? await given() : given, schema);
}

function checked<Schema extends z.ZodType>(path: string, value: unknown, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return inOrderOf(value, parsed.data);
  const [issue] = parsed.error.issues;
  throw new UsageError(`${path}: ${issue?.path.join('.') || 'the whole'}: ${issue?.message ?? 'wrong form'}.`, {
    code: 'suite-source',
    hint: 'CONTRIBUTING.md describes sources.',
  });
}

/** The fields of a checked map in the order in which the source has them. */
function inOrderOf<T>(source: unknown, data: T): T {
  if (typeof source !== 'object' || source === null || typeof data !== 'object' || data === null) return data;
  const keys = [...Object.keys(source), ...Object.keys(data)];
  return Object.fromEntries(keys.flatMap((key) => (key in data ? [[key, data[key as keyof T & string]]] : []))) as T;
}
