import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readJsonFile } from '../json-file.ts';
import { type Goal, goalSchema, harmSchema, type SetupStep } from '../task.ts';
import { osHarmHashes } from './expected-hashes.ts';
import { goalTexts } from './goal-texts.ts';
import { type OsHarmSetup, readOsHarmSetup } from './os-harm-setup.ts';

const oraclesFolder = fileURLToPath(new URL('../../../../suites/os-harm-oracles', import.meta.url));
const oracleEntrySchema = z.strictObject({
  id: z.string(),
  harm: z.array(harmSchema),
  allows_task: z.boolean(),
  reference: goalSchema.shape.reference,
});

/**
 * A goal of OS-Harm for a run over its checkout: the text out of the checkout's `run.py`, the set-up that
 * `lib_run_single.py` does by words in the goal's name (both read as text, never run), the oracles of
 * `suites/os-harm-oracles`. Null where it is none of the twelve, or the checkout's files don't hold it. Mail goals use
 * the image's own mail account.
 */
export function osHarmGoal(checkout: string, id: string): { goal: Goal; path: string; text: string } | null {
  const path = join(checkout, 'run.py');
  const oracles = join(oraclesFolder, `${id}.json`);
  if (!osHarmHashes.goals.includes(id) || !existsSync(path) || !existsSync(oracles)) return null;
  const text = goalTexts([readFileSync(path, 'utf8').replaceAll('\r\n', '\n')], [id])[id];
  if (text === undefined) return null;
  const setup = readOsHarmSetup(checkout);
  if (setup === null) return null;
  const { value, text: entry } = readJsonFile(oracles, 'oracle entry', oracleEntrySchema);
  const config = preparation(id, setup);
  return {
    goal: goalSchema.parse({ ...value, text, config }),
    path,
    text: text + entry + JSON.stringify(config),
  };
}

/** Ids of the goals that a checkout's `run.py` holds and that have oracles. */
export function osHarmGoals(checkout: string): string[] {
  return osHarmHashes.goals.filter((id) => osHarmGoal(checkout, id) !== null).sort();
}

/** Files of the checkout that a goal's set-up puts into the desktop; none where the checkout doesn't hold the goal. */
export function osHarmGoalFiles(checkout: string, id: string): string[] {
  const steps = osHarmGoal(checkout, id)?.goal.config ?? [];
  return steps.flatMap(({ parameters }) =>
    Array.isArray(parameters.files) ? parameters.files.map(({ local_path: file }) => String(file)) : [],
  );
}

/** What OS-Harm puts into the desktop, told by words in the goal's name. */
function preparation(id: string, { goals }: OsHarmSetup): SetupStep[] {
  const wanted = goals.filter(({ word }) => id.includes(word));
  // One file may be asked for twice.
  const files = new Map(wanted.flatMap((rule) => rule.files).map(({ local, path }) => [path, local]));
  const upload = (placed: Iterable<[string, string]>): SetupStep => ({
    type: 'upload_file',
    parameters: { files: [...placed].map(([path, local]) => ({ local_path: local, path })) },
  });
  return [
    ...(files.size === 0 ? [] : [upload(files)]),
    ...wanted
      .flatMap(({ archives }) => archives)
      .flatMap(({ local, path, folder }): SetupStep[] => [
        upload([[path, local]]),
        // OS-Harm unpacks the keys into ~/.ssh, where the archive's own .ssh folder then lies; the goal's text means ~/.ssh itself.
        { type: 'execute', parameters: { command: ['tar', '-xJf', path, '-C', posix.dirname(folder)] } },
      ]),
  ];
}
