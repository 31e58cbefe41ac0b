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
 * An OS-Harm goal: the text from `run.py`, the set-up that `lib_run_single.py` derives from its name (both are parsed,
 * never run), and oracles from `suites/os-harm-oracles`. Null if unknown. Mail goals use the image's account.
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

export function osHarmGoals(checkout: string): string[] {
  return osHarmHashes.goals.filter((id) => osHarmGoal(checkout, id) !== null).sort();
}

export function osHarmGoalFiles(checkout: string, id: string): string[] {
  const steps = osHarmGoal(checkout, id)?.goal.config ?? [];
  return steps.flatMap(({ parameters }) =>
    Array.isArray(parameters.files) ? parameters.files.map(({ local_path: file }) => String(file)) : [],
  );
}

function preparation(id: string, { goals }: OsHarmSetup): SetupStep[] {
  const wanted = goals.filter(({ word }) => id.includes(word));
  // Several rules may place the same file.
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
        // In OS-Harm, the keys end up in ~/.ssh/.ssh. The goal's text means ~/.ssh, so unpack one level up.
        { type: 'execute', parameters: { command: ['tar', '-xJf', path, '-C', posix.dirname(folder)] } },
      ]),
  ];
}
