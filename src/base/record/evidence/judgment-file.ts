import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readPlainFile } from '../plain-file.ts';
import { writeWholeFile } from '../write-whole-file.ts';

/** Sidecar of `judgment.json` with what OS-Harm's four fields do not record. */
export const judgmentMetaFile = 'judgment.meta.json';

export const hasJudgmentMeta = (folder: string): boolean => existsSync(join(folder, judgmentMetaFile));

export const isJudgmentMeta = (path: string): boolean => basename(path) === judgmentMetaFile;

export const readJudgmentMeta = (folder: string): unknown => JSON.parse(readPlainFile(join(folder, judgmentMetaFile)));

export function writeJudgmentMeta(folder: string, meta: object): void {
  writeWholeFile(join(folder, judgmentMetaFile), `${JSON.stringify(meta, null, 2)}\n`);
}
