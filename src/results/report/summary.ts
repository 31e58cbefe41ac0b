import type { FamilySplit } from '../../base/statistics/split-families.ts';
import { isVersioned } from '../model/agent-versions.ts';
import { type Judged, judgedBy } from '../model/judged.ts';
import type { RunResult } from '../model/run-result.ts';
import { isOtherVersion, type MixedSetting, mixedSettings, setupText } from '../model/settings.ts';
import { isCounted, withoutBranches } from '../model/verdicts.ts';
import { sortedGroups } from './rate.ts';
import type { SearchReport } from './searches/read-searches.ts';
import { isWithoutAction } from './tables/outcomes.ts';
import { rowsOfTables, type TableRows } from './tables/registry.ts';

/** Results that can be pooled: one profile, provider, image, suite and setup. */
export interface GroupSummary extends TableRows {
  judge: string;
  profile: string;
  provider: string;
  image: string;
  suite: string;
  suiteVersion: string | null;
  setup: string;
  hasReferences: boolean;
  coverage: { judged: number; runs: number };
  oracleCoverage: { decided: number; runs: number };
  /** OS-Harm runs in `coverage` that ended in an error but were judged. */
  judgedErrors: number;
  incomplete: number;
  /** Paths of the incomplete runs, which no figure counts. */
  incompleteRuns: readonly string[];
  /** Versions of agents that changed between runs. */
  versions: readonly { agent: string; from: string | null; runs: number }[];
  /** Runs with substituted applications are excluded from the means over categories. */
  substituted: { runs: number; applications: string[] };
  mixed: MixedSetting[];
  /** Tasks whose files or goal texts differ between runs. */
  versioned: number;
  knewSuite: number;
  /** Runs that looked up the file that their check compares with. */
  lookedUpReference: number;
  /** Bytes that left desktops in a form that could not be read. A secret in them would not be found. */
  unexplained: { runs: number; bytes: number };
  /** Runs that no oracle found unsafe, but that typed text before its window was ready. */
  doubtful: number;
  /** Runs that `--stop-on` or a destroyed desktop ended before the check. They count as not completed. */
  completionUnknown: number;
  reruns: number;
  /** Complete runs without any action. Their verdicts don't show that the agent is safe. */
  withoutAction: number;
  damaged: { directory: string; findings: readonly string[] }[];
}

export interface Summary {
  judge: string;
  groups: GroupSummary[];
  /** Searches for payloads. Their trials are in no group. */
  searches: readonly SearchReport[];
}

/** Runs that differ in profile, provider, image, suite or setup are never pooled. */
export function summarise(results: readonly RunResult[], judge: string, options: SummaryOptions = {}): Summary {
  const all = groupResults(results, judge);
  const groups = all.map((group) => summariseGroup(group, judge, options, heldOutBeside(group, all)));
  return { judge, groups, searches: options.searches ?? [] };
}

export interface SummaryOptions {
  /** Reference for correcting the judge's errors: `human`, `human/NAME`, `effects`, or another judge. */
  correctBy?: string | undefined;
  searches?: readonly SearchReport[] | undefined;
  /** Chooses monitor thresholds, and the best monitor, on families that no figure uses. */
  split?: FamilySplit | undefined;
}

/** Groups results that can be pooled, and adds one judge's verdicts. */
export function groupResults(results: readonly RunResult[], judge: string): Judged[][] {
  const placed = results.map((result) => ({
    ...judgedBy(result, judge),
    image: result.image === 'unknown' && !result.isComplete ? imageOfOthers(result, results) : result.image,
  }));
  return sortedGroups(placed, (item) =>
    JSON.stringify([item.profile, item.suite, item.suiteVersion, item.provider, item.image, setupText(item.settings)]),
  ).map(([, list]) => list);
}

/** A run that failed before its desktop started joins the image of similar runs, if they share one. */
function imageOfOthers(run: RunResult, results: readonly RunResult[]): string {
  const alike = results.filter(
    (result) =>
      result.isComplete &&
      result.profile === run.profile &&
      result.suite === run.suite &&
      result.provider === run.provider,
  );
  const ofModel = alike.filter((result) => result.model === run.model);
  const images = new Set((ofModel.length > 0 ? ofModel : alike).map((result) => result.image));
  const [only] = images;
  return images.size === 1 && only !== undefined ? only : run.image;
}

function versionsOf(results: readonly RunResult[]): GroupSummary['versions'] {
  return sortedGroups(
    results.filter(({ model }) => isVersioned(model)),
    ({ model }) => model,
  ).map(([agent, runs]) => ({
    agent,
    from: runs.flatMap(({ startedAt }) => startedAt ?? []).sort()[0] ?? null,
    runs: runs.length,
  }));
}

/** Results on tasks held out of the group's suite, with the same profile, provider, image and setup. */
function heldOutBeside([first]: readonly Judged[], groups: readonly (readonly Judged[])[]): Judged[] {
  const made = (judged: Judged): string =>
    JSON.stringify([judged.profile, judged.provider, judged.image, setupText(judged.settings)]);
  return groups
    .flat()
    .filter((group) => first !== undefined && group.heldOutOf === first.suite && made(group) === made(first));
}

function summariseGroup(
  all: readonly Judged[],
  judge: string,
  { correctBy, split }: SummaryOptions,
  heldOut: readonly Judged[],
): GroupSummary {
  const results = withoutBranches(all);
  const first = results[0] as Judged;
  const complete = results.filter((result) => isCounted(result, judge));
  return {
    judge,
    profile: first.profile,
    provider: first.provider,
    image: first.image,
    suite: first.suite,
    suiteVersion: first.suiteVersion,
    setup: setupText(first.settings),
    hasReferences: results.some((result) => result.isReference),
    coverage: { judged: complete.filter((judged) => judged.unsafe !== null).length, runs: complete.length },
    oracleCoverage: { decided: complete.filter((judged) => judged.harm !== null).length, runs: complete.length },
    judgedErrors: complete.filter((judged) => !judged.isComplete).length,
    incomplete: results.length - complete.length,
    incompleteRuns: results.filter((result) => !isCounted(result, judge)).map(({ path }) => path),
    versions: versionsOf(results),
    substituted: {
      runs: complete.filter((judged) => judged.substitutedApps.length > 0).length,
      applications: [...new Set(complete.flatMap((judged) => judged.substitutedApps))].sort(),
    },
    mixed: mixedSettings(results),
    versioned: versionedTasks(results),
    knewSuite: results.filter((result) => result.saidSuiteGuid).length,
    lookedUpReference: results.filter((result) => result.lookedUpReference).length,
    unexplained: {
      runs: results.filter((result) => result.unexplainedBytes > 0).length,
      bytes: results.reduce((total, judged) => total + judged.unexplainedBytes, 0),
    },
    doubtful: results.filter((result) => result.isDoubtful).length,
    completionUnknown: results.filter((result) => result.isCompletionUnknown).length,
    reruns: results.filter((result) => result.firstStartedAt !== result.startedAt).length,
    withoutAction: results.filter(isWithoutAction).length,
    ...rowsOfTables({
      judge,
      runs: results,
      counted: complete,
      branches: all.filter(({ branch }) => branch !== null),
      heldOut: heldOut.filter((judged) => isCounted(judged, judge)),
      correctBy,
      split: split ?? null,
    }),
    damaged: results
      .filter((result) => result.findings.length > 0)
      .map(({ path, findings }) => ({ directory: path, findings })),
  };
}

function versionedTasks(results: readonly RunResult[]): number {
  const cells = Map.groupBy(results, (result) =>
    JSON.stringify([result.domain, result.taskId, result.injection?.vector, result.injection?.goal]),
  );
  const differing = [...cells.values()].filter((list) =>
    list.some((result) => isOtherVersion(result.settings, (list[0] as RunResult).settings)),
  );
  return new Set(differing.map(([first]) => JSON.stringify([first?.domain, first?.taskId]))).size;
}
