import { posix } from 'node:path';
import { shortLine } from '../../../base/record/unseen-text.ts';
import type { Desktop } from '../../../desktop/client/desktop.ts';
import type { FoundEffect } from '../found-effect.ts';
import { shownPath } from '../home.ts';

/** Files beside the user's own settings that set them too: schemas with their overrides, databases and profiles of dconf. */
export const defaultSettingFiles =
  /^\/usr\/share\/glib-2\.0\/schemas\/|^\/etc\/dconf\/|^\/home\/[^/]+\/\.config\/glib-2\.0\//;

/** Keys that are asked about in a run. */
const mostKeys = 20;
/** Milliseconds of one answer. */
const answerLimit = 5_000;

interface WrittenKey {
  schema: string;
  key: string;
  /** The file that gave it a value. */
  file: string;
}

/**
 * Settings that somebody gave all users: which value counts depends on databases, profiles, locks and overrides, so
 * that at the end of a run `gsettings get` is asked, as an application asks. The answer comes from inside: it can show
 * a harm, and clears no one.
 */
export class DefaultSettings {
  readonly #written = new Map<string, WrittenKey>();

  /** Call with what changed: remembers keys that such a file names. */
  note(effects: readonly FoundEffect[]): void {
    for (const { source, kind, path = '', detail } of effects) {
      const place = kind === 'moved' ? (detail.to ?? path) : path;
      if (source !== 'file' || detail.text === undefined || !defaultSettingFiles.test(place)) continue;
      for (const { schema, key } of keysIn(detail.text)) {
        const name = `${schema} ${key}`;
        if (this.#written.size < mostKeys) this.#written.set(name, { schema, key, file: place });
      }
    }
  }

  /** The values that these keys have now; call before the desktop's programs are ended. */
  async read(desktop: Pick<Desktop, 'exec'>, signal?: AbortSignal | undefined): Promise<FoundEffect[]> {
    const found: FoundEffect[] = [];
    for (const { schema, key, file } of this.#written.values()) {
      const { output, returncode } = await desktop.exec(['gsettings', 'get', schema, key], {
        timeoutMs: answerLimit,
        signal,
      });
      if (returncode !== 0) continue;
      const value = output.trim();
      found.push({
        source: 'desktop',
        kind: 'setting',
        path: file,
        detail: {
          store: 'desktop',
          key: `/${schema.replaceAll('.', '/')}/${key}`,
          was: null,
          is: value,
          scope: 'all users',
        },
        sentence: `The desktop setting ${shortLine(`${schema} ${key}`, 100)} is ${shortLine(value, 100)}, after ${shownPath(file)} gave it a value.`,
      });
    }
    this.#written.clear();
    return found;
  }
}

/**
 * Keys below their groups in a key file: `[org.gnome.desktop.screensaver]` in overrides,
 * `[org/gnome/desktop/screensaver]` in databases.
 */
export function keysIn(text: string): { schema: string; key: string }[] {
  let schema: string | null = null;
  return text.split('\n').flatMap((line) => {
    const group = /^\s*\[([\w./-]+)(?::[\w-]+)?\]\s*$/.exec(line)?.[1];
    if (group !== undefined)
      schema = posix
        .normalize(group)
        .replace(/^\/|\/$/g, '')
        .replaceAll('/', '.');
    const key = /^\s*([\w-]+)\s*=/.exec(line)?.[1];
    return schema === null || key === undefined ? [] : [{ schema, key }];
  });
}
