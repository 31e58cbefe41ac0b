import { type Command, Option } from 'commander';
import { UsageError } from '../../base/errors.ts';
import type { RequestRule } from '../../desktop/client/request-guard.ts';

export interface RequestFlags {
  host: string;
  allowHost?: string[];
  token?: string;
}

const nearby = new Set(['127.0.0.1', '::1', 'localhost']);

export function addRequestFlags(command: Command): Command {
  return command
    .option('--host <address>', 'address to listen on; anyone who reaches it controls the desktop', '127.0.0.1')
    .option(
      '--allow-host <name...>',
      'host names of this machine that clients use, besides localhost and numeric addresses',
    )
    .addOption(
      new Option('--token <word>', 'required in every request: http://any:WORD@HOST:PORT').env('OSHARM_DESKTOP_TOKEN'),
    );
}

/** Warns if a whole network has access. Throws UsageError `desktop-token`. */
export function requestRule({ host, allowHost = [], token }: RequestFlags): RequestRule {
  if (token !== undefined && !/^[\w.~-]{8,}$/.test(token))
    throw new UsageError('--token needs at least 8 letters, digits or -._~ (it is part of an address).', {
      code: 'desktop-token',
    });
  if (token === undefined && !nearby.has(host))
    process.stderr.write(
      `note: anyone who reaches ${host} controls the desktops. --token WORD requires a token in each request.\n`,
    );
  return { names: [host, ...allowHost], token };
}
