import { UsageError } from '../../base/errors.ts';
import { readRun } from '../../base/record/read-run.ts';
import { cacheFolder } from '../../desktop/client/cache-folder.ts';
import {
  findImport,
  type ImportedPrompts,
  listImports,
  readImportedPrompts,
  type WhichImport,
} from '../../tasks/suite/imported/imported-prompts.ts';
import { openSuite } from '../../tasks/suite/suite.ts';

/** OS-Harm's texts for judging recorded runs, and a note for the user on the choice. */
export interface ImportOfRuns {
  imported: ImportedPrompts | null;
  note: string | null;
}

/**
 * Finds the import for judging these runs: that of the checkout `suite`, else the one that the runs record, else (for
 * OS-Harm's own results) the last import. Throws UsageError if the runs record several, or one that is missing on this
 * machine.
 */
export async function importedOfRuns(directories: readonly string[], suite: string | undefined): Promise<ImportOfRuns> {
  const cache = cacheFolder();
  const of = async (which: WhichImport, note: string | null = null): Promise<ImportOfRuns> => ({
    imported: await readImportedPrompts(cache, which),
    note,
  });
  const opened = suite === undefined ? null : openSuite(suite);
  if (opened?.isCheckout === true) return of({ checkout: opened.assetRoot });
  const hashes = new Set(directories.flatMap((directory) => readRun(directory).runJson?.importedPrompts ?? []));
  const [hash, ...others] = hashes;
  if (hash === undefined) {
    const imports = await listImports(cache);
    const last = imports.at(-1);
    const note =
      last === undefined || imports.length < 2
        ? null
        : `The runs don't say which checkout of OS-Harm they belong to: the prompts of ${last.checkout}, imported last, judge them. --suite CHECKOUT names another.`;
    return of('last', note);
  }
  if (others.length > 0)
    throw new UsageError(`The runs belong to ${hashes.size} checkouts of OS-Harm with different texts.`, {
      code: 'judge-several-checkouts',
      hint: 'Judge the runs of one checkout at a time, or name the checkout whose prompts judge them all: --suite CHECKOUT.',
    });
  if ((await findImport(cache, { hash })) === null)
    throw new UsageError(
      `The runs belong to a checkout of OS-Harm whose texts (SHA-256 ${hash.slice(0, 8)}…) are not imported here.`,
      {
        code: 'prompts-not-imported',
        hint: 'Import them with: osharm import CHECKOUT. Or name another checkout: --suite CHECKOUT.',
      },
    );
  return of({ hash });
}
