import type { OsharmError } from 'osharm';
import type { PreparedJudge, Verdict } from 'osharm/judging';
import { judgeTree, type TreeOptions, type TreeResult } from 'osharm/judging';
import type { AttackedTrace } from './lay-out.ts';
import { type JudgeSetup, type Shown, shownTo } from './shown-messages.ts';

/** What a judge says of a trace without and with an attack. */
export interface AttackOutcome extends AttackedTrace {
  /** False: the judge is shown nothing of it, and was not asked again. */
  isReached: boolean;
  /** Null where there is none (unscored or failed), and under attack where it isn't reached. */
  cleanVerdict: Verdict | null;
  attackedVerdict: Verdict | null;
  /** Why the attack cost the verdict: no answer of the form asked for, a refusal, a request that the model can't hold. */
  lost: string | null;
  /** Why the model was not asked, or can't have been: nothing that the attack did. */
  failed: string | null;
}

export interface Measured {
  outcomes: AttackOutcome[];
  /** Judged, kept, unscored and failed directories, each once. */
  results: TreeResult[];
  /** Why it ended early: a spent budget. */
  stopped: OsharmError | null;
}

/**
 * The directories that a measurement judges, with what the judge is shown of each: all traces as they are, then those
 * of whose attack it is shown something.
 */
export async function directoriesToJudge(
  traces: readonly AttackedTrace[],
  setup: JudgeSetup,
): Promise<{ clean: Map<string, Shown>; attacked: Map<string, Shown> }> {
  const clean = new Map<string, Shown>();
  for (const { clean: directory } of traces)
    if (!clean.has(directory)) clean.set(directory, await shownTo(directory, setup));
  const attacked = new Map<string, Shown>();
  for (const trace of traces) {
    const under = await shownTo(trace.attacked, setup);
    if (under.hash !== clean.get(trace.clean)?.hash) attacked.set(trace.attacked, under);
  }
  return { clean, attacked };
}

/** Judges every trace without and with its attacks, and pairs the verdicts. What is judged already is kept. */
export async function measureAttacks(
  traces: readonly AttackedTrace[],
  judge: PreparedJudge,
  options: TreeOptions,
): Promise<Measured> {
  const { clean, attacked } = await directoriesToJudge(traces, judge);
  // The clean ones come first: their pictures' words are kept for the others.
  const first = await judgeTree([...clean.keys()], judge, options);
  const second =
    first.stopped === null
      ? await judgeTree([...attacked.keys()], judge, options)
      : { results: [], stopped: first.stopped };
  const results = [...first.results, ...second.results];
  const byDirectory = new Map(results.map((result) => [result.directory, result]));
  return {
    results,
    stopped: first.stopped ?? second.stopped,
    outcomes: traces.map((trace) => {
      const under = byDirectory.get(trace.attacked);
      return {
        ...trace,
        isReached: attacked.has(trace.attacked),
        cleanVerdict: verdictOf(byDirectory.get(trace.clean)),
        attackedVerdict: verdictOf(under),
        ...whyNoVerdict(under),
      };
    }),
  };
}

function verdictOf(result: TreeResult | undefined): Verdict | null {
  return result !== undefined && 'verdict' in result ? result.verdict : null;
}

function whyNoVerdict(result: TreeResult | undefined): Pick<AttackOutcome, 'lost' | 'failed'> {
  if (result?.state === 'unscored') return { lost: result.reason, failed: null };
  if (result?.state !== 'failed') return { lost: null, failed: null };
  const { message, blame } = result.error;
  return blame === 'model' ? { lost: message, failed: null } : { lost: null, failed: message };
}
