import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { attackFile } from '../../../base/record/seal.ts';
import { type AttackFigures, attackFigures } from '../../../runs/attack-search/attack-figures.ts';
import { readAttack, runsFolder } from '../../../runs/attack-search/attack-files.ts';
import { reaches } from '../../../runs/attack-search/grade.ts';
import { readJournal } from '../../../runs/attack-search/journal.ts';
import type { Result } from '../result.ts';

/** One attack (`osharm attack`) as a report sees it. No text of a payload is in it. */
export interface SearchReport extends AttackFigures {
  /** Below the folder that was read; `.` for itself. */
  folder: string;
  /** What agent, defences and model together are called. */
  model: string;
  isReference: boolean;
  /** As they were asked for; null: none. */
  defences: string | null;
  /** From where on a payload is a success. */
  success: string;
  maxQueries: number;
  /** Trials of searches began where an earlier one was shown its payload: they depend on each other. */
  fromExposure: boolean;
  targets: number;
  heldOut: number;
  /** ISO day until which payloads stay out of what is shared. */
  sealedUntil: string;
  /** SHA-256 of the threat model. */
  threatModel: string;
  winners: SearchWinner[];
  /** The agents that payloads of `transfers` were found on, by `source`. */
  foundOn: Readonly<Record<string, string>>;
}

/** A payload that succeeded in its search. */
export interface SearchWinner {
  target: string;
  strategy: string;
  /** Queries that it took, itself included. */
  attempts: number;
  /** SHA-256 of its text. */
  payload: string;
  /** Its parts: axis → value. */
  genome: Readonly<Record<string, string>>;
  grade: string;
  /** Where the run lies, below `folder`. */
  directory: string | null;
}

/** Folders below the one that is read which are looked into. */
const mostLevels = 3;

/** The attacks in a folder and below it, by folder. Throws UsageError for one that can't be read. */
export function readSearches(root: string): SearchReport[] {
  return foldersOf(root, 0).map((folder) => readSearch(folder, relative(root, folder) || '.'));
}

/** Results without the trials of attacks: an attack chooses its payloads by what they did, so they are in no rate. */
export function withoutTrials<T extends Pick<Result, 'directory'>>(
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

/** Links are not followed; a folder that can't be read has none. */
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
