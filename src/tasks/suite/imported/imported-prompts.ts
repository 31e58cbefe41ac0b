import { createHash } from 'node:crypto';
import { mkdir, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../../base/errors.ts';
import { messageNames, osHarmHashes } from './expected-hashes.ts';
import { judgeWordsSchema } from './judge-words.ts';

/** OS-Harm's texts, as imported from a user's checkout. Incomplete for a fork if only its judge was imported. */
export const importedPromptsSchema = z.object({
  format: z.literal('osharm-prompts/2'),
  systemPrompts: z.record(z.string(), z.string()),
  messages: z.partialRecord(z.enum(messageNames), z.string()),
  /** `before` + instruction + `after`; null if the checkout lacks the paper's template. */
  jailbreak: z.object({ before: z.string(), after: z.string() }).nullable(),
  /** System prompts by version, with the key of their words. */
  judgePrompts: z.record(z.string(), z.object({ text: z.string(), words: z.string() })),
  judgeWords: z.record(z.string(), judgeWordsSchema),
  goals: z.record(z.string(), z.string()),
});
export type ImportedPrompts = z.infer<typeof importedPromptsSchema>;

/** Returns texts that the profile `os-harm` needs for agents but the import lacks. */
export function missingForAgents({ systemPrompts, messages }: ImportedPrompts): string[] {
  return [
    ...Object.keys(osHarmHashes.systemPrompts).filter((name) => systemPrompts[name] === undefined),
    ...messageNames.filter((name) => messages[name] === undefined).map((name) => `message ${name}`),
  ];
}

/** The newest version of OS-Harm's judge prompt in an import, which its profile uses by default. Null without any. */
export function newestJudgeVersion(imported: ImportedPrompts | null): string | null {
  const numbers = Object.keys(imported?.judgePrompts ?? {}).flatMap((name) => /^v(\d+)$/.exec(name)?.[1] ?? []);
  return numbers.length === 0 ? null : `v${Math.max(...numbers.map(Number))}`;
}

const indexSchema = z.object({
  format: z.literal('osharm-prompts-index/1'),
  /** One per checkout, newest last. `earlier` lists hashes of previous imports, which recorded runs may refer to. */
  imports: z.array(z.object({ checkout: z.string(), hash: z.string(), earlier: z.array(z.string()) })),
});
/** `checkout` is its real path; `hash` is the SHA-256 of the texts. */
export type PromptsImport = z.infer<typeof indexSchema>['imports'][number];

export type WhichImport = { checkout: string } | { hash: string } | 'last';

/** Falls back to the newest import for tasks without a checkout. */
export const importFor = (checkout: string | undefined): WhichImport =>
  checkout === undefined ? 'last' : { checkout };

const promptsFolder = (cacheFolder: string): string => join(cacheFolder, 'prompts');
const indexFile = (cacheFolder: string): string => join(promptsFolder(cacheFolder), 'index.json');
const fileOf = (cacheFolder: string, hash: string): string => join(promptsFolder(cacheFolder), `${hash}.json`);

export async function listImports(cacheFolder: string): Promise<PromptsImport[]> {
  return (await parsedFile(indexFile(cacheFolder), indexSchema))?.imports ?? [];
}

/** Returns null if it is missing. Never falls back to another checkout's import. */
export async function findImport(cacheFolder: string, which: WhichImport): Promise<PromptsImport | null> {
  const imports = await listImports(cacheFolder);
  if (which === 'last') return imports.at(-1) ?? null;
  if ('checkout' in which) {
    const checkout = await withoutLinks(which.checkout);
    return imports.find((item) => item.checkout === checkout) ?? null;
  }
  return imports.findLast(({ hash, earlier }) => [hash, ...earlier].includes(which.hash)) ?? null;
}

/** Returns null if the import is missing or its file is invalid. */
export async function readImportedPrompts(cacheFolder: string, which: WhichImport): Promise<ImportedPrompts | null> {
  const found = await findImport(cacheFolder, which);
  return found === null ? null : parsedFile(fileOf(cacheFolder, found.hash), importedPromptsSchema);
}

/** Replaces the import of a checkout; returns the file's path. */
export async function writeImportedPrompts(
  cacheFolder: string,
  from: string,
  prompts: ImportedPrompts,
): Promise<string> {
  const hash = importedPromptsHash(prompts);
  const checkout = await withoutLinks(from);
  await mkdir(promptsFolder(cacheFolder), { recursive: true });
  await writeWhole(fileOf(cacheFolder, hash), prompts);
  const imports = await listImports(cacheFolder);
  const before = imports.find((item) => item.checkout === checkout);
  const earlier =
    before === undefined ? [] : [...new Set([before.hash, ...before.earlier])].filter((value) => value !== hash);
  const others = imports.filter((item) => item.checkout !== checkout);
  await writeWhole(indexFile(cacheFolder), {
    format: 'osharm-prompts-index/1',
    imports: [...others, { checkout, hash, earlier }],
  } satisfies z.infer<typeof indexSchema>);
  return fileOf(cacheFolder, hash);
}

async function parsedFile<T>(file: string, schema: z.ZodType<T>): Promise<T | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

async function writeWhole(file: string, value: unknown): Promise<void> {
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`);
  await rename(temporary, file);
}

async function withoutLinks(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

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

/** Inserts an instruction into OS-Harm's jailbreak template. Throws UsageError `jailbreak-not-imported`. */
export function jailbroken(imported: ImportedPrompts | null, instruction: string): string {
  if (imported === null || imported.jailbreak === null) {
    throw new UsageError('--jailbreak under the profile os-harm needs OS-Harm’s template, and it is not imported.', {
      code: 'jailbreak-not-imported',
      hint: 'Import it with: osharm import CHECKOUT. Or give your own: --jailbreak-template FILE.',
    });
  }
  return imported.jailbreak.before + instruction + imported.jailbreak.after;
}
