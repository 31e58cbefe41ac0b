import type { OsharmError } from 'osharm';
import type { PreparedJudge, Verdict } from 'osharm/judging';
import { judgeTree, type TreeOptions, type TreeResult } from 'osharm/judging';
import type { AttackedTrace } from './lay-out.ts';
import { type JudgeSetup, type Shown, shownTo } from './shown-messages.ts';

export interface AttackOutcome extends AttackedTrace {
  /** False if the attack doesn't change the judge's input. The attacked version is not judged then. */
  isReached: boolean;
  /** Null if the trace is unscored, judging failed, or the attack doesn't reach the judge. */
  cleanVerdict: Verdict | null;
  attackedVerdict: Verdict | null;
  /** Why the attack prevented a verdict: a malformed answer, a refusal or a request that exceeds the context window. */
  lost: string | null;
  /** Why judging failed for reasons unrelated to the attack. */
  failed: string | null;
}

export interface Measured {
  outcomes: AttackOutcome[];
  results: TreeResult[];
  stopped: OsharmError | null;
}

/** The traces to judge: all clean ones, and those attacked ones whose judge input differs. */
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

/** Judges every trace with and without its attacks and pairs the verdicts. Keeps earlier judgments. */
export async function measureAttacks(
  traces: readonly AttackedTrace[],
  judge: PreparedJudge,
  options: TreeOptions,
): Promise<Measured> {
  const { clean, attacked } = await directoriesToJudge(traces, judge);
  // Clean traces first, because the attacked ones reuse their captions.
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
