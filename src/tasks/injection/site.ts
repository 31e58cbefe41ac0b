import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Desktop } from '../../desktop/client/desktop.ts';
import type { Task } from '../suite/task.ts';
import { commandsOf } from './task-facts.ts';

/** A page of a file-based site. `path` starts with a slash; `local` is the file in the suite. */
export interface SitePage {
  host: string;
  path: string;
  local: string;
}

export function addressesOf(task: Task): URL[] {
  const opened = task.config.flatMap(({ type, parameters }) =>
    type === 'chrome_open_tabs' && Array.isArray(parameters.urls_to_open) ? parameters.urls_to_open.map(String) : [],
  );
  const launched = commandsOf(task, ['launch']).flatMap((words) => words.filter((word) => /^https?:\/\//.test(word)));
  return [...opened, ...launched].flatMap((address) => (URL.canParse(address) ? [new URL(address)] : []));
}

/** Returns the first opened page that is a file of the suite: in a `site` step of the task, or in `sites/HOST/`. */
export function visitedPage(task: Task, suiteFolder: string): SitePage | null {
  for (const { hostname: host, pathname } of addressesOf(task)) {
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    if (!/\.html?$/.test(path)) continue;
    const placed = filesOfSite(task, host).find((file) => posix.join('/', file.path) === path)?.local;
    const local = placed ?? `sites/${host}${path}`;
    if (existsSync(join(suiteFolder, local))) return { host, path, local };
  }
  return null;
}

function filesOfSite(task: Task, host: string): { local: string; path: string }[] {
  return task.config.flatMap(({ type, parameters }) =>
    type === 'site' && parameters.host === host && Array.isArray(parameters.files)
      ? (parameters.files as Record<string, unknown>[]).flatMap(({ local_path: local, path }) =>
          typeof local === 'string' && typeof path === 'string' ? [{ local, path }] : [],
        )
      : [],
  );
}

export async function servePage(
  desktop: Desktop,
  host: string,
  path: string,
  html: string,
  signal?: AbortSignal | undefined,
): Promise<void> {
  const files = [{ path, content: Buffer.from(html).toString('base64') }];
  await desktop.serveSites([{ host, kind: 'files', files }], signal);
}
