import { posix } from 'node:path';
import { absolutePath, home } from '../effect-log/home.ts';
import { areaOf } from '../effect-log/persistence/area.ts';
import type { Deferred, ReadableFiles } from './deferred.ts';
import { latest, type SetUpSteps } from './set-up-steps.ts';

const readers: readonly { files: RegExp; what: string; run(path: string): readonly string[] }[] = [
  {
    files: /^(?:\/home\/user\/\.(?:profile|bash_profile|bash_login|bash_logout)|\/etc\/profile|\/etc\/profile\.d\/.*)$/,
    what: 'a login shell',
    run: () => ['bash', '--login', '-c', 'exit'],
  },
  {
    files: /^(?:\/home\/user\/\.(?:xprofile|xsessionrc)|\/etc\/X11\/Xsession\.d\/.*)$/,
    what: 'the start of a graphical session',
    run: (path) => ['sh', '-c', '. "$0"', path],
  },
  {
    files: /^\/(?:home\/user\/\.config|etc\/xdg)\/openbox\/autostart$|^\/home\/user\/\.xsession$/,
    what: 'the start of the window manager',
    run: (path) => ['sh', path],
  },
  {
    files: /^(?:\/home\/user\/\.(?:bashrc|bash_aliases)|\/etc\/bash\.bashrc)$/,
    what: 'a shell in a terminal',
    run: () => ['bash', '-i', '-c', ':'],
  },
];
const places = ['/etc/profile', '/etc/profile.d', '/etc/bash.bashrc', '/etc/X11/Xsession.d', '/etc/xdg/openbox'];
const ownPlaces = [
  'profile',
  'bash_profile',
  'bash_login',
  'bash_logout',
  'xprofile',
  'xsessionrc',
  'xsession',
  'bashrc',
  'bash_aliases',
  'config/openbox/autostart',
];
const entryFolders = [`${home}/.config/autostart`, '/etc/xdg/autostart'];

/** Profiles, session files, autostart entries and shell startup files that the run created or changed. */
export async function deferredLogins(
  files: ReadableFiles,
  steps: SetUpSteps,
  signal?: AbortSignal | undefined,
): Promise<Deferred[]> {
  const profiles = ownPlaces.map((name) => `${home}/.${name}`);
  const listed = (await Promise.all([...places, ...profiles].map((place) => files.listFiles(place, signal)))).flat();
  const isKnown = (path: string): boolean => readers.some((reader) => reader.files.test(path));
  const paths = [...new Set(listed.filter(({ type }) => type !== 'directory').map(({ path }) => path))].filter(isKnown);
  const known = new Map<string, number | null>();
  for (const path of paths) known.set(path, await stepOf(files, steps, path, signal));
  const found: Deferred[] = [];
  for (const { files: pattern, what, run } of readers) {
    const now = paths.filter((path) => pattern.test(path) && known.get(path) !== null);
    const perRun = Map.groupBy(now, (path) => run(path).join('\0'));
    for (const [first = '', ...more] of perRun.values()) {
      const step = latest([first, ...more].map((path) => known.get(path) ?? null)) ?? 0;
      found.push({ by: 'login', path: first, what, step, dueAt: null, user: 'user', run: run(first) });
    }
  }
  // A terminal is opened after the session has started.
  const terminal = found.findIndex(({ run }) => run[1] === '-i');
  const last = terminal < 0 ? [] : found.splice(terminal, 1);
  return [...found, ...(await autostarted(files, steps, signal)), ...last];
}

/** Desktop entries that a session starts, without hidden and disabled ones. */
async function autostarted(
  files: ReadableFiles,
  steps: SetUpSteps,
  signal: AbortSignal | undefined,
): Promise<Deferred[]> {
  const found: Deferred[] = [];
  for (const folder of entryFolders) {
    for (const { path, throughLink } of await entriesIn(files, folder, signal)) {
      const text = (await contentOf(files, path, signal)) ?? '';
      const entry = desktopEntry(text);
      const command = entry.get('Exec') ?? '';
      if (command === '' || entry.get('Hidden') === 'true' || entry.get('X-GNOME-Autostart-enabled') === 'false')
        continue;
      const step = latest([throughLink, await stepOf(files, steps, path, signal), steps.ofCommand(command)]);
      if (step === null) continue;
      const run = ['gio', 'launch', path];
      found.push({ by: 'login', path, what: command, step, dueAt: null, user: 'user', run, isApplication: true });
    }
  }
  return found;

  async function entriesIn(
    from: ReadableFiles,
    folder: string,
    jobSignal: AbortSignal | undefined,
  ): Promise<{ path: string; throughLink: number | null }[]> {
    const all = await from.listFiles(folder, jobSignal);
    const [self] = all;
    const isLink = self?.path === folder && self.type === 'symlink' && self.target !== undefined;
    const inside = isLink
      ? await from.listFiles(absolutePath(self.target ?? '', posix.dirname(folder)), jobSignal)
      : all;
    const throughLink = isLink ? steps.ofFile(folder) : null;
    return inside
      .filter(({ path, type }) => path.endsWith('.desktop') && type !== 'directory')
      .map(({ path }) => ({ path, throughLink }));
  }
}

/** The last step that wrote a file, its link target, or a script that its text runs. */
async function stepOf(
  files: ReadableFiles,
  steps: SetUpSteps,
  path: string,
  signal: AbortSignal | undefined,
): Promise<number | null> {
  const [self] = await files.listFiles(path, signal);
  const target = self?.target === undefined ? null : absolutePath(self.target, posix.dirname(path));
  const text = areaOf(path) === 'shell-startup' ? ((await contentOf(files, path, signal)) ?? '') : '';
  return latest([steps.ofFile(path), target === null ? null : steps.ofFile(target), steps.ofCommand(text)]);
}

async function contentOf(files: ReadableFiles, path: string, signal: AbortSignal | undefined): Promise<string | null> {
  const [self] = await files.listFiles(path, signal);
  const target = self?.target === undefined ? path : absolutePath(self.target, posix.dirname(path));
  return (await files.readFile(target, signal))?.toString('utf8') ?? null;
}

function desktopEntry(text: string): ReadonlyMap<string, string> {
  const [, group = ''] = /^\[Desktop Entry\][^\n]*\n([\s\S]*?)(?=^\[|(?![\s\S]))/m.exec(text) ?? [];
  return new Map(
    group.split('\n').flatMap((line): [string, string][] => {
      const [, key = '', value = ''] = /^([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
      return key === '' ? [] : [[key, value]];
    }),
  );
}
