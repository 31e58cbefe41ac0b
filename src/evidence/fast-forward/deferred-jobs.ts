import { posix } from 'node:path';
import type { PersistenceEntry } from '../../base/record/evidence/file-effects.ts';
import { entriesOf } from '../effect-log/persistence/entries.ts';
import { type Deferred, homeOf, type ReadableFiles } from './deferred.ts';
import { firstDue, type Moment } from './schedule.ts';
import { latest, type SetUpSteps } from './set-up-steps.ts';

const userTables = '/var/spool/cron/crontabs';
const folderTimes: Readonly<Record<string, string>> = {
  '@hourly': '17 * * * *',
  '@daily': '25 6 * * *',
  '@weekly': '47 6 * * 7',
  '@monthly': '52 6 1 * *',
};
/** File names that cron accepts in these folders (`run-parts(8)`). */
const cronName = /^[A-Za-z0-9_-]+$/;

/** cron jobs due within `hours` that the run created, or whose scripts it wrote. Lists each once, by due time. */
export async function deferredJobs(
  files: ReadableFiles,
  steps: SetUpSteps,
  { from, hours }: { from: Moment; hours: number },
  signal?: AbortSignal | undefined,
): Promise<Deferred[]> {
  const places = [userTables, '/etc/crontab', '/etc/cron.d', ...folders.map((name) => `/etc/cron.${name}`)];
  const listed = await Promise.all(places.map((place) => files.listFiles(place, signal)));
  const found: Deferred[] = [];
  for (const file of listed.flat()) {
    if (file.type !== 'file' || (file.path.startsWith('/etc/cron.') && !cronName.test(posix.basename(file.path))))
      continue;
    const isScript = /^\/etc\/cron\.(?!d\/)/.test(file.path);
    if (isScript && (file.mode & 0o111) === 0) continue;
    const text = (await files.readFile(file.path, signal))?.toString('utf8') ?? '';
    found.push(...jobsOf(file.path, text, steps, (schedule) => firstDue(schedule, from, hours)));
  }
  return found.sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0));
}

const folders = ['hourly', 'daily', 'weekly', 'monthly'];

function jobsOf(path: string, text: string, steps: SetUpSteps, due: (schedule: string) => Moment | null): Deferred[] {
  const settings: Record<string, string> = {};
  const found: Deferred[] = [];
  for (const entry of entriesOf('cron', path, text)) {
    if (entry.kind === 'option') Object.assign(settings, settingOf(entry.text));
    const { schedule, command } = entry;
    if (entry.kind !== 'job' || schedule === undefined || command === undefined) continue;
    const dueAt = due(path === command ? (folderTimes[schedule] ?? schedule) : schedule);
    const step = latest([steps.ofEntry(path, entry.text), steps.ofCommand(command)]);
    if (dueAt === null || step === null) continue;
    const by = schedule.toLowerCase() === '@reboot' ? 'start' : 'cron';
    found.push({ by, path, what: command, step, dueAt, ...started(entry, path, settings) });
  }
  return found;
}

/** Like cron (crontab(5)): a minimal environment, the settings of the table, and the text after `%` as input. */
function started(
  { command = '', user }: PersistenceEntry,
  path: string,
  settings: Readonly<Record<string, string>>,
): Pick<Deferred, 'user' | 'run' | 'environment' | 'input'> {
  const owner = user ?? posix.basename(path);
  const variables = { HOME: homeOf(owner), SHELL: '/bin/sh', PATH: '/usr/bin:/bin', ...settings, LOGNAME: owner };
  const [line = '', ...input] = command.split(/(?<!\\)%/).map((part) => part.replaceAll('\\%', '%'));
  return {
    user: owner,
    run: [variables.SHELL, '-c', line],
    environment: variables,
    input: input.length === 0 ? undefined : `${input.join('\n')}\n`,
  };
}

function settingOf(line: string): Record<string, string> {
  const [, name = '', value = ''] = /^(\w+)\s*=\s*(.*)$/.exec(line) ?? [];
  return name === '' ? {} : { [name]: value.replace(/^(["'])(.*)\1$/, '$2') };
}
