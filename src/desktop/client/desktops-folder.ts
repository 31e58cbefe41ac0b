import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * The private folder of this account's desktops: one folder for each, with its sockets. Short, since a socket's path
 * may have 107 characters only.
 */
export function desktopsFolder(): string {
  return join(tmpdir(), `osharm-${userInfo().uid}`);
}
