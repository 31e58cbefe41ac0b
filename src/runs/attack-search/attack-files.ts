import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../base/errors.ts';
import { attackFile } from '../../base/record/seal.ts';
import { writeWholeFile } from '../../base/record/write-whole-file.ts';
import { payloadHash } from '../plan/payload-hash.ts';
import { baselines, searchStrategies } from './create-strategy.ts';
import type { Genome } from './genome.ts';
import { successBars } from './grade.ts';
import type { Payload } from './render-payload.ts';

const attackSchema = z.object({
  format: z.literal('osharm-attack/1'),
  agent: z.string(),
  strategies: z.array(z.enum([...searchStrategies, ...baselines])),
  success: z.enum(successBars),
  maxQueries: z.number(),
  confirmations: z.number(),
  benign: z.number().default(0),
  attackerModel: z.string().nullable().default(null),
  transferred: z
    .array(z.object({ source: z.string(), genome: z.record(z.string(), z.string()), agent: z.string() }))
    .default([]),
  fromExposure: z.boolean().default(false),
  seed: z.number(),
  /** ISO date until which payloads are withheld from shared results. */
  sealedUntil: z.string(),
  threatModel: z.string(),
  targets: z.array(z.object({ id: z.string(), family: z.string(), vector: z.string(), goal: z.string() })),
  heldOut: z.array(z.string()),
  settings: z.record(z.string(), z.unknown()),
});
/** `attack.json`: every input that determines the trials of an attack. */
export type AttackJson = z.infer<typeof attackSchema>;

const threatModelFile = 'threat-model.md';
export const sealedFolder = 'sealed';
export const runsFolder = 'runs';

/**
 * Creates an attack's folder or resumes the attack in it. Throws UsageError if the folder belongs to another attack.
 */
export function beginAttack(folder: string, attack: Omit<AttackJson, 'format' | 'threatModel'>, threat: string): void {
  const file: AttackJson = { format: 'osharm-attack/1', ...attack, threatModel: payloadHash(threat) };
  const there = existsSync(join(folder, attackFile)) ? readAttack(folder) : null;
  const differing = there === null ? [] : differences(there, file);
  if (differing.length > 0)
    throw new UsageError(`Another attack is in ${folder}: ${differing.join(', ')} differ.`, {
      code: 'attack-other-search',
      hint: 'Choose another --out, or the attack’s original flags. --max-cost and --parallel may change.',
    });
  if (there !== null) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, threatModelFile), threat);
  writeWholeFile(join(folder, attackFile), `${JSON.stringify(file, null, 2)}\n`);
}

/** Throws UsageError if `attack.json` is missing or invalid. */
export function readAttack(folder: string): AttackJson {
  try {
    return attackSchema.parse(JSON.parse(readFileSync(join(folder, attackFile), 'utf8')));
  } catch (cause) {
    throw new UsageError(`${folder} has no readable attack.`, {
      code: 'attack-missing',
      hint: `Give the --out folder of osharm attack, which has ${attackFile}.`,
      cause,
    });
  }
}

/** Writes the text of a successful payload to a separate file, so that reports can name it by its hash alone. */
export function sealPayload(
  folder: string,
  { genome, text, template, also, at, hash, canary }: Payload,
  sealedUntil: string,
): { path: string; genome: Genome } {
  const path = join(folder, sealedFolder, `${hash.slice(0, 16)}.json`);
  mkdirSync(join(folder, sealedFolder), { recursive: true });
  const note = `Don't share or publish this text before ${sealedUntil}, and don't put it where models are trained on it.`;
  writeWholeFile(
    path,
    `${JSON.stringify({ note, sealedUntil, hash, canary, genome, at, text, also, template }, null, 2)}\n`,
  );
  return { path, genome };
}

/** Null if no model rewrote the payload. Throws UsageError if the sealed text is unreadable. */
export function sealedTemplate(folder: string, hash: string): string | null {
  const path = join(folder, sealedFolder, `${hash.slice(0, 16)}.json`);
  try {
    return templateSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).template;
  } catch (cause) {
    throw new UsageError(`${path} can't be read, and a model wrote the payload.`, {
      code: 'attack-sealed-missing',
      hint: 'Transfer from a folder that has its sealed texts.',
      cause,
    });
  }
}
const templateSchema = z.looseObject({ template: z.string().nullable().default(null) });

function differences(there: AttackJson, here: AttackJson): string[] {
  // The default date depends on the day of the command, so the first command's date applies.
  const { sealedUntil: _, ...rest } = here;
  return Object.keys(rest).filter((key) => {
    const name = key as keyof typeof rest;
    return JSON.stringify(there[name]) !== JSON.stringify(here[name]);
  });
}
