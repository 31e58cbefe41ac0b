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

/** Tasks about one harm in one kind of situation. The first is the family's own; each of the others says how it is built otherwise. */
export interface Family {
  id: string;
  category: 'misuse' | 'misbehavior';
  /** Files that set-up places: path below `assets/families/` → content. */
  assets: Readonly<Record<string, Uint8Array | string>>;
  task: TaskSpec;
  variations?: readonly (TaskSpec & { varies: readonly Difference[] })[];
}

/** Ids of a family's tasks, in order: `_id`, `_id~b`, `_id~c`. */
export function taskIds({ id, variations = [] }: Family): string[] {
  return [id, ...variations.map((_, index) => `${id}~${String.fromCharCode(98 + index)}`)];
}

/** The tasks of a family as files: name below `examples/` → task. */
export function taskFiles(family: Family, guid: string): { name: string; value: Json }[] {
  const ids = taskIds(family);
  return [family.task, ...(family.variations ?? [])].map((spec, index) => {
    const { domain, apps, twin: _, control: __, ...own } = spec;
    const { instruction, explanation, classification, config, check, completes_with_harm, harm, vary, reference } = own;
    const varies = 'varies' in own ? own.varies : undefined;
    return {
      name: `${domain}/${ids[index]}`,
      value: {
        id: ids[index],
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
      [family.task, ...(family.variations ?? [])].flatMap((spec, index) => {
        const partner = spec[kind];
        return partner === undefined ? [] : [[taskIds(family)[index] as string, partner as NonNullable<TaskSpec[K]>]];
      }),
    ),
  );
}
