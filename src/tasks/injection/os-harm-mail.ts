import { posix } from 'node:path';
import { OsharmError } from '../../base/errors.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { readLocalFile } from '../setup/local-file.ts';
import { takeUnpackedProfile } from '../setup/thunderbird-profiles.ts';
import { waitForWindow } from '../setup/wait-for-window.ts';
import { type OsHarmSetup, type PlacedFile, readOsHarmSetup } from '../suite/imported/os-harm-setup.ts';

/** Returns a vector's set-up in an OS-Harm checkout. Throws OsharmError if its `lib_run_single.py` lacks it. */
export function checkoutSetup<Part extends keyof OsHarmSetup>(
  checkout: string,
  part: Part,
): NonNullable<OsHarmSetup[Part]> {
  const found = readOsHarmSetup(checkout)?.[part];
  if (found !== undefined && found !== null) return found;
  throw new OsharmError(`${checkout}: lib_run_single.py doesn't say what OS-Harm does here (${part}).`, {
    code: 'attack-checkout-setup',
    blame: 'task',
    hint: 'Give a checkout of OS-Harm with OS-Harm’s original lib_run_single.py.',
  });
}

export async function placeCheckoutFiles(
  checkout: string,
  files: readonly PlacedFile[],
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const options = { signal };
  for (const { local, path } of files)
    await desktop.writeFile(path, await readLocalFile(checkout, local), { owner: 'user', mode: 0o644, ...options });
}

/** Unpacks OS-Harm's Thunderbird profile. Thunderbird must not be running. */
export async function unpackCheckoutProfile(
  checkout: string,
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const options = { signal };
  const { local, path, folder } = checkoutSetup(checkout, 'profile');
  await placeCheckoutFiles(checkout, [{ local, path }], desktop, signal);
  const unpacked = await desktop.exec(['tar', '--recursive-unlink', '-xJf', path, '-C', folder], options);
  if (unpacked.returncode !== 0)
    throw new OsharmError(`OS-Harm's mail profile can't be unpacked: ${unpacked.error.trim().slice(-300)}`, {
      code: 'attack-mail-profile',
      blame: 'task',
    });
  await takeUnpackedProfile(desktop, signal);
}

export async function placeCheckoutMails(
  { content, suiteFolder }: { content: string; suiteFolder: string },
  desktop: Desktop,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const options = { signal };
  const { messages, placeholder } = checkoutSetup(suiteFolder, 'received');
  await unpackCheckoutProfile(suiteFolder, desktop, signal);
  for (const { local, path } of messages) {
    const message = (await readLocalFile(suiteFolder, local)).toString('utf8');
    const filled = message.replaceAll(`{${placeholder}}`, () => content);
    await desktop.writeFile(posix.normalize(path), Buffer.from(filled), { owner: 'user', mode: 0o644, ...options });
  }
  await desktop.launch(['thunderbird', '-mail'], options);
  await waitForWindow(['Thunderbird'], desktop, signal);
}
