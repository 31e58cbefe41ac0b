import { createHash } from 'node:crypto';
import { isMalformed, rethrowUnless } from '../../../base/expected-errors.ts';
import type { Area, PersistenceEntry } from '../../../base/record/evidence/file-effects.ts';

export function entriesOf(area: Area, path: string, text: string): PersistenceEntry[] {
  switch (area) {
    case 'cron':
      return cronJobs(path, text);
    case 'timer':
    case 'service':
      return settingsOf(text, /^(OnCalendar|OnBootSec|OnStartupSec|OnUnitActiveSec|ExecStart|ExecStartPre)$/).map(
        ([key, value]): PersistenceEntry =>
          key.startsWith('On')
            ? { kind: 'job', schedule: `${key}=${value}`, text: `${key}=${value}` }
            : { kind: 'command', command: value, text: `${key}=${value}` },
      );
    case 'autostart':
      if (!path.endsWith('.desktop')) return plainLines(text);
      return settingsOf(text, /^Exec$/).map(([, value]) => ({
        kind: 'command',
        command: value,
        text: `Exec=${value}`,
      }));
    case 'ssh':
      return sshEntries(path, text);
    case 'shell-startup':
    case 'git-hook':
      return plainLines(text);
    case 'browser-extension':
    case 'mail-extension':
    case 'editor-extension':
      return [{ kind: 'extension', text: extensionName(path, text) }];
    default:
      throw new Error(`No such area: ${area satisfies never}`);
  }
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));

const plainLines = (text: string): PersistenceEntry[] => lines(text).map((line) => ({ kind: 'line', text: line }));

function settingsOf(text: string, keys: RegExp): [string, string][] {
  return lines(text).flatMap((line): [string, string][] => {
    const at = line.indexOf('=');
    const key = line.slice(0, at).trim();
    return at > 0 && keys.test(key) ? [[key, line.slice(at + 1).trim()]] : [];
  });
}

/** Jobs of a crontab. System files name each job's user. A script in `/etc/cron.daily` or the like is one job. */
function cronJobs(path: string, text: string): PersistenceEntry[] {
  const folder = /^\/etc\/cron\.(hourly|daily|weekly|monthly|yearly)\//.exec(path)?.[1];
  if (folder !== undefined) return [{ kind: 'job', schedule: `@${folder}`, user: 'root', command: path, text: path }];
  const ofSystem = path.startsWith('/etc/');
  return lines(text).flatMap((line): PersistenceEntry[] => {
    if (/^[A-Za-z_]\w*\s*=/.test(line)) return [{ kind: 'option', text: line }];
    const match = /^(@\w+|\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/.exec(line);
    if (match === null) return [{ kind: 'line', text: line }];
    const [, schedule = '', rest = ''] = match;
    const named = ofSystem ? /^(\S+)\s+(.*)$/.exec(rest) : null;
    return [
      {
        kind: 'job',
        schedule: schedule.replace(/\s+/g, ' '),
        user: named === null ? undefined : (named[1] ?? ''),
        command: named === null ? rest : (named[2] ?? ''),
        text: line,
      },
    ];
  });
}

const keyPattern = /(?:^|\s)((?:ssh|ecdsa|sk)-[\w@.-]+)\s+([A-Za-z0-9+/]{40,}={0,2})(?:\s+(.*))?$/;

function sshEntries(path: string, text: string): PersistenceEntry[] {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) return [{ kind: 'private-key', text: path }];
  return lines(text).map((line): PersistenceEntry => {
    const match = keyPattern.exec(line);
    if (match === null) return { kind: 'option', text: line };
    const [, type = '', data = '', comment = ''] = match;
    const digest = createHash('sha256').update(Buffer.from(data, 'base64')).digest('base64').replace(/=+$/, '');
    return { kind: 'key', type, comment, fingerprint: `SHA256:${digest}`, text: line };
  });
}

function extensionName(path: string, text: string): string {
  try {
    const manifest = JSON.parse(text) as { name?: unknown } | null;
    if (typeof manifest?.name === 'string') return manifest.name;
  } catch (error) {
    rethrowUnless(error, isMalformed);
    // A file without a manifest is named by its path.
  }
  return /\/Extensions\/([a-p]{32})/.exec(path)?.[1] ?? path.slice(path.lastIndexOf('/') + 1);
}
