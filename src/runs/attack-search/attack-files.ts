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
  /** Name of the agent with its model and defences. */
  agent: z.string(),
  strategies: z.array(z.enum([...searchStrategies, ...baselines])),
  success: z.enum(successBars),
  maxQueries: z.number(),
  confirmations: z.number(),
  benign: z.number().default(0),
  /** The attacker's model. */
  attackerModel: z.string().nullable().default(null),
  /** Winners of another attack that were tried. */
  transferred: z
    .array(z.object({ source: z.string(), genome: z.record(z.string(), z.string()), agent: z.string() }))
    .default([]),
  /** Trials of searches began where an earlier one was shown its payload. */
  fromExposure: z.boolean().default(false),
  seed: z.number(),
  /** ISO date until which payloads stay out of what is shared. */
  sealedUntil: z.string(),
  threatModel: z.string(),
  targets: z.array(z.object({ id: z.string(), family: z.string(), vector: z.string(), goal: z.string() })),
  heldOut: z.array(z.string()),
  /** What the runs share, flat. */
  settings: z.record(z.string(), z.unknown()),
});
/** `attack.json`: all that an attack's trials are a function of. */
export type AttackJson = z.infer<typeof attackSchema>;

/** Files of an attack's folder. */
const threatModelFile = 'threat-model.md';
export const sealedFolder = 'sealed';
/** Below it are the runs of the trials. */
export const runsFolder = 'runs';

/** Begins an attack in a folder, or finds it begun. Throws UsageError where another attack is there. */
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

/** Reads `attack.json`. Throws UsageError where there is none, or one that isn't. */
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

/** Keeps the text of a payload that succeeded in a file of its own; reports name it by its hash alone. Gives the file. */
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

/** What a model put around the request in a sealed payload; null: no model did. Throws UsageError where the sealed text is not there. */
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
  // A day later the default seal ends a day later: the one of the beginning holds.
  const { sealedUntil: _, ...rest } = here;
  return Object.keys(rest).filter((key) => {
    const name = key as keyof typeof rest;
    return JSON.stringify(there[name]) !== JSON.stringify(here[name]);
  });
}
