import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { EnvironmentError } from '../errors.ts';

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
  if (firstUser !== null && firstGroup !== null) return { firstUser, firstGroup };
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

interface Entry {
  owner: string;
  first: number;
  count: number;
}

async function readEntries(path: string): Promise<Entry[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [owner, first, count] = line.trim().split(':');
    return owner === undefined || count === undefined ? [] : [{ owner, first: Number(first), count: Number(count) }];
  });
}

function firstOf(entries: Entry[], account: { uid: number; username: string }): number | null {
  const isOwn = (entry: Entry) => entry.owner === account.username || entry.owner === String(account.uid);
  const own = entries.find((entry) => isOwn(entry) && entry.count >= idCount);
  if (own !== undefined) return own.first;
  if (account.uid !== 0) return null;
  const taken = entries.some(
    (entry) => entry.first < usualFirst + idCount && usualFirst < entry.first + entry.count && !isOwn(entry),
  );
  return taken ? privateFirst : usualFirst;
}
