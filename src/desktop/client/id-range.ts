import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { EnvironmentError } from '../../base/errors.ts';
import { fallback, isSystemError } from '../../base/expected-errors.ts';

/** The host ids that a user namespace maps: id n inside is `first + n` on the host. */
export interface IdRange {
  firstUser: number;
  firstGroup: number;
}

export const idCount = 65_536;

/** Default range from which `useradd` and `usermod` assign subordinate ids (/etc/login.defs). */
const accountsFirst = 100_000;
const accountsEnd = 600_100_000;

/**
 * Root needs no entry for `newuidmap`. This range is above useradd's subordinate ids (up to 600,100,000),
 * systemd-nspawn's containers (524,288 to 1,879,048,191), LXD, OpenShift, and the accounts of SSSD and FreeIPA (up to
 * 2,000,200,000). It is below systemd's foreign ids (from 2,147,352,576) and the ids from 2^31, which programs with
 * signed ids misread. See docs/decisions/0078-ids-of-the-image.md.
 */
const privateFirst = 0x7f00_0000;

export interface IdFiles {
  users: string;
  groups: string;
  userMap?: string;
  groupMap?: string;
}

type Account = { uid: number; username: string };

const systemFiles: IdFiles = { users: '/etc/subuid', groups: '/etc/subgid' };

/**
 * The account's range in /etc/subuid and /etc/subgid. Root without an entry gets a range that no tool assigns and that
 * this container maps. Throws EnvironmentError `sandbox-no-id-range` with the command that adds a range.
 */
export async function readIdRange(account: Account = userInfo(), files: IdFiles = systemFiles): Promise<IdRange> {
  const [users, groups] = await Promise.all([readEntries(files.users), readEntries(files.groups)]);
  const firstUser =
    ownFirst(users, account) ?? (await rootFirst(users, account, files.userMap ?? '/proc/self/uid_map'));
  const firstGroup =
    ownFirst(groups, account) ?? (await rootFirst(groups, account, files.groupMap ?? '/proc/self/gid_map'));
  if (firstUser !== null && firstGroup !== null) {
    const other = otherOwner(users, firstUser, account) ?? otherOwner(groups, firstGroup, account);
    if (other === null) return { firstUser, firstGroup };
    throw new EnvironmentError(
      `The sub-ids from ${firstUser} on belong to ${account.username} and to ${other} too, so each could access the other's files.`,
      { code: 'sandbox-id-range-shared', hint: `${addRange([...users, ...groups], account)}` },
    );
  }
  if (account.uid === 0)
    throw new EnvironmentError(
      `This root runs in a container that has no ${idCount} ids besides its own (/proc/self/uid_map), which a sandbox needs.`,
      {
        code: 'sandbox-no-id-range',
        hint: 'Start the container with more ids (--privileged, without a user namespace of 65536 ids), or run osharm outside it.',
      },
    );
  throw new EnvironmentError(
    `The account ${account.username} has no range of ${idCount} sub-ids in ${files.users} and ${files.groups}, which a sandbox needs.`,
    { code: 'sandbox-no-id-range', hint: addRange([...users, ...groups], account) },
  );
}

function addRange(entries: readonly Entry[], { username }: Account): string {
  let first = accountsFirst;
  for (const entry of [...entries].sort((a, b) => a.first - b.first))
    if (overlaps(entry, first)) first = entry.first + entry.count;
  const range = `${first}-${first + idCount - 1}`;
  if (first + idCount > accountsEnd) return `No range is free: shorten one in /etc/subuid and /etc/subgid.`;
  return `Run: sudo usermod --add-subuids ${range} --add-subgids ${range} ${username}`;
}

/** Returns null if the account may use the ids of an image's files. `other`: another account with these ids. */
export async function lostRange(
  { firstUser, firstGroup }: IdRange,
  account: Account = userInfo(),
  files: IdFiles = systemFiles,
): Promise<{ other: string | null; mayUse: boolean } | null> {
  const [users, groups] = await Promise.all([readEntries(files.users), readEntries(files.groups)]);
  const other = otherOwner(users, firstUser, account) ?? otherOwner(groups, firstGroup, account);
  const mayUse = account.uid === 0 || (isWithin(users, firstUser, account) && isWithin(groups, firstGroup, account));
  return other === null && mayUse ? null : { other, mayUse };
}

/** Throws EnvironmentError `image-foreign-range` if the account may not use the ids of an image's files. */
export async function checkImageRange(
  image: { id: string; range: IdRange },
  account: Account = userInfo(),
  files: IdFiles = systemFiles,
): Promise<void> {
  const lost = await lostRange(image.range, account, files);
  if (lost === null) return;
  const { other, mayUse } = lost;
  const last = (first: number) => `${first}-${first + idCount - 1}`;
  const giveBack =
    other === null
      ? `If the image is yours and lost its range: sudo usermod --add-subuids ${last(image.range.firstUser)} --add-subgids ${last(image.range.firstGroup)} ${account.username}`
      : '';
  const whose = other === null ? `which ${account.username} may not use` : `which belong to ${other}`;
  throw new EnvironmentError(
    `The files of the desktop image ${image.id} belong to the ids from ${image.range.firstUser} on, ${whose}.`,
    {
      code: 'image-foreign-range',
      hint: mayUse
        ? 'If the image is yours, move it to other ids in seconds: osharm setup image build. Otherwise set OSHARM_CACHE to your own folder.'
        : `Each account needs its own image: set OSHARM_CACHE to your own folder, then run: osharm setup image build. ${giveBack}`,
    },
  );
}

interface Entry {
  owner: string;
  first: number;
  count: number;
}

async function readEntries(path: string): Promise<Entry[]> {
  const text = await readFile(path, 'utf8').catch(fallback('', isSystemError));
  return text.split('\n').flatMap((line) => {
    const [owner, first, count] = line.trim().split(':');
    return owner === undefined || count === undefined ? [] : [{ owner, first: Number(first), count: Number(count) }];
  });
}

function otherOwner(entries: readonly Entry[], first: number, account: Account): string | null {
  return entries.find((entry) => !isOf(entry, account) && overlaps(entry, first))?.owner ?? null;
}

const overlaps = (entry: Entry, first: number): boolean =>
  entry.first < first + idCount && first < entry.first + entry.count;

const isWithin = (entries: readonly Entry[], first: number, account: Account): boolean =>
  entries.some((entry) => isOf(entry, account) && entry.first <= first && first + idCount <= entry.first + entry.count);

const isOf = (entry: Entry, account: Account): boolean =>
  entry.owner === account.username || entry.owner === String(account.uid);

/** Prefers a range that isn't shared with another account. */
function ownFirst(entries: readonly Entry[], account: Account): number | null {
  const own = entries.filter((entry) => isOf(entry, account) && entry.count >= idCount);
  const entry = own.find(({ first }) => otherOwner(entries, first, account) === null) ?? own[0];
  if (entry === undefined) return null;
  // LXD adds an entry of a billion ids for root and uses the first ones.
  return account.uid === 0 ? entry.first + entry.count - idCount : entry.first;
}

/** The highest unused range at or below `privateFirst` that this container maps; null unless root. */
async function rootFirst(entries: readonly Entry[], account: Account, map: string): Promise<number | null> {
  if (account.uid !== 0) return null;
  const mapped = await readMap(map);
  for (let first = privateFirst; first >= idCount; first -= idCount)
    if (mapped.some((extent) => extent.first <= first && first + idCount <= extent.first + extent.count))
      if (otherOwner(entries, first, account) === null) return first;
  return null;
}

/** Parses /proc/self/uid_map or gid_map: `inside outside count`. */
async function readMap(path: string): Promise<{ first: number; count: number }[]> {
  const text = await readFile(path, 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([first = 0, , count = 0]) => ({ first, count }));
}
