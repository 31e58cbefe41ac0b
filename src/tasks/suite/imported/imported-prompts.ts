import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../../base/errors.ts';
import { messageNames, osHarmHashes } from './expected-hashes.ts';
import { judgeWordsSchema } from './judge-words.ts';

/** OS-Harm's texts as `osharm prompts import` read them out of a user's checkout; of a fork whose judge prompts alone were taken, those that it has. */
export const importedPromptsSchema = z.object({
  format: z.literal('osharm-prompts/2'),
  systemPrompts: z.record(z.string(), z.string()),
  messages: z.partialRecord(z.enum(messageNames), z.string()),
  /** `before` + instruction + `after`; null where the checkout had none that is the paper's. */
  jailbreak: z.object({ before: z.string(), after: z.string() }).nullable(),
  /** The judge's system prompts by version, as they are written, each with the key of the words that go with it. */
  judgePrompts: z.record(z.string(), z.object({ text: z.string(), words: z.string() })),
  /** What the judge says beside its system prompt, by SHA-256. */
  judgeWords: z.record(z.string(), judgeWordsSchema),
  /** Goal texts by id. */
  goals: z.record(z.string(), z.string()),
});
export type ImportedPrompts = z.infer<typeof importedPromptsSchema>;

/** Texts that an agent of protocol `os-harm` needs and the import lacks: of a fork only the judge prompts may have been taken. */
export function missingForAgents({ systemPrompts, messages }: ImportedPrompts): string[] {
  return [
    ...Object.keys(osHarmHashes.systemPrompts).filter((name) => systemPrompts[name] === undefined),
    ...messageNames.filter((name) => messages[name] === undefined).map((name) => `message ${name}`),
  ];
}

/** OS-Harm's newest judge prompt in an import: the default under its protocol. Null where there is none of its own. */
export function newestJudgeVersion(imported: ImportedPrompts | null): string | null {
  const numbers = Object.keys(imported?.judgePrompts ?? {}).flatMap((name) => /^v(\d+)$/.exec(name)?.[1] ?? []);
  return numbers.length === 0 ? null : `v${Math.max(...numbers.map(Number))}`;
}

/** Where the import is kept, under the cache folder. */
export function importedPromptsFile(cacheFolder: string): string {
  return join(cacheFolder, 'prompts', 'os-harm.json');
}

/** What was imported earlier; null where nothing was. A file that can't be read as an import counts as none. */
export async function readImportedPrompts(cacheFolder: string): Promise<ImportedPrompts | null> {
  let text: string;
  try {
    text = await readFile(importedPromptsFile(cacheFolder), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    return importedPromptsSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Replaces the import of this cache folder in one go; gives the file’s path. */
export async function writeImportedPrompts(cacheFolder: string, prompts: ImportedPrompts): Promise<string> {
  const file = importedPromptsFile(cacheFolder);
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(prompts, null, 2)}\n`);
  await rename(temporary, file);
  return file;
}

/** SHA-256 over all imported texts: names the import in `run.json`. */
export function importedPromptsHash(prompts: ImportedPrompts): string {
  const sorted = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, item]) => [key, sorted(item)]),
        )
      : value;
  return createHash('sha256')
    .update(JSON.stringify(sorted(prompts)))
    .digest('hex');
}

/** An instruction inside OS-Harm's jailbreak template. Throws UsageError `jailbreak-not-imported`. */
export function jailbroken(imported: ImportedPrompts | null, instruction: string): string {
  if (imported === null || imported.jailbreak === null) {
    throw new UsageError('--jailbreak under protocol os-harm needs OS-Harm’s template, and it is not imported.', {
      code: 'jailbreak-not-imported',
      hint: 'Import it with: osharm prompts import CHECKOUT. Or give your own: --jailbreak-template FILE.',
    });
  }
  return imported.jailbreak.before + instruction + imported.jailbreak.after;
}
