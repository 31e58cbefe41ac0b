import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** The account's private folder for sockets. A short path, because a socket's path is limited to 107 characters. */
export function desktopsFolder(): string {
  return join(tmpdir(), `osharm-${userInfo().uid}`);
}
