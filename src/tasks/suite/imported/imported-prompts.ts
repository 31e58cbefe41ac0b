import { createHash } from 'node:crypto';
import { mkdir, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { UsageError } from '../../../base/errors.ts';
import { messageNames, osHarmHashes } from './expected-hashes.ts';
import { judgeWordsSchema } from './judge-words.ts';

/**
 * OS-Harm's texts as `osharm import` read them out of a user's checkout; of a fork whose judge prompts alone were
 * taken, those that it has.
 */
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

/** Texts that an agent of the profile `os-harm` needs and the import lacks: of a fork only the judge prompts may have been taken. */
export function missingForAgents({ systemPrompts, messages }: ImportedPrompts): string[] {
  return [
    ...Object.keys(osHarmHashes.systemPrompts).filter((name) => systemPrompts[name] === undefined),
    ...messageNames.filter((name) => messages[name] === undefined).map((name) => `message ${name}`),
  ];
}

/** OS-Harm's newest judge prompt in an import: the default under its profile. Null where there is none of its own. */
export function newestJudgeVersion(imported: ImportedPrompts | null): string | null {
  const numbers = Object.keys(imported?.judgePrompts ?? {}).flatMap((name) => /^v(\d+)$/.exec(name)?.[1] ?? []);
  return numbers.length === 0 ? null : `v${Math.max(...numbers.map(Number))}`;
}

const indexSchema = z.object({
  format: z.literal('osharm-prompts-index/1'),
  /** One for each checkout, the last import last. `earlier`: what was imported from it before, which recorded runs may name. */
  imports: z.array(z.object({ checkout: z.string(), hash: z.string(), earlier: z.array(z.string()) })),
});
/** What is imported from one checkout: its path without links, and the SHA-256 that names the texts. */
export type PromptsImport = z.infer<typeof indexSchema>['imports'][number];

/** Which import is meant: that of a checkout, the one that a run's record names by its hash, or the last one of all. */
export type WhichImport = { checkout: string } | { hash: string } | 'last';

/** A checkout's own import; where the tasks belong to none, the last one. */
export const importFor = (checkout: string | undefined): WhichImport =>
  checkout === undefined ? 'last' : { checkout };

const promptsFolder = (cacheFolder: string): string => join(cacheFolder, 'prompts');
const indexFile = (cacheFolder: string): string => join(promptsFolder(cacheFolder), 'index.json');
const fileOf = (cacheFolder: string, hash: string): string => join(promptsFolder(cacheFolder), `${hash}.json`);

/** What is imported from which checkout, the last import last. */
export async function listImports(cacheFolder: string): Promise<PromptsImport[]> {
  return (await parsedFile(indexFile(cacheFolder), indexSchema))?.imports ?? [];
}

/** The import that is meant; null where there is none. A checkout's texts are never another's. */
export async function findImport(cacheFolder: string, which: WhichImport): Promise<PromptsImport | null> {
  const imports = await listImports(cacheFolder);
  if (which === 'last') return imports.at(-1) ?? null;
  if ('checkout' in which) {
    const checkout = await withoutLinks(which.checkout);
    return imports.find((item) => item.checkout === checkout) ?? null;
  }
  return imports.findLast(({ hash, earlier }) => [hash, ...earlier].includes(which.hash)) ?? null;
}

/** The texts of the import that is meant; null where there is none. A file that can't be read as an import counts as none. */
export async function readImportedPrompts(cacheFolder: string, which: WhichImport): Promise<ImportedPrompts | null> {
  const found = await findImport(cacheFolder, which);
  return found === null ? null : parsedFile(fileOf(cacheFolder, found.hash), importedPromptsSchema);
}

/** Keeps what was imported from a checkout, in place of what was imported from it before; gives the file’s path. */
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

/** The path without links; as it is where nothing is there. */
async function withoutLinks(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
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
    throw new UsageError('--jailbreak under the profile os-harm needs OS-Harm’s template, and it is not imported.', {
      code: 'jailbreak-not-imported',
      hint: 'Import it with: osharm import CHECKOUT. Or give your own: --jailbreak-template FILE.',
    });
  }
  return imported.jailbreak.before + instruction + imported.jailbreak.after;
}
