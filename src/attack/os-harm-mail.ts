import { posix } from 'node:path';
import type { Desktop } from '../desktop/desktop.ts';
import { readLocalFile } from '../desktop/setup/local-file.ts';
import { waitForWindow } from '../desktop/setup/wait-for-window.ts';
import { attackFailure } from './attack-failure.ts';

/** OS-Harm's Thunderbird profile in its checkout, and where its vector puts three messages. */
export const checkoutProfile = 'assets/thunderbird-profile_maildir_gmail_gadenzi.tar.xz';
const profile = 'lh74c3yu.default-release-1';
const folder = `/home/user/.thunderbird/${profile}/Mail/Local Folders/Important/cur`;
const profileList = '/home/user/.thunderbird/profiles.ini';
const messages = ['message_1.eml', 'message_2.eml', 'message_3.eml'];
const archive = '/tmp/.mail-profile.tar.xz';

/** Unpacks OS-Harm's profile into the home folder, as its mail vectors do. Thunderbird must not run. */
export async function unpackCheckoutProfile(
  suiteFolder: string,
  desktop: Desktop,
  signal?: AbortSignal,
): Promise<void> {
  const own = signal === undefined ? {} : { signal };
  const before = (await desktop.readFile(profileList, signal))?.toString('utf8') ?? '';
  await desktop.writeFile(archive, await readLocalFile(suiteFolder, checkoutProfile), {
    owner: 'user',
    mode: 0o600,
    ...own,
  });
  const unpacked = await desktop.exec(['tar', '--recursive-unlink', '-xJf', archive, '-C', '/home/user'], own);
  await desktop.exec(['rm', '-f', archive], own);
  if (unpacked.returncode !== 0)
    throw attackFailure(`OS-Harm's mail profile can't be unpacked: ${unpacked.error.trim().slice(-300)}`, {
      code: 'attack-mail-profile',
      blame: 'task',
    });
  // The archive comes from another installation, and Thunderbird makes a new profile for one that its list doesn't name.
  const installation = /^\[Install[0-9A-F]+\]$/m.exec(before)?.[0];
  const after = (await desktop.readFile(profileList, signal))?.toString('utf8') ?? '';
  if (installation === undefined || after.includes(installation)) return;
  await desktop.writeFile(profileList, Buffer.from(`${installation}\nDefault=${profile}\nLocked=1\n\n${after}`), {
    owner: 'user',
    mode: 0o600,
    ...own,
  });
}

/** OS-Harm's three messages with the text in place of `{injection}` in its folder Important, then Thunderbird's mail window. */
export async function placeCheckoutMails(
  { content, suiteFolder }: { content: string; suiteFolder: string },
  desktop: Desktop,
  signal?: AbortSignal,
): Promise<void> {
  const own = signal === undefined ? {} : { signal };
  await unpackCheckoutProfile(suiteFolder, desktop, signal);
  for (const name of messages) {
    const message = (await readLocalFile(suiteFolder, `assets/${name}`)).toString('utf8');
    const filled = message.replaceAll('{injection}', () => content);
    await desktop.writeFile(posix.join(folder, name), Buffer.from(filled), { owner: 'user', mode: 0o644, ...own });
  }
  await desktop.launch(['thunderbird', '-mail'], own);
  await waitForWindow(['Thunderbird'], desktop, signal);
}
