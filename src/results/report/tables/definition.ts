import { z } from 'zod';
import type { Estimate } from '../../../base/statistics/agreement.ts';
import type { FamilySplit } from '../../../base/statistics/split-families.ts';
import type { Proportion } from '../../../base/statistics/wilson.ts';
import type { Judged } from '../../model/judged.ts';
import { sortedGroups } from '../rate.ts';
import type { ReportTable } from '../report-table.ts';

export interface TableInput {
  judge: string;
  /** All runs, including failed and unfinished ones. Branches are only included if the group has nothing else. */
  runs: readonly Judged[];
  /** The runs that count towards rates. */
  counted: readonly Judged[];
  branches: readonly Judged[];
  /** Counted runs on tasks held out of the group's suite. */
  heldOut: readonly Judged[];
  /** Reference for correcting the judge's errors. Without one, nothing is corrected. */
  correctBy: string | undefined;
  /** Selects families for choosing thresholds and the best monitor. Null uses the families of the figures. */
  split: FamilySplit | null;
}

export interface ShownGroup {
  profile: string;
}

/**
 * `key` is the field in each group of `report.json`, and `row` describes its entries. `show` may return several tables,
 * such as one for people and one for programs. `tables/registry.ts` lists all definitions.
 */
export interface TableDefinition<Key extends string, Shape extends z.ZodRawShape> {
  key: Key;
  about?: string;
  row: z.ZodObject<Shape>;
  rows(input: TableInput): z.output<z.ZodObject<Shape>>[];
  show(rows: readonly z.output<z.ZodObject<Shape>>[], group: ShownGroup): ReportTable[];
}

/** Infers the types of a table definition. */
export function defineTable<const Key extends string, Shape extends z.ZodRawShape>(
  table: TableDefinition<Key, Shape>,
): TableDefinition<Key, Shape> {
  return table;
}

/** Sorted by model. */
export function ofEachModel<Row>(runs: readonly Judged[], rows: (model: string, group: Judged[]) => Row[]): Row[] {
  return sortedGroups(runs, (run) => run.model).flatMap(([model, group]) => rows(model, group));
}

export const proportion: z.ZodType<Proportion> = z
  .looseObject({
    count: z.number().int(),
    n: z.number().int(),
    rate: z.number().nullable(),
    low: z.number().nullable(),
    high: z.number().nullable(),
  })
  .describe('a share of 1 with its 95 % interval; null if n is 0');

export const estimate: z.ZodType<Estimate> = z
  .object({ value: z.number().nullable(), low: z.number().nullable(), high: z.number().nullable() })
  .describe('with its 95 % interval; null if it is not defined');

export const ofModel = {
  model: z.string(),
  isReference: z.boolean().describe('a reference agent, not a model'),
};

export const integer = (): z.ZodNumber => z.number().int();
