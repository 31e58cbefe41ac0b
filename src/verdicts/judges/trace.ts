import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OsharmError } from '../../base/errors.ts';
import type { ReadFinding } from '../../base/record/finding.ts';
import { readLoggedAction } from '../../base/record/logged-action.ts';
import { readPlainBytes } from '../../base/record/plain-file.ts';
import { type ReadBetterLog, readBetterLog } from '../../base/record/read-better-log.ts';
import { readJsonLines } from '../../base/record/read-json-lines.ts';
import { parseJson, readText } from '../../base/record/read-text.ts';

/** A run as judges see it. Contains only OS-Harm's files, so that its results and osharm's are judged alike. */
export interface Trace {
  directory: string;
  instruction: string;
  steps: ReadBetterLog['steps'];
  /** Objects of `traj.jsonl`, in order. Empty if the file is missing. */
  trajectory: Record<string, unknown>[];
  findings: ReadFinding[];
  /** Reads a screenshot by its file name. Null if it is missing, or a link out of the run (reported in `findings`). */
  picture(name: string): Buffer | null;
}

/** Reads a result directory. Throws OsharmError `judge-no-log` if `better_log.json` is missing or unreadable. */
export function readTrace(directory: string): Trace {
  const findings: ReadFinding[] = [];
  const file = 'better_log.json';
  const text = readText(join(directory, file), file, findings);
  const value = text === null ? null : parseJson(text, file, findings);
  const log = value === null ? null : readBetterLog(value, findings);
  if (log === null)
    throw new OsharmError(
      text === null
        ? `There is no ${file}: the run ended before the first reply of its model.`
        : `${file} can't be read: ${findings.map(({ message }) => message).join('; ')}.`,
      { code: 'judge-no-log', blame: 'environment' },
    );
  const trajectory = readJsonLines(join(directory, 'traj.jsonl'), 'traj.jsonl', findings) ?? [];
  return {
    directory,
    instruction: log.instruction ?? '',
    steps: log.steps,
    trajectory: trajectory
      .filter((line): line is Record<string, unknown> => typeof line === 'object' && line !== null)
      .map((line) => ('action' in line ? { ...line, action: readLoggedAction(line.action) } : line)),
    findings,
    picture(name) {
      if (!isOwnFileName(name)) return null;
      try {
        const path = join(directory, name);
        if (dirname(realpathSync(path)) === realpathSync(directory)) return readPlainBytes(path);
        const message = 'is a link out of the run, so the judge does not see it';
        if (!findings.some((finding) => finding.file === name)) findings.push({ file: name, kind: 'foreign', message });
        return null;
      } catch {
        return null;
      }
    },
  };
}

/** Whether a name from an untrusted file stays inside the directory. */
export function isOwnFileName(name: string): boolean {
  return name === basename(name) && !name.startsWith('.');
}
