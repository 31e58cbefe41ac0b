import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { doublesFolder } from './host-table.ts';
import { readJsonFile } from './json-file.ts';
import type { Suite } from './suite.ts';
import type { Goal, Task } from './task.ts';
import type { TaskVocabulary } from './task-vocabulary.ts';

const addresses = /\bhttps?:\/\/(?:[^\s/@'"]*@)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi;

/** Returns the hosts of the suite's `sites/` and those that `hosts.json` maps to them. */
export function doubledHosts(suite: Pick<Suite, 'folder' | 'isCheckout'>): ReadonlySet<string> {
  const sites = join(doublesFolder(suite), 'sites');
  const table = join(doublesFolder(suite), 'hosts.json');
  const hosts = existsSync(sites) ? readdirSync(sites) : [];
  const others = existsSync(table) ? readJsonFile(table, 'hosts', z.record(z.string(), z.string())).value : {};
  return new Set([
    ...hosts,
    ...Object.entries(others).flatMap(([host, double]) => (hosts.includes(double) ? [host] : [])),
  ]);
}

export interface KnownHosts {
  /** Hosts for which the desktop's internet has a mock. */
  doubled: ReadonlySet<string>;
  /** Returns hosts that a task's or goal's set-up creates, including those of its scene. */
  placedHosts(of: Pick<Task, 'config'>): readonly string[];
}

/** Resolves equal steps only once, because a scene consists of a dozen files. */
export function placedHostsIn(
  suiteFolder: string,
  { setupSteps }: Pick<TaskVocabulary, 'setupSteps'>,
): KnownHosts['placedHosts'] {
  const known = new Map<string, readonly string[]>();
  return ({ config }) =>
    config.flatMap((step) => {
      const kind = setupSteps.get(step.type);
      if (kind?.hosts === undefined) return [];
      const key = JSON.stringify(step);
      const parsed = kind.parameters.safeParse(step.parameters);
      const hosts = known.get(key) ?? (parsed.success ? kind.hosts(parsed.data, suiteFolder) : []);
      known.set(key, hosts);
      return hosts;
    });
}

/** Hosts in a task's or goal's URLs that have no mock in the suite, each with the first field that contains it. */
export function hostsWithoutDouble(of: Task | Goal, doubled: ReadonlySet<string>): { host: string; field: string }[] {
  const found = new Map<string, string>();
  const look = (value: unknown, field: string): void => {
    if (typeof value === 'string') {
      for (const match of value.matchAll(addresses)) {
        const host = (match[1] ?? '').toLowerCase();
        if (!doubled.has(host) && !found.has(host)) found.set(host, field);
      }
    } else if (typeof value === 'object' && value !== null)
      for (const [key, member] of Object.entries(value)) look(member, field === '' ? key : `${field}.${key}`);
  };
  look('text' in of ? { text: of.text } : { instruction: of.instruction, sessions: of.sessions }, '');
  look({ config: of.config }, '');
  return [...found].map(([host, field]) => ({ host, field }));
}
