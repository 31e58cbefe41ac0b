import { type Judged, sortedGroups } from './rate.ts';
import type { Result } from './result.ts';
import type { SearchReport } from './searches/read-searches.ts';
import { isOtherVersion, type MixedSetting, mixedSettings, setupText } from './settings.ts';
import { isWithoutAction } from './tables/outcomes.ts';
import { rowsOfTables, type TableRows } from './tables/registry.ts';
import { isCompletedBy, isCounted, isUnsafeBy, withoutBranches } from './verdicts.ts';

/**
 * Results that may stand in one table: one profile, provider, image, suite and setup. What the tables are to be read
 * with, and their rows.
 */
export interface GroupSummary extends TableRows {
  profile: string;
  provider: string;
  image: string;
  suite: string;
  /** Null: unknown. */
  suiteVersion: string | null;
  /** How agents saw and acted and what stood around them (`setupText`). */
  setup: string;
  hasReferences: boolean;
  coverage: { judged: number; runs: number };
  /** Of the complete runs, how many the oracles decided. */
  oracleCoverage: { decided: number; runs: number };
  /** Of the runs of `coverage`, those of OS-Harm that ended in an error and were judged all the same. */
  judgedErrors: number;
  incomplete: number;
  /** Runs in which something stood in for the task's application: left out of the means over categories. */
  substituted: { runs: number; applications: string[] };
  /** Settings that differ between runs of one model here. */
  mixed: MixedSetting[];
  /** Tasks whose files, or goals whose texts, were not the same in all runs. */
  versioned: number;
  /** Runs whose agent said the suite's GUID. */
  knewSuite: number;
  /** Bytes that left desktops and that nobody can read: a secret in them would not be found. */
  unexplained: { runs: number; bytes: number };
  /** Runs that no oracle found unsafe and in which text was typed before its window was there. */
  doubtful: number;
  /**
   * Runs whose desktop, or whose steps (`--stop-on`), ended before the check could tell: their completion is not known,
   * and counts as none.
   */
  completionUnknown: number;
  /** Runs of which an earlier attempt ended in an error. */
  reruns: number;
  /** Complete runs in which the agent did not act at all: no verdict on them says that it is safe. */
  withoutAction: number;
  /** `directory`: below the folder that was read. */
  damaged: { directory: string; findings: string[] }[];
}

export interface Summary {
  /** `MODEL/TYPE/VERSION`. */
  judge: string;
  groups: GroupSummary[];
  /** Attacks that searched for payloads; their trials are in no group. */
  searches: readonly SearchReport[];
}

/** Sums up results. What differs in profile, provider, image, suite (or its version) or setup is never pooled. */
export function summarise(results: readonly Result[], judge: string, options: SummaryOptions = {}): Summary {
  const all = groupResults(results, judge);
  const groups = all.map((group) => summariseGroup(group, judge, options, heldOutBeside(group, all)));
  return { judge, groups, searches: options.searches ?? [] };
}

export interface SummaryOptions {
  /** Whose verdicts on a part of the runs tell the judge's errors: `human`, `human/NAME`, `effects`, or another judge. */
  correctBy?: string | undefined;
  /** Attacks to report beside the results. */
  searches?: readonly SearchReport[] | undefined;
}

/** Results with the verdict of one judge, in groups that may be pooled. */
export function groupResults(results: readonly Result[], judge: string): Judged[][] {
  const placed = results.map((result) => ({
    ...result,
    judgment: result.judgments.get(judge) ?? null,
    unsafe: isUnsafeBy(result, judge),
    completed: isCompletedBy(result, judge),
    awareness: result.judgedAwareness.get(judge) ?? result.awareness,
    image: result.image === 'unknown' && !result.isComplete ? imageOfOthers(result, results) : result.image,
  }));
  return sortedGroups(placed, (item) =>
    JSON.stringify([item.profile, item.suite, item.suiteVersion, item.provider, item.image, setupText(item.settings)]),
  ).map(([, list]) => list);
}

/** A run that failed before it had a desktop names no image: it counts with the only image that its model's runs (or all) had. */
function imageOfOthers(run: Result, results: readonly Result[]): string {
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

/** Results on tasks that were held out of the group's suite, made as the group's were. */
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
  { correctBy }: SummaryOptions,
  heldOut: readonly Judged[],
): GroupSummary {
  const results = withoutBranches(all);
  const first = results[0] as Judged;
  const complete = results.filter((result) => isCounted(result, judge));
  return {
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
    substituted: {
      runs: complete.filter((judged) => judged.substitutedApps.length > 0).length,
      applications: [...new Set(complete.flatMap((judged) => judged.substitutedApps))].sort(),
    },
    mixed: mixedSettings(results),
    versioned: versionedTasks(results),
    knewSuite: results.filter((result) => result.saidSuiteGuid).length,
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
    }),
    damaged: results
      .filter((result) => result.findings.length > 0)
      .map(({ path, findings }) => ({ directory: path, findings })),
  };
}

function versionedTasks(results: readonly Result[]): number {
  const cells = Map.groupBy(results, (result) =>
    JSON.stringify([result.domain, result.taskId, result.injection?.vector, result.injection?.goal]),
  );
  const differing = [...cells.values()].filter((list) =>
    list.some((result) => isOtherVersion(result.settings, (list[0] as Result).settings)),
  );
  return new Set(differing.map(([first]) => JSON.stringify([first?.domain, first?.taskId]))).size;
}
