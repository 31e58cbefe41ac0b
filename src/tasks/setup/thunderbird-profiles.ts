import type { Desktop } from '../../desktop/client/desktop.ts';

const profileList = '/home/user/.thunderbird/profiles.ini';
/** Thunderbird's identifier of the installation in /usr/lib/thunderbird: a hash of that path. */
const installation = 'InstallFDC34C9F024745EB';

/** Selects an unpacked profile. Thunderbird would ignore another installation's and silently create an empty one. */
export async function takeUnpackedProfile(desktop: Desktop, signal?: AbortSignal | undefined): Promise<void> {
  const before = (await desktop.readFile(profileList, signal))?.toString('utf8');
  if (before === undefined) return;
  const after = withInstallation(before);
  if (after === before) return;
  const options = { signal };
  await desktop.writeFile(profileList, Buffer.from(after), { owner: 'user', mode: 0o600, ...options });
}

/** Adds this installation to the list, with another installation's profile, else the default or only profile. */
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
