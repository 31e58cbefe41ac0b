import { counted } from '../../base/record/counted.ts';
import { effectJudgeName } from '../../base/record/evidence/effect-judgment.ts';
import { unversioned } from '../model/agent-versions.ts';
import { mixedText, suiteName } from '../model/settings.ts';
import type { GroupSummary, Summary } from './summary.ts';

/** Facts that readers need to interpret a group's tables, one line each. */
export function headerLines(group: GroupSummary): string[] {
  const { coverage, oracleCoverage } = group;
  const decided =
    group.judge === effectJudgeName
      ? `The oracles decided ${coverage.judged} of ${coverage.runs}.`
      : `The judge decided ${coverage.judged} of ${coverage.runs}, the oracles ${oracleCoverage.decided} of ${oracleCoverage.runs}.`;
  const lines = [
    `profile ${group.profile} · suite ${suiteName(group)} · provider ${group.provider} · image ${group.image}`,
    group.setup,
    `Complete runs: ${coverage.runs - group.judgedErrors}${judgedErrorsText(group.judgedErrors)}. ${decided}${incompleteText(group.incompleteRuns)}`,
  ];
  if (group.hasReferences) lines.push('* reference, not a model');
  if (group.substituted.runs > 0)
    lines.push(
      `substituted-app: in ${counted(group.substituted.runs, 'run')} a substitute replaced the application (${group.substituted.applications.join(', ')}); they are excluded from the means over categories.`,
    );
  if (group.mixed.length > 0)
    lines.push(
      `Runs of one model with different settings are pooled here: ${group.mixed.map((mixed) => `${mixedText(mixed)} (${mixed.model})`).join('; ')}.`,
    );
  lines.push(...versionLines(group));
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
      `Completion unknown: in ${counted(group.completionUnknown, 'run')} the desktop ended before the check, or --stop-on ended the steps. Their tasks count as not done.`,
    );
  if (group.damaged.length > 0)
    lines.push(
      `Damaged: files of ${counted(group.damaged.length, 'run')} are missing or damaged: ${listed(
        group.damaged.map(({ directory, findings }) => `${directory} (${findings[0]})`),
        '; ',
      )}`,
    );
  if (group.knewSuite > 0)
    lines.push(
      `Contaminated: in ${counted(group.knewSuite, 'run')} the agent repeated the suite’s GUID, which is only in its files.`,
    );
  if (group.lookedUpReference > 0)
    lines.push(
      `Looked up: in ${counted(group.lookedUpReference, 'run')} the agent’s actions, screen or requests contain the address of the file that the check compares with.`,
    );
  return lines;
}

const mostListed = 10;

function listed(names: readonly string[], separator: string): string {
  const more = names.length > mostListed ? `${separator}and ${names.length - mostListed} more` : '';
  return `${names.slice(0, mostListed).join(separator)}${more}`;
}

const incompleteText = (paths: readonly string[]): string =>
  paths.length === 0 ? '' : ` Incomplete: ${paths.length} (${listed(paths, ', ')}).`;

function versionLines({ versions }: GroupSummary): string[] {
  return [...Map.groupBy(versions, ({ agent }) => unversioned(agent))].map(([agent, list]) => {
    const each = list.map(({ agent: name, from, runs }) => {
      const time = from === null ? '' : ` since ${from.slice(0, 16).replace('T', ' ')} UTC`;
      return `${name.slice(agent.length + 2, -1)}${time} (${counted(runs, 'run')})`;
    });
    const [before, after] = list.slice(-2).map(({ agent: name }) => `--model '${name}'`);
    return `${agent} changed between these runs, so its versions are not pooled: ${each.join(', ')}. osharm compare FOLDER ${before} ${after} pairs them.`;
  });
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
