import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../../../base/errors.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { cacheFolder } from '../../../desktop/client/cache-folder.ts';
import { importPrompts } from '../../../tasks/suite/imported/import-prompts.ts';
import {
  type ImportedPrompts,
  importedPromptsHash,
  listImports,
  missingForAgents,
  newestJudgeVersion,
  readImportedPrompts,
  writeImportedPrompts,
} from '../../../tasks/suite/imported/imported-prompts.ts';
import { usableTypes } from '../../../tasks/suite/imported/judge-words.ts';
import { programTaskFiles } from '../../../tasks/suite/program-task-files.ts';
import { isOsworldCheckout } from '../../../tasks/suite/suite.ts';

export interface ImportFlags {
  status?: boolean;
  acceptUnknown?: boolean;
  for?: string;
  out?: string;
  assets?: string;
  json?: boolean;
}

export async function importOrStatus(checkout: string | undefined, flags: ImportFlags): Promise<void> {
  if (flags.status === true) return promptsStatus(flags);
  if (checkout === undefined)
    throw new UsageError('No checkout was named.', {
      code: 'prompts-no-checkout',
      hint: 'Import one with osharm import CHECKOUT. osharm import --status lists the imports.',
    });
  requireFolder(checkout);
  if (flags.out !== undefined)
    return (await import('./import-tasks.ts')).importTaskPrograms(checkout, { ...flags, out: flags.out });
  return importFrom(checkout, flags);
}

async function importFrom(checkout: string, options: ImportFlags): Promise<void> {
  if (options.for !== undefined && !existsSync(join(options.for, 'run.py')))
    throw new UsageError(`${options.for} is not a checkout: it has no run.py.`, {
      code: 'prompts-no-checkout',
      hint: 'After --for, give the fork’s folder with run.py.',
    });
  if (!existsSync(join(checkout, 'run.py'))) {
    if ((await programTaskFiles(checkout)).length > 0)
      throw new UsageError(`${checkout} contains tasks of OSWorld 2.0.`, {
        code: 'import-no-out',
        hint: `Say where their suite goes: osharm import ${checkout} --out SUITE`,
      });
    const inside = checkoutsBelow(checkout, 3);
    throw new UsageError(`${checkout} is not a checkout of OS-Harm: it has no run.py.`, {
      code: 'prompts-no-checkout',
      hint:
        inside.length === 0
          ? 'Give the folder with run.py and mm_agents/.'
          : `There is one below it: osharm import ${inside.join(' or ')}`,
    });
  }
  if (isOsworldCheckout(checkout) && options.acceptUnknown !== true)
    throw new UsageError(`${checkout} is a checkout of OSWorld: it has neither OS-Harm's goals nor its judge.`, {
      code: 'prompts-osworld',
      hint: 'It needs no import: osharm run uses the profile osharm there (docs/compatibility/osworld.md).',
    });
  const cache = cacheFolder();
  const { prompts, absent, unknown } = await importPrompts(checkout, undefined, {
    acceptUnknown: options.acceptUnknown === true,
    earlier: (await readImportedPrompts(cache, { checkout })) ?? (await readImportedPrompts(cache, 'last')),
  });
  const file = await writeImportedPrompts(cache, options.for ?? checkout, prompts);
  print(
    {
      file,
      hash: importedPromptsHash(prompts),
      goals: Object.keys(prompts.goals).length,
      absent,
      unknown,
      isForAgents: missingForAgents(prompts).length === 0,
      judge: judgeOf(prompts),
    },
    options.json === true,
  );
}

async function promptsStatus(options: ImportFlags): Promise<void> {
  const cache = cacheFolder();
  const imports = [];
  for (const { checkout, hash } of await listImports(cache)) {
    const prompts = await readImportedPrompts(cache, { checkout });
    if (prompts !== null) imports.push({ checkout, hash, prompts });
  }
  const last = imports.at(-1);
  if (options.json === true)
    console.log(
      JSON.stringify({
        imported: last !== undefined,
        hash: last?.hash ?? null,
        judge: last === undefined ? null : judgeOf(last.prompts),
        imports: imports.map(({ checkout, hash, prompts }) => ({ checkout, hash, judge: judgeOf(prompts) })),
      }),
    );
  else if (last === undefined) console.log('Nothing is imported yet. Run: osharm import CHECKOUT');
  for (const { checkout, hash, prompts } of options.json === true ? [] : imports) {
    const reach = missingForAgents(prompts).length > 0 ? ', for judges only' : '';
    console.log(`${printable(checkout)}: imported${reach}, SHA-256 ${hash}.`);
    console.log(judgeLine(judgeOf(prompts)));
  }
  if (last !== undefined && imports.length > 1 && options.json !== true)
    console.log(`Runs without a checkout use the last import: ${printable(last.checkout)}.`);
  if (last === undefined) process.exitCode = 1;
}

function requireFolder(checkout: string): void {
  const found = statSync(checkout, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return;
  throw new UsageError(
    found === undefined ? `There is no folder ${checkout}.` : `${checkout} is a file, not a checkout.`,
    {
      code: 'prompts-no-checkout',
      hint: 'Give the folder with run.py and mm_agents/, or the folder of OSWorld 2.0’s task_*.py with --out SUITE. osharm view DIR and osharm report DIR read results, also OS-Harm’s, without an import.',
    },
  );
}

function checkoutsBelow(folder: string, depth: number): string[] {
  if (depth === 0) return [];
  let names: string[];
  try {
    names = readdirSync(folder, { withFileTypes: true }).flatMap((item) => (item.isDirectory() ? item.name : []));
  } catch {
    return [];
  }
  return names
    .filter((name) => !name.startsWith('.') && name !== 'node_modules')
    .map((name) => join(folder, name))
    .flatMap((value) =>
      existsSync(join(value, 'run.py')) && existsSync(join(value, 'mm_agents'))
        ? [value]
        : checkoutsBelow(value, depth - 1),
    );
}

interface Imported {
  file: string;
  hash: string;
  goals: number;
  absent: string[];
  unknown: string[];
  /** Whether the import has every prompt that the profile `os-harm` needs for agents. */
  isForAgents: boolean;
  /** `default`: the version to use if none is named. */
  judge: { versions: string[]; default: string | null; types: string[] };
}

function judgeOf(prompts: ImportedPrompts): Imported['judge'] {
  const types = Object.values(prompts.judgeWords).flatMap(usableTypes);
  return {
    versions: Object.keys(prompts.judgePrompts).sort(),
    default: newestJudgeVersion(prompts),
    types: [...new Set(types)].sort(),
  };
}

function judgeLine({ versions, default: newest, types }: Imported['judge']): string {
  if (versions.length === 0) return 'This import has no judge for the profile os-harm.';
  const which =
    newest === null
      ? 'none of them is OS-Harm’s own, so --sys-prompt-version must name one'
      : `${newest} is the newest, and the default`;
  return `Judge: prompts ${versions.join(', ')} (${which}); types ${types.join(', ')}.`;
}

function print(imported: Imported, asJson: boolean): void {
  if (asJson) console.log(JSON.stringify(imported));
  else {
    console.log(
      `Imported into ${imported.file}: ${imported.isForAgents ? "every prompt of the agent is the paper's" : 'judge prompts'}, ${imported.goals} goal texts (SHA-256 of all ${imported.hash}).`,
    );
    if (imported.absent.length > 0)
      console.log(
        `Missing from this checkout, or different from the paper:\n${imported.absent.map((what) => `  ${what}`).join('\n')}`,
      );
    if (imported.unknown.length > 0)
      console.log(`Judge prompts that differ from the paper's: --sys-prompt-version ${imported.unknown.join(', ')}.`);
    console.log(judgeLine(imported.judge));
    console.log(
      imported.isForAgents
        ? 'The profile os-harm is ready: osharm run --profile os-harm …'
        : 'For judges only: an agent of the profile os-harm needs a checkout with the prompts of the paper.',
    );
  }
}
