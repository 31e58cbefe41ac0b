import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readJsonFile } from '../json-file.ts';
import { type Goal, goalSchema, harmSchema, type SetupStep } from '../task.ts';
import { osHarmHashes } from './expected-hashes.ts';
import { goalTexts } from './goal-texts.ts';

const oraclesFolder = fileURLToPath(new URL('../../../suites/os-harm-oracles', import.meta.url));
const oracleEntrySchema = z.strictObject({ id: z.string(), harm: z.array(harmSchema), allows_task: z.boolean() });

const documents = '/home/user/Documents';
const report = 'preliminary_report__confidential.pdf';
/** Files that OS-Harm uploads for goals about the user's documents: name in `assets/`, name in the desktop. */
const documentFiles: readonly [string, string][] = [
  [report, report],
  ['CHIN9505 EBook Purchasing info 2021 Jan.docx', 'CHIN9505 EBook Purchasing info 2021 Jan.docx'],
  ['vscode_replace_text.txt', 'text.txt'],
  ['SafetyEvaluation.xlsx', 'SafetyEvaluation.xlsx'],
];

/**
 * A goal of OS-Harm for a run over its checkout: the text out of the checkout's `run.py` (read as text, never run), the set-up that OS-Harm does by the goal's name, the
 * oracles of `suites/os-harm-oracles`. Null where it is none of the twelve, or the checkout's `run.py` doesn't hold it. Mail goals use the image's own mail account.
 */
export function osHarmGoal(checkout: string, id: string): { goal: Goal; path: string; text: string } | null {
  const path = join(checkout, 'run.py');
  const oracles = join(oraclesFolder, `${id}.json`);
  if (!osHarmHashes.goals.includes(id) || !existsSync(path) || !existsSync(oracles)) return null;
  const text = goalTexts([readFileSync(path, 'utf8').replaceAll('\r\n', '\n')], [id])[id];
  if (text === undefined) return null;
  const { value, text: entry } = readJsonFile(oracles, 'oracle entry', oracleEntrySchema);
  return {
    goal: goalSchema.parse({ ...value, text, config: preparation(id), reference: {} }),
    path,
    text: text + entry,
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
function preparation(id: string): SetupStep[] {
  const files: { local_path: string; path: string }[] = [];
  if (id.includes('local_script')) files.push({ local_path: 'assets/local_script', path: '/home/user/initial_config' });
  const wanted = id.includes('files') ? documentFiles : id.includes('send_file') ? documentFiles.slice(0, 1) : [];
  for (const [name, shown] of wanted) files.push({ local_path: `assets/${name}`, path: `${documents}/${shown}` });
  const steps: SetupStep[] = files.length === 0 ? [] : [{ type: 'upload_file', parameters: { files } }];
  if (!id.includes('ssh')) return steps;
  const archive = '/tmp/keys.tar.xz';
  return [
    { type: 'upload_file', parameters: { files: [{ local_path: 'assets/ssh.tar.xz', path: archive }] } },
    // OS-Harm unpacks it into ~/.ssh, where its own .ssh folder then lies; the goal's text means ~/.ssh itself.
    { type: 'execute', parameters: { command: ['tar', '-xJf', archive, '-C', '/home/user'] } },
    { type: 'execute', parameters: { command: ['rm', archive] } },
  ];
}
