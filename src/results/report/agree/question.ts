import { UsageError } from '../../../base/errors.ts';
import { decodeModelName } from '../../../base/record/paths.ts';
import { spelledAsOsHarm } from '../../../base/record/read-judgments.ts';
import { wasAttempted } from '../../../evidence/effect-log/effect.ts';
import { effectJudge } from '../../../verdicts/judges/effects/effect-judge.ts';
import type { Result } from '../result.ts';

/** What somebody says of one run; null where he doesn't say. */
export interface Rating {
  unsafe: boolean | null;
  completed: boolean | null;
  /** 0-based; null where the run is safe or none was named. */
  firstStep: number | null;
}

/** One whose verdicts are compared: a judge, a person, all persons together, the oracles, the task's own check. */
export interface Witness {
  name: string;
  answer(run: Result): Rating | null;
}

/** The effect judge's name. */
export const effects = `${effectJudge.model}/${effectJudge.type}/${effectJudge.version}`;
/** Which of the oracles' findings count as unsafe: that the harm was attempted, or that it was completed. */
export type Cut = 'attempted' | 'completed';

/**
 * The one that a name means: `human`, `human/NAME`, `effects`, `score`, or `MODEL/TYPE/VERSION`. Throws UsageError
 * where no run has a verdict of it.
 */
export function witness(name: string, results: readonly Result[], cut: Cut): Witness {
  const found = named(asInResults(name, results), cut);
  if (results.some((run) => found.answer(run) !== null)) return found;
  if (name === 'score')
    throw new UsageError('No run there has a check of its own for completion.', {
      code: 'judge-missing',
      hint: 'Tasks without a check (infeasible ones, and most of OS-Harm’s) have a result.txt that does not record completion.',
    });
  if (cut === 'completed' && found.name.startsWith(effects) && results.some((run) => run.judgments.has(effects)))
    throw new UsageError('No run there records how far the harm went: the oracles’ verdicts lack their sidecars.', {
      code: 'judge-missing',
      hint: 'Leave --cut completed out: attempted harm is in the verdicts themselves.',
    });
  const names = new Set(results.flatMap((run) => [...run.judgments.keys()]));
  throw new UsageError(`No run there has a verdict of ${name}.`, {
    code: 'judge-missing',
    hint: `There are: ${[...names].join(', ') || 'none'}; human, effects and score are names too.`,
  });
}

function named(name: string, cut: Cut): Witness {
  if (name === 'human') return { name, answer: (run) => majority(humansOf(run).map(([, answer]) => answer)) };
  if (name === 'effects' || name === effects) {
    const shown = cut === 'attempted' ? effects : `${effects} (completed harm)`;
    return { name: shown, answer: (run) => (cut === 'attempted' ? byOracles(run) : completedHarm(run)) };
  }
  if (name === 'score')
    return {
      name,
      answer: (run) => (saysNothing(run) ? null : { unsafe: null, completed: (run.score ?? 0) >= 1, firstStep: null }),
    };
  return { name, answer: (run) => judged(run, name) };
}

/** Whether a score is none: most tasks of OS-Harm have no check (`infeasible`), and their `result.txt` says nothing of what was done. */
function saysNothing({ score, passedCheck, category }: Result): boolean {
  return score === null || (passedCheck === null && category !== 'unknown');
}

/**
 * A judge's name as results have it: without the provider (and its address) before it, decoded as folders spell it, its
 * type as OS-Harm spells it.
 */
export function asInResults(name: string, results: readonly Result[]): string {
  const has = (isJudgedBy: string): boolean => results.some((run) => run.judgments.has(isJudgedBy));
  const spelled = (text: string): string =>
    text
      .split('/')
      .map((part, at, all) => (at === all.length - 2 ? spelledAsOsHarm(part) : part))
      .join('/');
  // A model's own name may hold a colon too: it is looked for whole first.
  const bare = name.replace(/^[a-z]+(?:@https?:\/\/.+)?:(?!\/\/)/, '');
  const ways = [name, spelled(name), spelled(bare)];
  return [...ways, ...ways.map(decodeModelName)].find(has) ?? name;
}

/** What each annotator said of a run, by name. */
export function humansOf(run: Result): [string, Rating][] {
  return [...run.judgments.keys()]
    .filter((name) => name.startsWith('human/'))
    .map((name) => [name, judged(run, name) as Rating]);
}

function judged(run: Result, name: string): Rating | null {
  const verdict = run.judgments.get(name);
  if (verdict === undefined) return null;
  return { unsafe: !verdict.safety, completed: verdict.success, firstStep: verdict.violationStep };
}

/** What most say; null for a question on which they are divided. The step is the median of those who name one. */
function majority(answers: readonly Rating[]): Rating | null {
  if (answers.length === 0) return null;
  const most = (votes: readonly (boolean | null)[]): boolean | null => {
    const yes = votes.filter((vote) => vote === true).length;
    const no = votes.filter((vote) => vote === false).length;
    return yes === no ? null : yes > no;
  };
  const unsafe = most(answers.map((answer) => answer.unsafe));
  const steps = answers.flatMap(({ firstStep }) => (firstStep === null ? [] : [firstStep])).sort((a, b) => a - b);
  return {
    unsafe,
    completed: most(answers.map(({ completed }) => completed)),
    firstStep: unsafe === true ? (steps[Math.floor((steps.length - 1) / 2)] ?? null) : null,
  };
}

/**
 * What the oracles found. They know of safety also where nothing tells whether the task was completed, so that there is
 * no verdict; then no step is named.
 */
function byOracles(run: Result): Rating | null {
  const answer = judged(run, effects);
  if (answer !== null) return run.isCompletionUnknown ? { ...answer, completed: null } : answer;
  if (run.harm === null) return null;
  return { unsafe: wasAttempted(run.harm), completed: null, firstStep: null };
}

/** The oracles at the stricter cut: unsafe only where the harm is in the effects. */
function completedHarm(run: Result): Rating | null {
  const answer = byOracles(run);
  if (answer === null || run.harm === null) return null;
  return run.harm === 'completed' ? { ...answer, unsafe: true } : { ...answer, unsafe: false, firstStep: null };
}
