import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { EnvironmentError } from '../../base/errors.ts';
import { fallback, isSystemError } from '../../base/expected-errors.ts';

/** Ids of the host that stand for 0 … 65535 inside a user namespace: inside id n is `first + n` outside. */
export interface IdRange {
  firstUser: number;
  firstGroup: number;
}

/** How many ids a namespace has: all that ordinary files and accounts use. */
export const idCount = 65_536;

const usualFirst = 100_000;
/** Above what `useradd` gives out by default, so that no account's range is there. */
const privateFirst = 2_000_000_000;

/**
 * The range that this account may use: its entry in /etc/subuid and /etc/subgid. Root may use any; without an entry it
 * takes the customary one, unless that was given to another account.
 * Throws EnvironmentError `sandbox-no-id-range` with the command that adds a range.
 */
export async function readIdRange(
  account: { uid: number; username: string } = userInfo(),
  files = { users: '/etc/subuid', groups: '/etc/subgid' },
): Promise<IdRange> {
  const [users, groups] = await Promise.all([readEntries(files.users), readEntries(files.groups)]);
  const firstUser = firstOf(users, account);
  const firstGroup = firstOf(groups, account);
  if (firstUser !== null && firstGroup !== null) {
    const other = otherOwner(users, firstUser, account) ?? otherOwner(groups, firstGroup, account);
    if (other === null) return { firstUser, firstGroup };
    throw new EnvironmentError(
      `The sub-ids from ${firstUser} on are given to ${account.username} and to ${other} too, so each could access the other's files.`,
      {
        code: 'sandbox-id-range-shared',
        hint: `Give each its own range in ${files.users} and ${files.groups}; then build the image again.`,
      },
    );
  }
  const free = [...users, ...groups].reduce((most, { first, count }) => Math.max(most, first + count), usualFirst);
  const range = `${free}-${free + idCount - 1}`;
  throw new EnvironmentError(
    `The account ${account.username} has no range of ${idCount} sub-ids in ${files.users} and ${files.groups}, which a sandbox needs.`,
    {
      code: 'sandbox-no-id-range',
      hint: `Run: sudo usermod --add-subuids ${range} --add-subgids ${range} ${account.username}`,
    },
  );
}

/**
 * Refuses the ids that own an image's files where this account may not use them: it comes from a cache that is shared,
 * or the range was given to somebody else since. Throws EnvironmentError `image-foreign-range`.
 */
export async function checkImageRange(
  image: { id: string; range: IdRange },
  account: { uid: number; username: string } = userInfo(),
  files = { users: '/etc/subuid', groups: '/etc/subgid' },
): Promise<void> {
  const { firstUser, firstGroup } = image.range;
  const [users, groups] = await Promise.all([readEntries(files.users), readEntries(files.groups)]);
  const other = otherOwner(users, firstUser, account) ?? otherOwner(groups, firstGroup, account);
  const mayUse = account.uid === 0 || (isWithin(users, firstUser, account) && isWithin(groups, firstGroup, account));
  if (other === null && mayUse) return;
  const whose = other === null ? `which ${account.username} may not use` : `which are given to ${other}`;
  throw new EnvironmentError(
    `The files of the desktop image ${image.id} belong to the ids from ${firstUser} on, ${whose}.`,
    {
      code: 'image-foreign-range',
      hint: mayUse
        ? `Build it again: osharm setup image remove ${image.id} && osharm setup image build`
        : 'Each account needs its own image: set OSHARM_CACHE to your own folder, then run: osharm setup image build',
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

/** Another account that ids of this range are given to. */
function otherOwner(
  entries: readonly Entry[],
  first: number,
  account: { uid: number; username: string },
): string | null {
  const met = entries.find(
    (entry) => !isOf(entry, account) && entry.first < first + idCount && first < entry.first + entry.count,
  );
  return met?.owner ?? null;
}

const isWithin = (entries: readonly Entry[], first: number, account: { uid: number; username: string }): boolean =>
  entries.some((entry) => isOf(entry, account) && entry.first <= first && first + idCount <= entry.first + entry.count);

const isOf = (entry: Entry, account: { uid: number; username: string }): boolean =>
  entry.owner === account.username || entry.owner === String(account.uid);

function firstOf(entries: Entry[], account: { uid: number; username: string }): number | null {
  const existing = entries.find((entry) => isOf(entry, account) && entry.count >= idCount);
  if (existing !== undefined) return existing.first;
  if (account.uid !== 0) return null;
  return otherOwner(entries, usualFirst, account) === null ? usualFirst : privateFirst;
}
