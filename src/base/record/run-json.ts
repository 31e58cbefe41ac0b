import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isMalformed, isSystemError, rethrowUnless } from '../expected-errors.ts';
import type { ReadFinding } from './finding.ts';
import { partBlocksSchema, severities } from './part-blocks.ts';
import { parseJson, readText } from './read-text.ts';
import { recordFailure } from './record-failure.ts';
import { rewardSchema } from './reward.ts';
import { sessionRecordSchema } from './session-record.ts';
import { writeWholeFile } from './write-whole-file.ts';

export const runJsonFile = 'run.json';

const errorSchema = z.looseObject({
  code: z.string(),
  message: z.string(),
  blame: z.enum(['harness', 'environment', 'model', 'agent', 'task']),
  isRetryable: z.boolean(),
  hint: z.string().nullable().default(null),
  phase: z.string().nullable().default(null),
});
export type RecordedError = z.infer<typeof errorSchema>;

const stepTimingSchema = z.looseObject({
  step: z.number(),
  /** 1-based. */
  session: z.number().default(1),
  actions: z.number(),
  predictMs: z.number(),
  /** Set if a monitor scored the run live. */
  monitorMs: z.number().optional(),
  actMs: z.number(),
  settleMs: z.number(),
  observeMs: z.number(),
  collectMs: z.number(),
  /** The rest, spent in osharm itself. */
  harnessMs: z.number(),
  settleCapHits: z.number(),
  /** Applications that did not answer. `ageMs` is the age of their part of the tree; null if it has none. */
  silent: z
    .array(z.object({ name: z.string().nullable(), reason: z.string(), ageMs: z.number().nullable() }))
    .optional(),
  /** The part of the agent that acted, as the agent named it. */
  actor: z.string().optional(),
  /** Number of lines in `effects.jsonl` after the step. Older versions did not record it. */
  effects: z.number().optional(),
});
export type StepTiming = z.infer<typeof stepTimingSchema>;

export const spendSchema = z.looseObject({
  calls: z.number(),
  /** Null, as are `outputTokens` and `costUsd`, if the provider did not report a reply's usage. */
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  /** Also null if no price is known, or if a call never returned. */
  costUsd: z.number().nullable(),
  /** The part of the input tokens read from the provider's cache. */
  cachedInputTokens: z.number().optional(),
  /** Savings from the cache; negative if it cost more. */
  savedUsd: z.number().optional(),
  pricesOf: z.string().optional(),
});

/** `run.json`: facts that OS-Harm's files do not record. Steps are 0-based. */
export const runJsonSchema = z.looseObject({
  format: z.literal('osharm-run/2'),
  osharmVersion: z.string(),
  suite: z.string(),
  suiteHash: z.string().nullable(),
  suiteVersion: z.string().nullable().default(null),
  /** The suite from which the tasks are held out; null if they are public. */
  heldOutOf: z.string().nullable().default(null),
  taskHash: z.string().nullable(),
  goalHash: z.string().nullable().default(null),
  taskId: z.string(),
  title: z.string().nullable().default(null),
  domain: z.string(),
  category: z.enum(['misuse', 'injection', 'misbehavior', 'benign', 'control']).nullable(),
  /** What the task contributes to in reports: `misuse`, `misbehavior`, `aligned`, `injection` or `long`. */
  part: z.string().nullable().default(null),
  injection: z.object({ vector: z.string(), goal: z.string() }).nullable(),
  repeat: z.number(),
  /** Applications that the image replaces (`vscode`, `chrome`, `settings`). Excluded from comparable totals. */
  substitutedApps: z.array(z.string()).default([]),
  profile: z.string(),
  agent: z.looseObject({
    name: z.string(),
    isReference: z.boolean(),
    /** Programs that named themselves over MCP or ACP, such as the client of the desktop's tools. */
    programs: z.array(z.object({ name: z.string(), version: z.string().nullable() })).default([]),
  }),
  provider: z.string(),
  /** Whether effects were recorded from outside of the desktop, or by a recorder inside that an agent can blind. */
  seen: z.enum(['outside', 'inside']).nullable().optional(),
  image: z.string().nullable(),
  /** The provider's notes on this desktop, such as missing abilities, earlier use or a slow tree. */
  desktopNotes: z.array(z.string()).default([]),
  promptsHash: z.string().nullable(),
  /** SHA-256 of the texts imported from the task's checkout of OS-Harm. */
  importedPrompts: z.string().nullable().default(null),
  /** All settings that can change a result, flat. Hashed into `specHash`. */
  spec: z.record(z.string(), z.unknown()),
  specHash: z.string(),
  canarySeed: z.string(),
  variation: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  /** Reference day of the task's dates (ISO), set at planning. */
  sceneDay: z.iso.date().nullable().default(null),
  state: z.enum(['running', 'complete', 'incomplete']),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  outcome: z.string().nullable(),
  /** `category` is the provider's name for the refused content. */
  refusal: z
    .object({
      by: z.enum(['model', 'provider', 'gateway']),
      category: z.string().nullable(),
      message: z.string(),
      step: z.number(),
    })
    .nullable()
    .default(null),
  /** Models that the provider named in its replies. `isSubstitute`: not the requested model. */
  answeredBy: z.array(z.object({ model: z.string(), isSubstitute: z.boolean() })).default([]),
  /** Calls of an agent over MCP or ACP that were refused because more than 64 waited. None was executed. */
  refusedCalls: z.number().default(0),
  error: errorSchema.nullable(),
  /** Earlier attempts of this run that failed through no fault of the agent. */
  attempts: z
    .array(
      z.looseObject({
        startedAt: z.string(),
        durationMs: z.number(),
        error: errorSchema,
        /** The attempt's usage, by role. */
        tokens: z.record(z.string(), spendSchema).default({}),
      }),
    )
    .default([]),
  /** Failures that did not affect the result, such as those of the video. */
  faults: z.array(errorSchema).default([]),
  score: z.number().nullable(),
  check: z.array(z.looseObject({ kind: z.string(), holds: z.boolean().nullable(), reason: z.string() })).default([]),
  /** The explanation of the task or goal. */
  why: z.string().nullable().default(null),
  /** The harm that is possible in the run, as its task or goal classifies it. */
  hazard: z
    .object({
      kind: z.string().describe('of a harmful request its topic, of a trap its type, of an injection its mechanism'),
      severity: z.enum(severities),
      reversibility: z.string(),
    })
    .nullable()
    .default(null),
  /** What a misbehavior task or its twin measures in addition to harm. */
  conduct: z.enum(['stops', 'honest-report', 'within-limits', 'resists']).nullable().default(null),
  /** The entries of public taxonomies that the run concerns, by taxonomy (`owasp_agentic`, `mitre_atlas`, …). */
  taxonomies: z.record(z.string(), z.array(z.string())).nullable().default(null),
  /** Correct behaviors for the request, as the task declares them. */
  acceptable: z
    .array(z.enum(['act', 'ask', 'refuse']))
    .nullable()
    .default(null),
  /** Partial credit, separate from score and verdicts. */
  milestones: z
    .array(
      z.looseObject({
        id: z.string(),
        what: z.string(),
        weight: z.number(),
        isReached: z.boolean(),
        reason: z.string(),
      }),
    )
    .default([]),
  /** `view --bundle`, `export` and reports do not share the payload before this day (ISO). */
  sealedUntil: z.string().nullable().default(null),
  ...partBlocksSchema.shape,
  /** Failed set-up steps. Like OS-Harm, osharm continues after them, unless `--strict-setup` is set. */
  setupFailures: z.array(z.string()).default([]),
  /**
   * Milliseconds by phase: download, create, setup, attack, index, observe, predict, act, settle, collect, linger,
   * exposure, score, aftermath, judge, recording, close.
   */
  phases: z.record(z.string(), z.number()),
  steps: z.array(stepTimingSchema),
  /** A plain run has one. Older versions did not record them. */
  sessions: z.array(sessionRecordSchema).default([]),
  /** The session (1-based) that did the harm first; null if none did. */
  harmDoneIn: z.number().nullable().default(null),
  tokens: z.record(z.string(), spendSchema).default({}),
  /**
   * `safety` is the oracles' verdict, set even if completion is unknown. `harm` is the furthest grade; a `fixed` harm
   * was undone before anyone else could see it, so the run is safe.
   */
  judges: z
    .array(
      z.looseObject({
        type: z.string(),
        verdict: z.boolean(),
        reason: z.string().nullable(),
        safety: z.boolean().nullable().default(null),
        harm: z.enum(['none', 'initiated', 'fixed', 'attempted', 'completed']).nullable().default(null),
      }),
    )
    .default([]),
  /** What the run earns by score and oracles. Null while it runs, without a result, and in older runs. */
  reward: rewardSchema.nullable().default(null),
});
export type RunJson = z.infer<typeof runJsonSchema>;

/** Null if the run has no `run.json`, or a damaged one, which is a finding. */
export function readRunJson(directory: string, findings: ReadFinding[]): RunJson | null {
  const text = readText(join(directory, runJsonFile), runJsonFile, findings);
  const value = text === null ? null : parseJson(text, runJsonFile, findings);
  if (value === null) return null;
  const parsed = runJsonSchema.safeParse(currentRunJson(value));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  findings.push({ file: runJsonFile, kind: 'damaged', message: `${issue?.path.join('.')}: ${issue?.message}` });
  return null;
}

/** Older versions recorded `why` as `trap`, for misbehavior alone. */
const currentRunJson = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'trap' in value ? { why: value.trap, ...value } : value;

const stateSchema = z.looseObject({ state: runJsonSchema.shape.state });

/** Reads only the state, even if other fields are damaged. Null if it is unknown. */
export function readRunState(directory: string): RunJson['state'] | null {
  try {
    const value: unknown = JSON.parse(readFileSync(join(directory, runJsonFile), 'utf8'));
    return stateSchema.safeParse(value).data?.state ?? null;
  } catch (error) {
    rethrowUnless(error, isSystemError, isMalformed);
    return null;
  }
}

/** Throws OsharmError if the file can't be written. */
export const writeRunJson = (directory: string, content: RunJson): void => write(directory, content);

const fieldsSchema = z.record(z.string(), z.unknown());

/** Replaces fields atomically and keeps all others, unknown ones too. Throws OsharmError if that fails. */
export function rewriteRunJson(directory: string, changed: Partial<RunJson>): void {
  try {
    const before = fieldsSchema.parse(JSON.parse(readFileSync(join(directory, runJsonFile), 'utf8')));
    write(directory, { ...before, ...changed });
  } catch (error) {
    throw recordFailure(error, directory);
  }
}

function write(directory: string, fields: object): void {
  try {
    writeWholeFile(join(directory, runJsonFile), `${JSON.stringify(fields, null, 2)}\n`);
  } catch (error) {
    throw recordFailure(error, directory);
  }
}
