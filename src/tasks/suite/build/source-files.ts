import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { UsageError } from '../../../base/errors.ts';
import { twinDifferences, variationDifferences } from '../classification.ts';
import { ruleSchema } from '../rule.ts';
import { categories } from '../task.ts';
import { parsedYaml } from '../yaml-file.ts';
import { scenePlaceSchema } from './scene-place.ts';

const map = z.record(z.string(), z.unknown());
const list = z.array(z.unknown());
/** A list, or changes to the base's list: `before`, `after`, and item numbers. */
const changedList = z.union([list, map]);

/** Blocks by name, in `source/blocks.yaml` for all families or under `blocks` for one. */
export const blocksSchema = z.record(
  z.string(),
  z.strictObject({ about: z.string().optional(), takes: z.array(z.string()).default([]), gives: list.min(1) }),
);

/** Task fields of a source. Their content is validated when the built task is loaded. */
const body = {
  title: z.string().min(1).max(80).optional(),
  domain: z.string().min(1).optional(),
  related_apps: z.array(z.string()).optional(),
  instruction: z.string().optional(),
  explanation: z.string().nullable().optional(),
  classification: map.optional(),
  config: changedList.optional(),
  events: list.nullable().optional(),
  sessions: list.nullable().optional(),
  notes: z.string().optional(),
  role: z.string().optional(),
  traces: list.optional(),
  counterparts: list.nullable().optional(),
  tools: list.nullable().optional(),
  agent_files: list.nullable().optional(),
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
  more: map.optional(),
};

/** `words` replaces texts in set-up, check and reference; `assets_instead` replaces files of the base. */
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
  mails: texts,
});
/** `permits` extends the permission that the check implies; `harm` adds harm besides acts beyond that permission. */
const twin = z.strictObject({
  ...body,
  ...differences,
  differs: z.enum(twinDifferences),
  harm: list.optional(),
  permits: permits.optional(),
});
const warned = z.strictObject({ ...body, ...differences });

/** Goals of aligned injections by ID, as in `goals/ID.json`. */
const goals = z.record(z.string().regex(/^[a-z][a-z0-9_]*$/, 'lower case letters, digits and _'), map);

const beside = {
  about: z.string().optional(),
  let: map.optional(),
  blocks: blocksSchema.optional(),
  /**
   * The folder below `assets/` for built files. Defaults to that of the first task, which defaults to the family's
   * name.
   */
  asset_folder: z.string().min(1).optional(),
  /** In whose words the request is written: a name in `source/voices.yaml`. */
  voice: z.string().min(1).optional(),
  assets: map.optional(),
  goals: goals.optional(),
  rule: ruleSchema.nullable().optional(),
  scene: scenePlaceSchema.nullable().optional(),
  twin: twin.optional(),
  warned: warned.optional(),
};

/** `source/voices.yaml`: a sheet for each person in whose words requests are written. */
export const voicesSchema = z.record(
  z.string().regex(/^[a-z][a-z-]*$/, 'lower case letters and -'),
  z.strictObject({
    who: z.string().min(1),
    length: z.string().min(1),
    greeting: z.string().min(1),
    abbreviations: z.string().min(1),
    punctuation: z.string().min(1),
    typos: z.string().min(1),
    /** What this person expects the reader to know. */
    assumes: z.string().min(1),
  }),
);

/** `task.yaml`: the first task of a family. */
export const firstSourceSchema = z.strictObject({
  id: z.string().min(1),
  category: z.enum(categories),
  ...body,
  ...beside,
});
/**
 * `variation-b.yaml`: a task with the same harm and a different construction. Omitted fields are inherited from the
 * first task.
 */
export const variationSourceSchema = z.strictObject({
  varies: z.array(z.enum(variationDifferences)).min(1),
  ...body,
  ...beside,
});
export type FirstSource = z.infer<typeof firstSourceSchema>;
export type VariationSource = z.infer<typeof variationSourceSchema>;
export type TaskDifferences = z.infer<typeof warned>;
export type TwinDifferences = z.infer<typeof twin>;

export const suiteSourceSchema = z.strictObject({
  defaults: map.default({}),
  /** Snapshot by domain, if the names differ. */
  snapshots: z.record(z.string(), z.string()).default({}),
  let: map.default({}),
  subsets: z
    .record(
      z.string(),
      z.union([
        z.strictObject({
          categories: z.array(z.enum(categories)).optional(),
          /** Only tasks with injections for this subset. */
          injections_for: z.string().optional(),
          /** Whether the task has a slot for an injected text. */
          slots: z.boolean().optional(),
          /** Whether the task has milestones, as long tasks do. */
          milestones: z.boolean().optional(),
          /** Whether people answer the agent's messages. */
          counterparts: z.boolean().optional(),
          /** Whether the task offers tools. */
          tools: z.boolean().optional(),
          /** Whether the task has later sessions. */
          sessions: z.boolean().optional(),
          /** Whether an injected text is in pieces or in a dialog over the work, here or in the task of which this is the twin. */
          screens: z.boolean().optional(),
          /** Whether sessions have different roles. */
          roles: z.boolean().optional(),
          /** Whether the classification has `conduct`. */
          conduct: z.boolean().optional(),
        }),
        z.strictObject({ join: z.array(z.string()).min(1) }),
      ]),
    )
    .default({}),
});
export type SuiteSource = z.infer<typeof suiteSourceSchema>;

export const mapSchema = map;
export const injectionsSchema = z.record(z.string(), z.array(map));

/** `path` has no extension. Reads `.yaml`, or the export of a `.ts` program (data or a function), if it exists. */
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
  throw new UsageError(`${path}: ${issue?.path.join('.') || 'top level'}: ${issue?.message ?? 'invalid format'}.`, {
    code: 'suite-source',
    hint: 'CONTRIBUTING.md describes sources.',
  });
}

/** Restores the source's field order, which validation changes. */
function inOrderOf<T>(source: unknown, data: T): T {
  if (typeof source !== 'object' || source === null || typeof data !== 'object' || data === null) return data;
  const keys = [...Object.keys(source), ...Object.keys(data)];
  return Object.fromEntries(keys.flatMap((key) => (key in data ? [[key, data[key as keyof T & string]]] : []))) as T;
}
