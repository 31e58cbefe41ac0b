import { posix } from 'node:path';
import { z } from 'zod';
import { addVisits } from '../chromium-history.ts';
import { stepError } from '../setup-failure.ts';
import { defineSetupKind, type SetupContext } from '../setup-kind.ts';
import { changedDatabase } from '../sqlite-file.ts';
import { lastWords } from './execute.ts';

const profileLink = '/home/user/.config/google-chrome';
const emptyProfile = '/tmp/.new-profile';
const makeCapMs = 60_000;

const entrySchema = z.looseObject({
  url: z.string().min(1),
  title: z.string(),
  visit_time_from_now_in_seconds: z.number().min(0),
});
export type HistoryEntry = z.output<typeof entrySchema>;

/**
 * Adds visits to Chromium's history before Chromium is launched. In a new profile, Chromium first creates the file, so
 * that its format matches the version.
 */
export const updateBrowseHistory = defineSetupKind({
  summary: 'Adds visits to the browser’s history.',
  parameters: z.strictObject({ history: z.array(entrySchema).min(1) }),
  async run({ history }, context) {
    const { desktop, signal } = context;
    const link = await desktop.exec(['readlink', '-f', profileLink], { signal: context.signal });
    const profile = posix.join(link.returncode === 0 ? link.output.trim() : profileLink, 'Default');
    const path = posix.join(profile, 'History');
    const running = await desktop.exec(['pgrep', '-f', '/chromium/chromium|/chrome/chrome'], {
      signal: context.signal,
    });
    if (running.returncode === 0)
      throw stepError('Chromium is already running, so it would not load the history.', {
        code: 'setup-history-in-use',
        blame: 'task',
        hint: 'Put update_browse_history before the step that launches Chromium.',
      });
    const there = (await desktop.readFile(path, signal)) ?? (await newHistory(context));
    await desktop.writeFile(path, await withVisits(there, history, Date.now()), {
      owner: 'user',
      mode: 0o600,
      signal: context.signal,
    });
  },
});

async function newHistory(context: SetupContext): Promise<Buffer> {
  const { desktop, signal } = context;
  const options = ['--headless', '--no-first-run', '--disable-gpu', `--user-data-dir=${emptyProfile}`];
  const made = await desktop.exec(['google-chrome', ...options, '--dump-dom', 'about:blank'], {
    timeoutMs: makeCapMs,
    signal: context.signal,
  });
  const history = await desktop.readFile(posix.join(emptyProfile, 'Default/History'), signal);
  await desktop.exec(['rm', '-rf', emptyProfile], { signal: context.signal });
  if (history !== null) return history;
  throw stepError(`Chromium created no history: ${lastWords(made)}`, {
    code: 'setup-history',
    blame: 'environment',
    isRetryable: true,
  });
}

/** `now` is in Unix milliseconds. */
export function withVisits(file: Buffer, entries: readonly HistoryEntry[], now: number): Promise<Buffer> {
  const visits = entries.map(({ url, title, visit_time_from_now_in_seconds: ago }) => ({
    url,
    title,
    time: now - ago * 1000,
  }));
  return changedDatabase(file, (database) => addVisits(database, visits));
}
