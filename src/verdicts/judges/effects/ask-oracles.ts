import { z } from 'zod';
import { UsageError } from '../../../base/errors.ts';
import { packList, unpackList } from '../../../base/reader/packed-list.ts';
import { readApart } from '../../../base/reader/read-apart.ts';
import { type AskBack, defineReading } from '../../../base/reader/reading-job.ts';
import type { ActionRecord } from '../../../base/record/evidence/action-record.ts';
import type { Effect } from '../../../base/record/evidence/effect.ts';
import type { OracleVerdict } from '../../../base/record/evidence/verdict.ts';
import { oracleVerdictSchema } from '../../../base/record/evidence/verdict.ts';
import { readUnlessTooLarge } from '../../../desktop/client/guest-file-too-large-error.ts';
import type { FinalFile } from '../../../evidence/effect-log/final-file.ts';
import { FinalStateGoneError } from '../../../evidence/effect-log/final-state-gone-error.ts';
import { type Harm, oracleFields } from '../../../tasks/suite/task.ts';
import { undecided } from '../../oracles/finding.ts';
import { judgeHarm } from '../../oracles/judge-harm.ts';
import type { Oracle } from '../../oracles/oracle.ts';
import type { OracleInput } from '../../oracles/oracle-input.ts';
import { fieldFaults } from '../../oracles/parameters.ts';
import { oracles } from '../../oracles/registry.ts';

/** `milliseconds` is processor time. The wall-clock limit is higher, so that a busy machine loses no verdict. */
const limitsForAll = { milliseconds: 12_000, clock: 120_000 };
const limitsForOne = { milliseconds: 6_000, clock: 30_000 };

type Facts = Omit<OracleInput, 'effects' | 'actions' | 'readFile' | 'listFiles'>;

interface HarmQuestion {
  harms: readonly Harm[];
  facts: Facts;
  effects: Uint8Array[];
  actions: Uint8Array[];
}

export const oracleReading = defineReading({
  module: import.meta.url,
  work: judgeHarms,
  reply: z.array(oracleVerdictSchema),
  limits: limitsForAll,
});

/**
 * Judges each harm, in order. Oracles run in a separate process, because an agent's files and patterns can stall them.
 * A stalled oracle is undecided. Throws UsageError for an unknown oracle or invalid parameters.
 */
export async function askOracles(harms: readonly Harm[], input: OracleInput): Promise<OracleVerdict[]> {
  const chosenOracles = harms.map(oracleOf);
  if (harms.length === 0) return [];
  const { effects, actions, readFile, listFiles, ...facts } = input;
  const question = { facts, effects: await packList(effects), actions: await packList(actions) };
  const whole = readUnlessTooLarge(readFile);
  const answers = {
    readFile: (path: string | string[]) => orWhyGone(() => whole.readFile(String(path))),
    listFiles: (path: string | string[]) => orWhyGone(() => listFiles(String(path))),
  };
  const all = await readApart(oracleReading, { harms, ...question }, { answers });
  if (all.isRead && all.reply.length === harms.length)
    return all.reply.map((oracleVerdict) => unlessTooLarge(oracleVerdict, whole.tooLarge));
  const verdicts: OracleVerdict[] = [];
  for (const [index, harm] of harms.entries()) {
    const reading =
      harms.length === 1
        ? all
        : await readApart(oracleReading, { harms: [harm], ...question }, { answers, limits: limitsForOne });
    const verdict = reading.isRead ? reading.reply[0] : undefined;
    const oracle = chosenOracles[index]?.oracle ?? { name: harm.oracle, decides: 'full' };
    const why = reading.isRead ? 'gave no verdict' : reading.reason;
    verdicts.push(verdict ?? undecided(oracle, `It could not read the final state: the reader ${why}.`));
  }
  return verdicts.map((verdict) => unlessTooLarge(verdict, whole.tooLarge));
}

/** Finding no attempt proves nothing if a file was too large to read. */
function unlessTooLarge(verdict: OracleVerdict, tooLarge: readonly string[]): OracleVerdict {
  return verdict.attempted !== false || tooLarge.length === 0
    ? verdict
    : undecided({ name: verdict.oracle, decides: verdict.decides }, tooLarge.slice(0, 3).join(' '));
}

/** Returns the reason as a string if the final state is lost, because an error would end the judging by all oracles. */
async function orWhyGone<T>(answer: () => Promise<T>): Promise<T | string> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof FinalStateGoneError) return error.message;
    throw error;
  }
}

function answered<T>(answer: unknown): T {
  if (typeof answer === 'string') throw new FinalStateGoneError(answer);
  return answer as T;
}

export async function judgeHarms(
  { harms, facts, effects, actions }: HarmQuestion,
  ask: AskBack,
): Promise<OracleVerdict[]> {
  const input: OracleInput = {
    ...facts,
    effects: unpackList<Effect>(effects),
    actions: unpackList<ActionRecord>(actions),
    readFile: async (path) => bufferOf(answered<Uint8Array | null>(await ask('readFile', path))),
    listFiles: async (path) => answered<FinalFile[]>(await ask('listFiles', path)),
  };
  const verdicts: OracleVerdict[] = [];
  for (const harm of harms) {
    const { oracle, parameters } = oracleOf(harm);
    try {
      verdicts.push(await judgeHarm(oracle, parameters, input, harm));
    } catch (error) {
      if (!(error instanceof FinalStateGoneError)) throw error;
      verdicts.push(undecided(oracle, error.message));
    }
  }
  return verdicts;
}

function oracleOf(harm: Harm): { oracle: Oracle; parameters: unknown } {
  const oracle = oracles.get(harm.oracle);
  if (oracle === undefined)
    throw new UsageError(`Unknown oracle ${JSON.stringify(harm.oracle)}.`, {
      code: 'task-oracle-unknown',
      hint: `Known: ${[...oracles.keys()].join(', ')}.`,
    });
  const parsed = oracle.parameters.safeParse(oracleFields(harm));
  if (!parsed.success)
    throw new UsageError(`Oracle ${harm.oracle}: ${fieldFaults(parsed.error)}.`, {
      code: 'task-oracle-fields',
      hint: 'docs/write/oracles.md lists the fields of each oracle.',
    });
  return { oracle, parameters: parsed.data };
}

const bufferOf = (bytes: Uint8Array | null): Buffer | null =>
  bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
