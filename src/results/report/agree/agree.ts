import { UsageError } from '../../../base/errors.ts';
import { effectJudgeName } from '../../../base/record/evidence/effect-judgment.ts';
import type { Agreement, Estimate } from '../../../base/statistics/agreement.ts';
import { clusteredAlpha } from '../../../base/statistics/clustered-alpha.ts';
import { clusteredRate } from '../../../base/statistics/clustered-rate.ts';
import type { Proportion } from '../../../base/statistics/wilson.ts';
import type { RunSummary } from '../../model/run-summary.ts';
import { type CorrectedRate, correctedRates } from './corrections.ts';
import { agreementOn, type RatedRun } from './pairs.ts';
import { humansOf, type Rating, type Witness } from './question.ts';

/** How often a judge and a reference agree on both questions, over all runs or one group of them. */
export interface AgreementRow {
  by: 'all' | 'category' | 'vector' | 'goal';
  name: string;
  unsafe: Agreement;
  completed: Agreement;
}

export interface Disagreement {
  directory: string;
  run: string;
  kind: 'missed-unsafe' | 'false-alarm' | 'completion' | 'step';
  /** Harm according to the oracles; null if undecided. Completed harm sorts first within a kind. */
  harm: RunSummary['harm'];
  judge: Rating;
  reference: Rating;
}

export interface AgreementReport {
  judge: string;
  reference: string;
  profile: string;
  references: 'all' | 'some' | 'none';
  /** `runs` counts complete runs; the other fields count ratings by both, only the judge, and only the reference. */
  coverage: { runs: number; both: number; judgeOnly: number; referenceOnly: number };
  /** Complete runs that the oracles decided. */
  oracles: { decided: number; complete: number };
  incomplete: number;
  damaged: { directory: string; findings: readonly string[] }[];
  rows: AgreementRow[];
  /** Over runs that both call unsafe and for which both name a step. */
  firstStep: { exact: Proportion; withinOne: Proportion };
  corrected: CorrectedRate[];
  disagreements: Disagreement[];
  annotators: null | {
    names: string[];
    /** Runs with an even split between annotators, so that `human` has no answer. */
    divided: { unsafe: number; completed: number };
    pairs: { one: string; other: string; unsafe: Agreement; completed: Agreement }[];
    alphaUnsafe: Estimate;
    alphaCompleted: Estimate;
  };
}

/** Compares two sources of verdicts. Throws UsageError if one depends on the other, or if the profiles differ. */
export function agree(results: readonly RunSummary[], judge: Witness, reference: Witness): AgreementReport {
  refuseCircular(judge.name, reference.name);
  refuseTwoProfiles(results);
  // OS-Harm's judge also rates runs that ended in an error.
  const complete = results.filter((run) => run.isComplete || run.profile === 'os-harm');
  const spoken = complete.map((run) => ({ run, judge: judge.answer(run), reference: reference.answer(run) }));
  const pairs = spoken.filter((item): item is RatedRun => item.judge !== null && item.reference !== null);
  const row = (by: AgreementRow['by'], name: string, list: readonly RatedRun[]): AgreementRow => ({
    by,
    name,
    unsafe: agreementOn(list, 'unsafe'),
    completed: agreementOn(list, 'completed'),
  });
  const split = (by: AgreementRow['by'], of: (run: RunSummary) => string | undefined): AgreementRow[] =>
    [...Map.groupBy(pairs, ({ run }) => of(run))]
      .filter((group): group is [string, RatedRun[]] => group[0] !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, list]) => row(by, name, list));
  return {
    judge: judge.name,
    reference: reference.name,
    profile: results[0]?.profile ?? 'unknown',
    references: referencesIn(complete),
    coverage: {
      runs: complete.length,
      both: pairs.length,
      judgeOnly: spoken.filter((item) => item.judge !== null && item.reference === null).length,
      referenceOnly: spoken.filter((item) => item.judge === null && item.reference !== null).length,
    },
    oracles: {
      decided: complete.filter((run) => run.judgments.has(effectJudgeName) || run.harm !== null).length,
      complete: complete.length,
    },
    incomplete: results.length - complete.length,
    damaged: results
      .filter((run) => run.findings.length > 0)
      .map(({ directory, findings }) => ({ directory, findings })),
    rows: [
      row('all', 'all', pairs),
      ...split('category', (run) => run.category),
      ...split('vector', (run) => run.injection?.vector),
      ...split('goal', (run) => run.injection?.goal),
    ],
    firstStep: firstSteps(pairs),
    corrected: correctedRates(complete, judge, reference),
    disagreements: disagreements(pairs),
    annotators: amongAnnotators(complete),
  };
}

function referencesIn(runs: readonly RunSummary[]): AgreementReport['references'] {
  if (!runs.some((run) => run.isReference)) return 'none';
  return runs.every((run) => run.isReference) ? 'all' : 'some';
}

function refuseTwoProfiles(results: readonly RunSummary[]): void {
  const profiles = [...new Set(results.map(({ profile }) => profile))].sort();
  if (profiles.length > 1)
    throw new UsageError(`There are runs of ${profiles.join(' and ')}: they can't be pooled.`, {
      code: 'agree-two-profiles',
      hint: `Choose one: ${profiles.map((name) => `--profile ${name}`).join(', or ')}.`,
    });
}

function refuseCircular(judge: string, reference: string): void {
  const isCircular = judge === reference || tellsOf(judge, reference) || tellsOf(reference, judge);
  if (isCircular)
    throw new UsageError(`${judge} against ${reference} is meaningless: one of them saw the other's verdict.`, {
      code: 'agree-circular',
      hint: 'Compare evidence_blind with the effects, either with human, a person with another person.',
    });
}

function tellsOf(first: string, second: string): boolean {
  const isEffects = (name: string): boolean => name.startsWith('effects/');
  // `evidence` and `evidence_reasoning` see the effects; `evidence_blind` does not.
  if (isEffects(first)) return isEffects(second) || /\/evidence(?:_reasoning)?\//.test(second) || second === 'score';
  // `human` is the majority of all `human/NAME`.
  return first === 'human' && second.startsWith('human/');
}

function firstSteps(pairs: readonly RatedRun[]): AgreementReport['firstStep'] {
  const gaps = pairs.flatMap(({ run, judge, reference }) =>
    judge.unsafe === true && reference.unsafe === true && judge.firstStep !== null && reference.firstStep !== null
      ? [{ family: run.family, gap: Math.abs(judge.firstStep - reference.firstStep) }]
      : [],
  );
  const families = [...Map.groupBy(gaps, ({ family }) => family).values()];
  const within = (most: number): Proportion => {
    const { count, n, rate, low, high } = clusteredRate(
      families.map((list) => ({ n: list.length, events: list.filter(({ gap: steps }) => steps <= most).length })),
    );
    return { count, n, rate, low, high };
  };
  return { exact: within(0), withinOne: within(1) };
}

const severity = ['missed-unsafe', 'false-alarm', 'completion', 'step'] as const;

function disagreements(pairs: readonly RatedRun[]): Disagreement[] {
  const kindOf = ({ judge, reference }: RatedRun): Disagreement['kind'] | null => {
    if (judge.unsafe === false && reference.unsafe === true) return 'missed-unsafe';
    if (judge.unsafe === true && reference.unsafe === false) return 'false-alarm';
    const differ = (first: unknown, second: unknown): boolean => first !== null && second !== null && first !== second;
    if (differ(judge.completed, reference.completed)) return 'completion';
    const areUnsafe = judge.unsafe === true && reference.unsafe === true;
    return areUnsafe && differ(judge.firstStep, reference.firstStep) ? 'step' : null;
  };
  return pairs
    .flatMap((pair) => {
      const kind = kindOf(pair);
      const { run, judge, reference } = pair;
      const injection = run.injection === null ? '' : ` (${run.injection.vector}, ${run.injection.goal})`;
      return kind === null
        ? []
        : [{ directory: run.directory, run: `${run.taskId}${injection}`, kind, harm: run.harm, judge, reference }];
    })
    .sort(
      (a, b) =>
        severity.indexOf(a.kind) - severity.indexOf(b.kind) ||
        Number(b.harm === 'completed') - Number(a.harm === 'completed') ||
        gap(b) - gap(a) ||
        (a.directory < b.directory ? -1 : 1),
    );
}

function gap({ judge, reference }: Disagreement): number {
  return judge.firstStep === null || reference.firstStep === null ? 0 : Math.abs(judge.firstStep - reference.firstStep);
}

function amongAnnotators(results: readonly RunSummary[]): AgreementReport['annotators'] {
  const units = results.map((run) => new Map(humansOf(run)));
  const names = [...new Set(units.flatMap((unit) => [...unit.keys()]))].sort();
  if (names.length < 2) return null;
  const families = [...Map.groupBy(units, (_, place) => results[place]?.family).values()];
  const alpha = (question: 'unsafe' | 'completed'): Estimate =>
    clusteredAlpha(
      families.map((family) => family.map((unit) => names.map((name) => unit.get(name)?.[question] ?? null))),
    );
  const pairs = names.flatMap((value, at) =>
    names.slice(at + 1).map((other) => {
      const both = results.flatMap((run, place) => {
        const [judge, reference] = [units[place]?.get(value), units[place]?.get(other)];
        return judge === undefined || reference === undefined ? [] : [{ run, judge, reference }];
      });
      return {
        one: value,
        other,
        unsafe: agreementOn(both, 'unsafe'),
        completed: agreementOn(both, 'completed'),
      };
    }),
  );
  const divided = (question: 'unsafe' | 'completed'): number =>
    units.filter((unit) => {
      const answers = [...unit.values()].map((answer) => answer[question]);
      return answers.length > 0 && answers.filter((item) => item === true).length * 2 === answers.length;
    }).length;
  return {
    names,
    divided: { unsafe: divided('unsafe'), completed: divided('completed') },
    pairs,
    alphaUnsafe: alpha('unsafe'),
    alphaCompleted: alpha('completed'),
  };
}
