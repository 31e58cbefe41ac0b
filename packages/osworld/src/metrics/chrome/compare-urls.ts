import { parse } from 'tldts';

interface UrlParts {
  scheme: string;
  host: string;
  path: string;
  parameters: string;
  query: string;
  fragment: string;
}

/**
 * OSWorld's `compare_urls`. The scheme defaults to http. A `www` subdomain, a path of `/` and the public suffix are
 * ignored, so `site.com` equals `site.co.uk`.
 */
export function isSameUrl(first: string | null, second: string | null): boolean {
  if (first === null || second === null) return first === second;
  return even(first) === even(second);
}

function even(address: string): string {
  const url = splitUrl(/^[a-zA-Z][a-zA-Z0-9+\-.]*:\/\//.test(address) ? address : `http://${address}`);
  const found = parse(url.host.toLowerCase(), { allowPrivateDomains: false });
  // Without a known public suffix, the whole host is the name.
  const isName = found.isIcann === true && (found.domainWithoutSuffix ?? '') !== '';
  const host = isName
    ? [found.subdomain === 'www' ? '' : (found.subdomain ?? ''), found.domainWithoutSuffix ?? '']
        .filter((part) => part !== '')
        .join('.')
    : hostAlone(url.host);
  return JSON.stringify([
    url.scheme.toLowerCase(),
    host,
    url.path === '/' ? '' : url.path,
    url.parameters,
    url.query,
    url.fragment,
  ]);
}

/** An IP address, or a host without a known public suffix. */
function hostAlone(host: string): string {
  const name = host.toLowerCase().replace(/^.*@/, '').replace(/:\d*$/, '');
  if (/^[\d.]+$/.test(name)) return name;
  const labels = name.split('.');
  const last = labels.pop() ?? '';
  const before = labels.join('.');
  return before === 'www' || before === '' ? last : `${before}.${last}`;
}

/** Python's `urlparse`. `parameters` are those of the last path segment. */
export function splitUrl(address: string): UrlParts {
  const [, scheme = '', rest = ''] = /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?([\s\S]*)$/.exec(address) ?? [];
  const hash = rest.indexOf('#');
  const fragment = hash === -1 ? '' : rest.slice(hash + 1);
  const beforeHash = hash === -1 ? rest : rest.slice(0, hash);
  const mark = beforeHash.indexOf('?');
  const query = mark === -1 ? '' : beforeHash.slice(mark + 1);
  const place = mark === -1 ? beforeHash : beforeHash.slice(0, mark);
  const [, host = '', path = place] = /^\/\/([^/]*)([\s\S]*)$/.exec(place) ?? [];
  const semicolon = path.indexOf(';', path.lastIndexOf('/'));
  return {
    scheme,
    host,
    path: semicolon === -1 ? path : path.slice(0, semicolon),
    parameters: semicolon === -1 ? '' : path.slice(semicolon + 1),
    query,
    fragment,
  };
}
