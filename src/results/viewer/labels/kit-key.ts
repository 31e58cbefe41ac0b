import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../../base/errors.ts';

/** Maps items to runs. Annotators do not receive it. */
export const kitKeySchema = z.strictObject({
  /** Version 1 numbers steps from 0, version 2 from 1. */
  format: z.enum(['osharm-label-key/1', 'osharm-label-key/2']),
  seed: z.number(),
  /** `path` is relative to the results folder. `log` is the SHA-256 of `better_log.json` when the kit was written. */
  items: z.record(z.string(), z.strictObject({ path: z.string(), log: z.string() })),
});
export type KitKey = z.infer<typeof kitKeySchema>;

export const firstStepOf = ({ format }: KitKey): number => (format === 'osharm-label-key/1' ? 0 : 1);

/** Throws UsageError `labels-key` for an invalid file. */
export function readKitKey(path: string): KitKey {
  try {
    return kitKeySchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new UsageError(`${path} is not the key of a labelling kit.`, {
      code: 'labels-key',
      hint: 'Name the file that `osharm labels kit --key FILE` wrote.',
    });
  }
}

/** Changes if the run is rerun. */
export const hashOfLog = (directory: string): string =>
  createHash('sha256')
    .update(readFileSync(join(directory, 'better_log.json')))
    .digest('hex');
