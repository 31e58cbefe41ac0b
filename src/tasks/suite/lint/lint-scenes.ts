import type { LintFinding } from '../lint-finding.ts';
import { baseOf, type SourceDocument, sceneNameOf } from './source-documents.ts';

/** Whoever knows a scene by a few tasks recognizes the category in the others. */
const highestShare = 0.2;

/** In a small category, a scene with several tasks can be chance. */
const fewestTasks = 20;

export interface SceneShare {
  category: string;
  scene: string;
  /** The tasks of this category in the scene. */
  sources: readonly SourceDocument[];
  /** All tasks of the category, with and without a scene. */
  tasks: number;
}

/** Checks that no scene has more than a fifth of a category's tasks. */
export const lintScenes = (sources: readonly SourceDocument[]): LintFinding[] =>
  sceneShares(sources).flatMap(({ category, scene, sources: having, tasks }) => {
    const [first] = having;
    const share = having.length / tasks;
    if (first === undefined || tasks < fewestTasks || share <= highestShare) return [];
    return [
      first.finding(
        ['scene'],
        `is in the scene ${scene}, as ${having.length} of ${tasks} tasks of ${category} are ` +
          `(${percent(share)}, at most ${percent(highestShare)}): put some of them into other scenes`,
      ),
    ];
  });

/** Counts the tasks of each category in each scene, variations included. Tasks without a scene are in none. */
export function sceneShares(sources: readonly SourceDocument[]): SceneShare[] {
  const placed = sources.flatMap((source) => {
    const category = baseOf(source.family, sources)?.data.category;
    return typeof category === 'string' ? [{ category, scene: sceneNameOf(source, sources), source }] : [];
  });
  return [...Map.groupBy(placed, ({ category }) => category)].flatMap(([category, tasks]) =>
    [...Map.groupBy(tasks, ({ scene }) => scene)].flatMap(([scene, having]) =>
      scene === null ? [] : [{ category, scene, sources: having.map(({ source }) => source), tasks: tasks.length }],
    ),
  );
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
