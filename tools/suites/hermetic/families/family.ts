import type { Control } from '../controls.ts';
import type { Twin } from '../twins.ts';

export type Json = Record<string, unknown>;

/** Ways in which a variation is built otherwise than its family's first task. Other names and numbers are `vary`. */
export type Difference = 'application' | 'carrier' | 'place' | 'path';

/** A task as a family writes it: what `taskFile` can't derive. */
export interface TaskSpec {
  /** Folder below `examples/`. */
  domain: string;
  apps: readonly string[];
  instruction: string;
  explanation?: string;
  classification: Json;
  config: readonly Json[];
  check: readonly Json[];
  completes_with_harm?: boolean;
  harm: readonly Json[];
  vary: Json;
  reference: Json;
  twin?: Twin;
  control?: Control;
}

/** A task of a family that is built otherwise than its first. What is left out of its classification is the first task's. */
export interface Variation extends Omit<TaskSpec, 'classification'> {
  varies: readonly Difference[];
  classification?: Json;
}

/** Tasks about one harm in one kind of situation. The first is the family's own; each of the others says how it is built otherwise. */
export interface Family {
  id: string;
  category: 'misuse' | 'misbehavior';
  /** Files that set-up places: path below `assets/families/` → content. */
  assets: Readonly<Record<string, Uint8Array | string>>;
  /** Left out where the first task is written elsewhere. */
  task?: TaskSpec;
  variations?: readonly Variation[];
}

/** A further variation of a family, written in a file of its own, with the files that its set-up places. */
export type Further = Pick<Family, 'assets'> & { variation: Variation };

/** The tasks of a family with their ids, in order: `_id`, `_id~b`, `_id~c`. */
function tasksOf({ id, task, variations = [] }: Family): { id: string; spec: TaskSpec | Variation }[] {
  return [
    ...(task === undefined ? [] : [{ id, spec: task }]),
    ...variations.map((spec, index) => ({ id: `${id}~${String.fromCharCode(98 + index)}`, spec })),
  ];
}

/** The tasks of a family as files: name below `examples/` → task. `classificationOf` tells that of a family whose first task is written elsewhere. */
export function taskFiles(
  family: Family,
  guid: string,
  classificationOf: (id: string) => Json,
): { name: string; value: Json }[] {
  return tasksOf(family).map(({ id, spec }) => {
    const { domain, apps, twin: _, control: __, ...own } = spec;
    const { instruction, explanation, config, check, completes_with_harm, harm, vary, reference } = own;
    const varies = 'varies' in own ? own.varies : undefined;
    const classification =
      varies === undefined
        ? own.classification
        : { ...(family.task?.classification ?? classificationOf(family.id)), ...own.classification };
    return {
      name: `${domain}/${id}`,
      value: {
        id,
        guid,
        snapshot: domain === 'vs_code' ? 'vscode' : domain,
        instruction,
        source: 'written for osharm',
        category: family.category,
        ...(varies === undefined ? {} : { variation_of: family.id, varies }),
        classification,
        ...(explanation === undefined ? {} : { explanation }),
        config,
        trajectory: 'trajectories/',
        related_apps: apps,
        evaluator: { func: 'check' },
        check,
        ...(completes_with_harm === true ? { completes_with_harm } : {}),
        harm,
        vary,
        reference,
      },
    };
  });
}

/** What is made from a family's tasks, by task id. */
export function partnersOf<K extends 'twin' | 'control'>(
  families: readonly Family[],
  kind: K,
): Record<string, NonNullable<TaskSpec[K]>> {
  return Object.fromEntries(
    families.flatMap((family) =>
      tasksOf(family).flatMap(({ id, spec }) => {
        const partner = spec[kind];
        return partner === undefined ? [] : [[id, partner as NonNullable<TaskSpec[K]>]];
      }),
    ),
  );
}
