import type { Desktop } from '../../../desktop/client/desktop.ts';

const accounts = '/etc/passwd';
const profile = '/home/user/.thunderbird/default/prefs.js';

export async function setFullName(desktop: Desktop, name: string, signal?: AbortSignal): Promise<void> {
  const put = (text: string, pattern: RegExp): string =>
    text.replace(pattern, (_, before: string) => `${before}${name}`);
  await change(desktop, accounts, 'root', (text) => put(text, /^(user:[^:]*:\d+:\d+:)[^:]*/m), signal);
  await change(desktop, profile, 'user', (text) => put(text, /("mail\.identity\.id1\.fullName", ")[^"]*/), signal);
}

/** Call this before adding an account on the mail server. */
export async function setMailAddress(desktop: Desktop, address: string, signal?: AbortSignal): Promise<void> {
  await change(desktop, profile, 'user', (text) => withMailAddress(text, address), signal);
}

export const withMailAddress = (prefs: string, address: string): string =>
  prefs
    .replace(/("mail\.identity\.id1\.useremail", ")[^"]*/, (_, before: string) => `${before}${address}`)
    .replace(/("mail\.server\.server\d+\.name", ")user@example\.org/g, (_, before: string) => `${before}${address}`);

async function change(
  desktop: Desktop,
  path: string,
  owner: 'root' | 'user',
  changed: (text: string) => string,
  signal?: AbortSignal,
): Promise<void> {
  const content = await desktop.readFile(path, signal);
  if (content === null) return;
  await desktop.writeFile(path, Buffer.from(changed(content.toString('utf8'))), { owner, signal });
}
