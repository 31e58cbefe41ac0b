import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type ServedSite, siteKinds } from '../../desktop/client/internet-protocol.ts';
import { doublesFolder, hostTable } from '../suite/host-table.ts';
import { readJsonFile } from '../suite/json-file.ts';
import type { Suite } from '../suite/suite.ts';

const siteSchema = z.looseObject({ kind: z.enum(siteKinds).default('files') });

/**
 * Returns a suite's sites, or the bundled suite's for a checkout. `site.json` in `sites/HOST/` sets the kind and
 * options of a site. Includes the hosts that `hosts.json` maps to a site. Throws UsageError for an invalid file.
 */
export function suiteSites(suite: Pick<Suite, 'folder' | 'isCheckout'>): ServedSite[] {
  const root = join(doublesFolder(suite), 'sites');
  if (!existsSync(root)) return [];
  const servedSites = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => siteIn(join(root, entry.name), entry.name));
  const byHost = new Map(servedSites.map((site) => [site.host, site]));
  const others = Object.entries(hostTable(suite)).flatMap(([host, double]) => {
    const site = byHost.get(double);
    return site === undefined ? [] : [{ ...site, host }];
  });
  return [...servedSites, ...others];
}

function siteIn(folder: string, host: string): ServedSite {
  const path = join(folder, 'site.json');
  const { kind, ...options } = existsSync(path)
    ? readJsonFile(path, 'site', siteSchema).value
    : { kind: 'files' as const };
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'site.json')
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({ path: file.slice(folder.length), content: readFileSync(file).toString('base64') }));
  return { host, kind, files, options };
}
