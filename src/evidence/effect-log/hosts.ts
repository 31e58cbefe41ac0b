/** Foreign host → our double's host (`suites/<suite>/hosts.json`). */
export type HostTable = Readonly<Record<string, string>>;

/** A host as names are compared: lower case, without port and final dot. */
export function bareHost(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
}

/** True where a host is one of `wanted`, by its own name or by the double that stands for it. */
export function isAnyHost(host: string, wanted: readonly string[], table: HostTable = {}): boolean {
  const bare = bareHost(host);
  const double = table[bare];
  return wanted.some((value) => {
    const other = bareHost(value);
    return bare === other || double === other || (double !== undefined && double === table[other]);
  });
}

/** Every host that a text names in an address (`https://host/…`, `host/path`, `user@host`), in order, each once. */
export function hostsIn(text: string): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(
    /(?:[a-z][a-z0-9+.-]*:\/\/(?:[^\s/@'"]*@)?|(?<![\w.-]))((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,})(?![\w-])/gi,
  ))
    found.add(bareHost(match[1] ?? ''));
  return [...found];
}
