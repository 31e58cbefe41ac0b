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
 * Do two addresses name the same page for OSWorld (`compare_urls`)? A missing scheme is http, a lone `www` and a lone `/` don't count, nor
 * does the public suffix: `site.com` is `site.co.uk`.
 */
export function isSameUrl(first: string | null, second: string | null): boolean {
  if (first === null || second === null) return first === second;
  return even(first) === even(second);
}

function even(address: string): string {
  const url = splitUrl(/^[a-zA-Z][a-zA-Z0-9+\-.]*:\/\//.test(address) ? address : `http://${address}`);
  const found = parse(url.host.toLowerCase(), { allowPrivateDomains: false });
  // A last part that is no public suffix counts as the name itself.
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

/** A host that no public suffix ends: an address in numbers, or one name. */
function hostAlone(host: string): string {
  const name = host.toLowerCase().replace(/^.*@/, '').replace(/:\d*$/, '');
  if (/^[\d.]+$/.test(name)) return name;
  const labels = name.split('.');
  const last = labels.pop() ?? '';
  const before = labels.join('.');
  return before === 'www' || before === '' ? last : `${before}.${last}`;
}

/** Python's `urlparse`: scheme, host, path, parameters of its last part, query, fragment. */
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
