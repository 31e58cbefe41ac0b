import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';

export interface RequestRule {
  /** Accepted host names besides `localhost`, the machine's name and numeric addresses. */
  names: readonly string[];
  /** Sent as `http://any:TOKEN@HOST:PORT` or `Authorization: Bearer TOKEN`. */
  token?: string | undefined;
}

export interface Refusal {
  status: 401 | 403 | 421;
  reason: string;
}

/**
 * Returns why a request is refused, or null. Web pages can make a browser send requests here: `Origin` and
 * `Sec-Fetch-Site` reveal a foreign page, and `Host` reveals DNS rebinding, which can't use a numeric address.
 */
export function refusalOf(headers: IncomingHttpHeaders, rule: RequestRule): Refusal | null {
  const { host = '', origin } = headers;
  const name = /^(\[[0-9a-fA-F:.]+\]|[^:[\]@/]+)(?::\d+)?$/.exec(host)?.[1]?.toLowerCase();
  if (name === undefined || !isOwnName(name, rule.names))
    return { status: 421, reason: 'This server answers only to its own address (Host).' };
  if (origin !== undefined && origin !== `http://${host}`)
    return { status: 403, reason: 'Requests from other pages are refused (Origin).' };
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return { status: 403, reason: 'Requests from other pages are refused (Sec-Fetch-Site).' };
  if (rule.token !== undefined && !carries(headers.authorization ?? '', rule.token))
    return { status: 401, reason: 'This server requires its token: http://any:TOKEN@HOST:PORT.' };
  return null;
}

function isOwnName(name: string, names: readonly string[]): boolean {
  if (name === 'localhost' || isIP(name.replace(/^\[|\]$/g, '')) !== 0) return true;
  return [hostname(), ...names].some((allowedHost) => allowedHost.toLowerCase() === name);
}

function carries(authorization: string, token: string): boolean {
  const [, scheme = '', value = ''] = /^(\S+) +(\S+) *$/.exec(authorization) ?? [];
  if (/^bearer$/i.test(scheme)) return isSameSecret(value, token);
  if (!/^basic$/i.test(scheme)) return false;
  return isSameSecret(
    Buffer.from(value, 'base64')
      .toString('utf8')
      .replace(/^[^:]*:/, ''),
    token,
  );
}

/** Compares in constant time. */
export function isSameSecret(given: string, wanted: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
