import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { z } from 'zod';
import { UsageError } from '../../../base/errors.ts';
import { findRuns, readRun } from '../../../base/record/read-run.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { bundledSuite } from '../../../tasks/suite/bundled-suites.ts';
import {
  commitToSeeds,
  heldOutFaults,
  heldOutSchema,
  heldOutSecretSchema,
  type SeededRun,
} from '../../../tasks/suite/held-out.ts';
import { openSuite, suiteHash } from '../../../tasks/suite/suite.ts';
import { orUnwritable } from '../write-output.ts';

export function commit(folder: string | undefined, flags: { out: string; secret: string; count: number }): void {
  const suite = openSuite(folder ?? bundledSuite);
  const { name, version } = suite;
  const { published, secret } = commitToSeeds({ name, version, hash: suiteHash(suite) }, flags.count);
  // Write the secret first: a commitment without its seeds is useless.
  writeNew(flags.secret, secret, 0o600);
  writeNew(flags.out, published, 0o644);
  process.stdout.write(
    `Publish ${printable(flags.out)} before the runs. Keep ${printable(flags.secret)}: it has the seeds.\n`,
  );
}

function writeNew(path: string, value: unknown, mode: number): void {
  orUnwritable(path, () => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`, { flag: 'wx', mode }));
}

export function reveal(file: string, flags: { secret: string; results?: string; json?: boolean }): void {
  const published = readAs(file, heldOutSchema, 'a commitment of osharm suite commit');
  const secret = readAs(flags.secret, heldOutSecretSchema, 'a secret of osharm suite commit');
  const faults = heldOutFaults(published, secret, flags.results === undefined ? null : seededRuns(flags.results));
  const seeds = secret.seeds.map(({ seed }) => seed);
  if (faults.length > 0) process.exitCode = 1;
  if (flags.json === true) {
    process.stdout.write(`${JSON.stringify({ seeds, faults }, null, 2)}\n`);
    return;
  }
  for (const fault of faults) process.stdout.write(`${printable(fault)}\n`);
  if (faults.length === 0) process.stdout.write(`Everything matches. Seeds: ${seeds.join(', ')}.\n`);
}

function seededRuns(folder: string): SeededRun[] {
  return [...findRuns(folder)].map((directory) => {
    const { runJson } = readRun(directory);
    const seed = runJson?.spec.seed;
    return {
      path: relative(folder, directory) || '.',
      suiteHash: runJson?.suiteHash ?? null,
      seed: typeof seed === 'number' ? seed : null,
    };
  });
}

function readAs<T>(path: string, schema: z.ZodType<T>, what: string): T {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new UsageError(`${path} is not ${what}.`, {
      code: 'held-out-file',
      hint: 'osharm suite commit --out FILE --secret FILE writes both.',
    });
  }
}
