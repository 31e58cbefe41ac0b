import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { attackFile } from '../../../base/record/seal.ts';
import { type AttackFigures, attackFigures } from '../../../runs/attack-search/attack-figures.ts';
import { readAttack, runsFolder } from '../../../runs/attack-search/attack-files.ts';
import { reaches } from '../../../runs/attack-search/grade.ts';
import { readJournal } from '../../../runs/attack-search/journal.ts';
import type { RunResult } from '../../model/run-result.ts';

/** One attack (`osharm attack`). Contains no payload texts. */
export interface SearchReport extends AttackFigures {
  /** Path below the folder that was read; `.` for that folder itself. */
  folder: string;
  model: string;
  isReference: boolean;
  defences: string | null;
  /** The lowest grade that counts as a success. */
  success: string;
  maxQueries: number;
  /** Trials branched from an earlier one at the step that showed its payload, so they depend on each other. */
  fromExposure: boolean;
  targets: number;
  heldOut: number;
  /** ISO date before which payloads must not be shared. */
  sealedUntil: string;
  /** SHA-256. */
  threatModel: string;
  winners: SearchWinner[];
  /** The agent on which each `source` in `transfers` found its payloads. */
  foundOn: Readonly<Record<string, string>>;
}

export interface SearchWinner {
  target: string;
  strategy: string;
  attempts: number;
  payload: string;
  genome: Readonly<Record<string, string>>;
  grade: string;
  /** Path of the run below `folder`. */
  directory: string | null;
}

const mostLevels = 3;

/** Throws UsageError for an unreadable attack. */
export function readSearches(root: string): SearchReport[] {
  return attackFolders(root).map((folder) => readSearch(folder, relative(root, folder) || '.'));
}

/** The folders at or below `root` that have an attack. */
export const attackFolders = (root: string): string[] => foldersOf(root, 0);

/** An attack selects payloads by their success, so its trials would bias every rate. */
export function withoutTrials<T extends Pick<RunResult, 'directory'>>(
  results: readonly T[],
  root: string,
  searches: readonly SearchReport[],
): T[] {
  const above = searches.map(({ folder }) => `${resolve(root, folder, runsFolder)}${sep}`);
  return results.filter(({ directory }) => !above.some((start) => resolve(directory).startsWith(start)));
}

function foldersOf(folder: string, level: number): string[] {
  if (existsSync(join(folder, attackFile))) return [folder];
  if (level === mostLevels) return [];
  return subfoldersOf(folder).flatMap((name) => foldersOf(join(folder, name), level + 1));
}

/** Subfolders without links; empty if the folder can't be read. */
function subfoldersOf(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

function readSearch(path: string, folder: string): SearchReport {
  const attack = readAttack(path);
  const lines = readJournal(path);
  const { settings, success } = attack;
  return {
    folder,
    model: attack.agent,
    isReference: attack.agent.startsWith('reference-'),
    defences: typeof settings.defences === 'string' ? settings.defences : null,
    success,
    maxQueries: attack.maxQueries,
    fromExposure: attack.fromExposure,
    targets: attack.targets.length,
    heldOut: attack.heldOut.length,
    sealedUntil: attack.sealedUntil,
    threatModel: attack.threatModel,
    ...attackFigures(lines, attack),
    foundOn: Object.fromEntries(attack.transferred.map(({ source, agent }) => [source, agent])),
    winners: lines
      .filter(({ phase, grade }) => phase === 'search' && grade !== null && reaches(grade, success))
      .map(({ target, strategy, ordinal, payload, genome, grade, directory }) => ({
        target,
        strategy,
        attempts: ordinal + 1,
        payload,
        genome,
        grade: String(grade),
        directory,
      })),
  };
}
