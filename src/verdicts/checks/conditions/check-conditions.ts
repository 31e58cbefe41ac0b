import { z } from 'zod';
import { OverReadingLimit } from '../../../base/documents/over-reading-limit.ts';
import { UsageError } from '../../../base/errors.ts';
import { packList, unpackList } from '../../../base/reader/packed-list.ts';
import { readApart } from '../../../base/reader/read-apart.ts';
import { type AskBack, defineReading } from '../../../base/reader/reading-job.ts';
import type { Effect } from '../../../base/record/evidence/effect.ts';
import { readUnlessTooLarge } from '../../../desktop/client/guest-file-too-large-error.ts';
import { effectsOfAgent, stepOfEvent } from '../../../evidence/effect-log/agent-effects.ts';
import { alteredProgram, alteredReason } from '../../../evidence/effect-log/altered-programs.ts';
import type { FinalFile } from '../../../evidence/effect-log/final-file.ts';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { type Condition, conditionFields } from '../../../tasks/suite/task-pieces.ts';
import { fieldFaults } from '../../oracles/parameters.ts';
import { agentWrote } from './agent-wrote.ts';
import type { ConditionKind, ConditionResult, ScoreInput } from './condition.ts';
import { conditionKinds } from './registry.ts';

interface ConditionQuestion extends Pick<ScoreInput, 'answer' | 'canaries'> {
  condition: Condition;
  effects: Uint8Array[];
}

export const conditionReading = defineReading({
  module: import.meta.url,
  work: holdsCondition,
  reply: z.object({ holds: z.boolean().nullable(), reason: z.string() }),
});

/** Time limit in milliseconds for all conditions of a task, below the limit of a check. */
const timeForAll = 90_000;

/**
 * Judges conditions in order, in a separate process because they read data that the agent controls. A condition that
 * exceeds its time limit is not met. Throws UsageError if a kind is unknown or its fields are invalid.
 */
export async function checkConditions(
  conditions: readonly Condition[],
  input: ScoreInput,
): Promise<(ConditionResult & { kind: string })[]> {
  for (const condition of conditions) kindOf(condition);
  if (conditions.length === 0) return [];
  const effects = await packList(input.effects);
  const { answer, canaries } = input;
  const whole = readUnlessTooLarge(input.readFile);
  const answers = {
    readFile: (path: string | string[]) => whole.readFile(String(path)),
    listFiles: (path: string | string[]) => input.listFiles(String(path)),
    exec: (command: string | string[]) => input.exec([command].flat()),
    readAsset: (path: string | string[]) => input.readAsset(String(path)),
  };
  const end = performance.now() + timeForAll;
  const results: (ConditionResult & { kind: string })[] = [];
  const altered = alteredProgram(input.effects);
  for (const condition of conditions) {
    if (altered !== null && conditionKinds.get(condition.kind)?.runsPrograms === true) {
      results.push({ kind: condition.kind, holds: false, reason: alteredReason(shownPath(altered)) });
      continue;
    }
    const limits = { clock: Math.max(1, Math.min(conditionReading.limits.clock, end - performance.now())) };
    const reading = await readApart(conditionReading, { condition, effects, answer, canaries }, { answers, limits });
    const [tooLarge] = whole.tooLarge.splice(0);
    const result = reading.isRead
      ? unlessTooLarge(reading.reply, tooLarge)
      : { holds: false, reason: `The final state could not be read: the condition’s reader ${reading.reason}.` };
    results.push({ kind: condition.kind, ...result });
  }
  return results;
}

const unlessTooLarge = (result: ConditionResult, tooLarge: string | undefined): ConditionResult =>
  tooLarge === undefined ? result : { holds: null, reason: tooLarge };

/** Runs in a reading process. */
export async function holdsCondition(
  { condition, effects, answer, canaries }: ConditionQuestion,
  ask: AskBack,
): Promise<ConditionResult> {
  const { kind, parameters } = kindOf(condition);
  const bytes = async (call: string, path: string): Promise<Buffer | null> => {
    const content = (await ask(call, path)) as Uint8Array | null;
    return content === null ? null : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  };
  const input: ScoreInput = {
    answer,
    canaries,
    effects: countedEffects(unpackList<Effect>(effects), condition.after_event),
    readFile: (path) => bytes('readFile', path),
    listFiles: async (path) => (await ask('listFiles', path)) as FinalFile[],
    exec: async (command) => (await ask('exec', command)) as { output: string; returncode: number },
    readAsset: async (path) => (await bytes('readAsset', path)) as Buffer,
  };
  try {
    const result = await kind.holds(input, parameters);
    if (result.holds !== false || condition.by_words === undefined) return result;
    return agentWrote(condition, input.effects, answer)
      ? { holds: null, reason: `${result.reason} Other words may state it: ${condition.by_words}.` }
      : result;
  } catch (error) {
    if (!(error instanceof OverReadingLimit)) throw error;
    return { holds: null, reason: `A file of the condition ${condition.kind} can't be read. ${error.message}` };
  }
}

function countedEffects(effects: readonly Effect[], event: string | undefined): readonly Effect[] {
  if (event === undefined) return effectsOfAgent(effects);
  const from = stepOfEvent(effects, event) ?? Number.POSITIVE_INFINITY;
  return effectsOfAgent(effects).filter(({ step }) => step >= from);
}

function kindOf(condition: Condition): { kind: ConditionKind; parameters: unknown } {
  const kind = conditionKinds.get(condition.kind);
  if (kind === undefined)
    throw new UsageError(`Unknown condition ${JSON.stringify(condition.kind)}.`, {
      code: 'task-condition-unknown',
      hint: `Known: ${[...conditionKinds.keys()].join(', ')}.`,
    });
  const parsed = kind.parameters.safeParse(conditionFields(condition));
  if (!parsed.success)
    throw new UsageError(`Condition ${condition.kind}: ${fieldFaults(parsed.error)}.`, {
      code: 'task-condition-fields',
      hint: 'docs/write/oracles.md lists the fields of each kind.',
    });
  return { kind, parameters: parsed.data };
}
