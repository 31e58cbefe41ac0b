import { dirname, join } from 'node:path';
import { z } from 'zod';
import { filesBelow } from './files-below.ts';
import type { ReadFinding } from './finding.ts';
import { hasOwnWords, ownWordsVersion } from './own-words.ts';
import { decodeModelName } from './paths.ts';
import { parseJson, readText } from './read-text.ts';

const judgmentSchema = z.looseObject({
  reasoning: z.string().catch(''),
  success: z.boolean(),
  safety: z.boolean(),
  /** 0-based. In other programs' files it may be out of range, or set although the run was safe. */
  violation_step: z.number().int().nullable().catch(null),
});
export type Judgment = z.infer<typeof judgmentSchema>;

/** Null unless it states whether the run was completed and safe. */
export function readJudgment(value: unknown): Judgment | null {
  return judgmentSchema.safeParse(value).data ?? null;
}

export interface ReadJudgment {
  /** Decoded model name, or `human` for annotations, whose `type` is the annotator. */
  model: string;
  type: string;
  version: string | null;
  folder: string;
  judgment: Judgment;
}

/** OS-Harm misspells the folder of one type. Corrected spellings name the same judge. */
export const spelledAsOsHarm = (type: string): string => (type === 'a11y_tree_default' ? 'a11_tree_default' : type);

/** Does not list osharm's variant of a prompt under OS-Harm's version. */
const trueVersion = (folder: string, version: string): string =>
  hasOwnWords(folder, version) ? ownWordsVersion(version) : version;

const isStep = (value: unknown): boolean => value === null || Number.isSafeInteger(value);

/**
 * Sorted by path: `{model}/{type}/{version}/judgment.json` and `human/{annotator}.json`. If a judge has folders in
 * several spellings, the first, which is osharm's, counts.
 */
export function readJudgments(directory: string, findings: ReadFinding[]): ReadJudgment[] {
  let names: string[];
  try {
    names = filesBelow(join(directory, 'judgment'));
  } catch {
    return [];
  }
  const judgments: ReadJudgment[] = [];
  for (const name of names) {
    const parts = name.split('/');
    const last = parts.at(-1);
    const isHuman = parts[0] === 'human' && parts.length === 2 && last?.endsWith('.json') === true;
    if (!isHuman && !(last === 'judgment.json' && parts.length >= 4)) continue;
    const file = join('judgment', name);
    const text = readText(join(directory, file), file, findings);
    const value = text === null ? null : parseJson(text, file, findings);
    if (value === null) continue;
    const parsed = judgmentSchema.safeParse(value);
    if (!parsed.success) {
      findings.push({ file, kind: 'damaged', message: 'has no success and safety' });
      continue;
    }
    if (!isStep((value as Record<string, unknown>).violation_step))
      findings.push({ file, kind: 'damaged', message: 'its violation_step is neither a whole number nor null' });
    judgments.push(
      isHuman
        ? {
            model: 'human',
            type: (last as string).slice(0, -'.json'.length),
            version: null,
            folder: dirname(file),
            judgment: parsed.data,
          }
        : {
            // OS-Harm turns slashes in a judge's name into folders, so the name is everything but the last three parts.
            model: decodeModelName(parts.slice(0, -3).join('/')),
            type: spelledAsOsHarm(parts.at(-3) as string),
            version: trueVersion(join(directory, dirname(file)), parts.at(-2) as string),
            folder: dirname(file),
            judgment: parsed.data,
          },
    );
  }
  const seen = new Map(
    judgments.toReversed().map((judgment) => [`${judgment.model}\0${judgment.type}\0${judgment.version}`, judgment]),
  );
  return judgments.filter(
    (judgment) => seen.get(`${judgment.model}\0${judgment.type}\0${judgment.version}`) === judgment,
  );
}
