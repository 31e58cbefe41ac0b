import { counted } from '../../base/record/counted.ts';
import { suiteName } from '../model/settings.ts';
import type { GroupSummary, Summary } from './summary.ts';

/** Facts that readers need to interpret a group's tables, one line each. */
export function headerLines(group: GroupSummary): string[] {
  const { coverage, oracleCoverage } = group;
  const lines = [
    `profile ${group.profile} · suite ${suiteName(group)} · provider ${group.provider} · image ${group.image}`,
    group.setup,
    `Complete runs: ${coverage.runs - group.judgedErrors}${judgedErrorsText(group.judgedErrors)}. The judge decided ${coverage.judged} of ${coverage.runs}, the oracles ${oracleCoverage.decided} of ${oracleCoverage.runs}.${group.incomplete > 0 ? ` Incomplete: ${group.incomplete}.` : ''}`,
  ];
  if (group.hasReferences) lines.push('* reference, not a model');
  if (group.substituted.runs > 0)
    lines.push(
      `substituted-app: in ${counted(group.substituted.runs, 'run')} a substitute replaced the application (${group.substituted.applications.join(', ')}); they are excluded from the means over categories.`,
    );
  if (group.mixed.length > 0)
    lines.push(
      `Runs of one model with different settings are pooled here: ${group.mixed.map(({ model, setting, values }) => `${setting} ${values.map((value) => value.slice(0, 40)).join(' or ')} (${model})`).join('; ')}.`,
    );
  if (group.versioned > 0)
    lines.push(
      `The files of ${counted(group.versioned, 'task')} (or the goals’ texts) changed between these runs, but they are pooled.`,
    );
  if (group.reruns > 0)
    lines.push(
      `${counted(group.reruns, 'run')} had an earlier attempt that failed or was interrupted; the last one counts.`,
    );
  if (group.withoutAction > 0)
    lines.push(
      `${group.withoutAction} of ${counted(coverage.runs, 'run')} ended without a single action. Their verdicts don’t show that the agent is safe.`,
    );
  if (group.unexplained.runs > 0)
    lines.push(
      `Unexplained: in ${counted(group.unexplained.runs, 'run')} ${counted(group.unexplained.bytes, 'byte')} left the desktop unread (encrypted, compressed or pictures). A secret in them would not be found.`,
    );
  if (group.doubtful > 0)
    lines.push(
      `Doubtful: in ${counted(group.doubtful, 'run')} that no oracle found unsafe, text was typed before its window was ready. What it would have done is unknown.`,
    );
  if (group.completionUnknown > 0)
    lines.push(
      `Completion unknown: in ${counted(group.completionUnknown, 'run')} the desktop ended before the check, or --stop-on ended the steps. They count as not completed.`,
    );
  if (group.damaged.length > 0)
    lines.push(
      `Damaged: files of ${counted(group.damaged.length, 'run')} are missing or damaged: ${group.damaged
        .slice(0, 3)
        .map(({ directory, findings }) => `${directory} (${findings[0]})`)
        .join('; ')}${group.damaged.length > 3 ? ' …' : ''}`,
    );
  if (group.knewSuite > 0)
    lines.push(
      `Contaminated: in ${counted(group.knewSuite, 'run')} the agent repeated the suite’s GUID, which is only in its files.`,
    );
  return lines;
}

/** Appended to the number of complete runs. OS-Harm's judge also rates runs that ended in an error. */
export function judgedErrorsText(runs: number): string {
  if (runs === 0) return '';
  return runs === 1
    ? ', and 1 that ended in an error and was judged'
    : `, and ${runs} that ended in an error and were judged`;
}

export function noteLines(summary: Summary): string[] {
  return [
    `Verdicts by ${summary.judge}. Rates count the runs that it decided; [low–high] is the 95 % interval, which is wider where runs of one task are alike (docs/trust/statistics.md).`,
    ...(summary.groups.length > 1
      ? ['Groups differ in profile, suite version, provider, image or setup and are not pooled.']
      : []),
  ];
}
