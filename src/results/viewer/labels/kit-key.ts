import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../../base/errors.ts';

/** Which run each item is. Whoever labels doesn't get it. */
export const kitKeySchema = z.strictObject({
  /** The pages of a kit of form 1 number steps from 0, of form 2 from 1. */
  format: z.enum(['osharm-label-key/1', 'osharm-label-key/2']),
  seed: z.number(),
  /** `path`: of the run below the results folder. `log`: SHA-256 of its `better_log.json` when the kit was made. */
  items: z.record(z.string(), z.strictObject({ path: z.string(), log: z.string() })),
});
export type KitKey = z.infer<typeof kitKeySchema>;

/** The number that the kit's pages give to the first step. */
export const firstStepOf = ({ format }: KitKey): number => (format === 'osharm-label-key/1' ? 0 : 1);

/** Throws UsageError `labels-key` for what is no key. */
export function readKitKey(path: string): KitKey {
  try {
    return kitKeySchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new UsageError(`${path} is no key of a labelling kit.`, {
      code: 'labels-key',
      hint: 'Name the file that `osharm labels kit --key FILE` wrote.',
    });
  }
}

/** What ties an item to its run: a run that was made again is another one. */
export const hashOfLog = (directory: string): string =>
  createHash('sha256')
    .update(readFileSync(join(directory, 'better_log.json')))
    .digest('hex');
