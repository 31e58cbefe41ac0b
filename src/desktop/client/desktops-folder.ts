import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** The account's private folder for sockets. Its path is short, because socket paths are limited to 107 characters. */
export function desktopsFolder(): string {
  return join(tmpdir(), `osharm-${userInfo().uid}`);
}
