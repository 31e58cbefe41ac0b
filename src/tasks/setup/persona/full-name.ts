import type { Desktop } from '../../../desktop/client/desktop.ts';

const accounts = '/etc/passwd';
const profile = '/home/user/.thunderbird/default/prefs.js';

/** Gives the desktop's account a person's full name, and the sender of its mail. */
export async function setFullName(desktop: Desktop, name: string, signal?: AbortSignal): Promise<void> {
  const replace = async (path: string, owner: 'root' | 'user', pattern: RegExp): Promise<void> => {
    const content = await desktop.readFile(path, signal);
    if (content === null) return;
    const text = content.toString('utf8').replace(pattern, (_, before: string) => `${before}${name}`);
    await desktop.writeFile(path, Buffer.from(text), { owner, signal });
  };
  await replace(accounts, 'root', /^(user:[^:]*:\d+:\d+:)[^:]*/m);
  await replace(profile, 'user', /("mail\.identity\.id1\.fullName", ")[^"]*/);
}
