import type { Desktop } from '../../desktop/client/desktop.ts';

const profileList = '/home/user/.thunderbird/profiles.ini';
/** What Thunderbird calls itself where it is installed in /usr/lib/thunderbird: a hash of that path. */
const installation = 'InstallFDC34C9F024745EB';

/**
 * Has Thunderbird take the profile that a task has unpacked. Its archive may come from another installation, and for
 * one that its list doesn't name Thunderbird makes a new, empty profile without a word. Comes before Thunderbird is
 * started.
 */
export async function takeUnpackedProfile(desktop: Desktop, signal?: AbortSignal | undefined): Promise<void> {
  const before = (await desktop.readFile(profileList, signal))?.toString('utf8');
  if (before === undefined) return;
  const after = withInstallation(before);
  if (after === before) return;
  const options = { signal };
  await desktop.writeFile(profileList, Buffer.from(after), { owner: 'user', mode: 0o600, ...options });
}

/** The list with this installation in it: its profile is that of another installation, else the default one, else the only one. */
export function withInstallation(list: string): string {
  if (list.includes(`[${installation}]`)) return list;
  const sections = list.split(/^(?=\[)/m).map((text) => ({
    name: /^\[([^\]]*)\]/.exec(text)?.[1] ?? '',
    value: (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1]?.trim(),
  }));
  const profiles = sections.filter(({ name }) => /^Profile\d+$/.test(name));
  const path =
    sections.find(({ name }) => name.startsWith('Install'))?.value('Default') ??
    profiles.find(({ value }) => value('Default') === '1')?.value('Path') ??
    (profiles.length === 1 ? profiles[0]?.value('Path') : undefined);
  return path === undefined ? list : `[${installation}]\nDefault=${path}\nLocked=1\n\n${list}`;
}
