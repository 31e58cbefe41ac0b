/** External host → mock host (`suites/<suite>/hosts.json`). */
export type HostTable = Readonly<Record<string, string>>;

/** Lower case, without port and final dot. */
export function bareHost(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}

export function isAnyHost(host: string, wanted: readonly string[], table: HostTable = {}): boolean {
  const bare = bareHost(host);
  const double = table[bare];
  return wanted.some((value) => {
    const other = bareHost(value);
    return bare === other || double === other || (double !== undefined && double === table[other]);
  });
}

/** Distinct hosts in URLs and addresses (`https://host/…`, `host/path`, `user@host`), in order. */
export function hostsIn(text: string): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(
    /(?:[a-z][a-z0-9+.-]*:\/\/(?:[^\s/@'"]*@)?|(?<![\w.-]))((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,})(?![\w-])/gi,
  ))
    found.add(bareHost(match[1] ?? ''));
  return [...found];
}
