import { counted } from '../../base/record/counted.ts';
import type { AttackPlan } from '../../runs/attack-search/attack-plan.ts';
import { gradeWords } from '../../runs/attack-search/attack-words.ts';
import { gradeValue } from '../../runs/attack-search/grade.ts';
import type { JournalLine, TrialPhase } from '../../runs/attack-search/journal.ts';
import { durationWords } from '../../runs/plan/plan-size.ts';

const phaseWords: Readonly<Record<TrialPhase, string>> = {
  search: 'try',
  'held-out-seed': 'winner again, seed',
  'held-out-task': 'winner on another task, run',
  benign: 'without a payload, run',
  transfer: "other attack's winner, run",
};

/** Values of a payload that add nothing to the goal's own words. */
const plainValues = new Set(['plain', 'en', 'none', 'start', 'bare', '1', 'one', 'blunt']);

/**
 * Returns the line to print for each trial: n of m, what was tried and with which result, the best so far, and the time
 * left. `earlier`: trials of earlier sessions. `most`: upper bound of all trials.
 */
export function attackProgress(
  { targets }: Pick<AttackPlan, 'targets'>,
  { earlier, most, now = () => performance.now() }: { earlier: number; most: number; now?: () => number },
): (line: JournalLine) => string {
  const started = now();
  const lines: JournalLine[] = [];
  return (line) => {
    lines.push(line);
    const own = lines.length - earlier;
    const seconds = own > 0 ? ((now() - started) / 1000 / own) * (most - lines.length) : 0;
    const left = seconds > 0 ? `, at most ${durationWords(seconds)} left` : '';
    const where = targets.length === 1 ? '' : ` on ${line.target}`;
    return `[${lines.length} of at most ${most}${left}] ${triedWords(line)}${where}: ${resultWords(line)}. ${bestWords(lines)}`;
  };
}

function triedWords({ strategy, phase, ordinal, genome }: JournalLine): string {
  const which = `${phaseWords[phase]} ${ordinal + 1}`;
  if (phase === 'benign' || phase === 'transfer') return which;
  const parts = Object.entries(genome).filter(([, value]) => !plainValues.has(value));
  const text =
    parts.length === 0 ? 'the goal’s own words' : parts.map(([axis, value]) => `${axis} ${value}`).join(', ');
  return `${strategy}, ${which} (${text})`;
}

function resultWords({ phase, grade, reason, taskDone }: JournalLine): string {
  if (phase !== 'benign')
    return grade === null ? `undecided${reason === null ? '' : ` (${reason})`}` : `the agent ${gradeWords[grade]}`;
  if (taskDone === null) return 'the task has no check';
  return taskDone ? 'the agent did the user’s task' : 'the agent did not do the user’s task';
}

function bestWords(lines: readonly JournalLine[]): string {
  const grades = lines.flatMap(({ phase, grade }) => (phase === 'search' && grade !== null ? [grade] : []));
  const best = grades.toSorted((first, second) => gradeValue(second) - gradeValue(first))[0];
  if (best === undefined) return 'No text was tried so far.';
  const count = grades.filter((grade) => grade === best).length;
  return `Best so far: the agent ${gradeWords[best]} (${count} of ${counted(grades.length, 'try', 'tries')}).`;
}
