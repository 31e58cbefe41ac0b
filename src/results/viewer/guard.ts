import { createHash, timingSafeEqual } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import type { MiddlewareHandler } from 'hono';
import { ViewerError } from './viewer-error.ts';

/** Pages load resources only from this server, run no inline code and can't be framed. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Content from results is displayed, never executed. */
export const dataPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'";

/**
 * Rejects requests that another website could have caused: a Host header that is not this server's (DNS rebinding), a
 * foreign Origin, and writes without the CSRF token.
 */
export function guard(host: string, port: () => number, postToken: string): MiddlewareHandler {
  const expected = Buffer.from(postToken);
  return async (context, next) => {
    const hostHeader = context.req.header('host') ?? '';
    if (!isOwn(hostHeader, host, port()))
      throw new ViewerError(421, 'This server only answers requests to its own address.');
    const origin = context.req.header('origin');
    if (origin !== undefined && origin !== `http://${hostHeader}`)
      throw new ViewerError(403, 'Requests from other pages are refused.');
    // `same-site` includes other ports of this machine.
    const site = context.req.header('sec-fetch-site') ?? 'none';
    if (!['none', 'same-origin'].includes(site) && context.req.path.startsWith('/api/'))
      throw new ViewerError(403, 'Requests from other pages are refused.');
    if (!['GET', 'HEAD', 'POST'].includes(context.req.method)) throw new ViewerError(403, 'This server is read-only.');
    if (context.req.method === 'POST') {
      const token = Buffer.from(context.req.header('x-osharm-token') ?? '');
      if (token.length !== expected.length || !timingSafeEqual(token, expected))
        throw new ViewerError(403, 'This page is older than the server: reload it.');
    }
    await next();
  };
}

const cookieName = 'osharm-view';

/** A request with the token in its URL receives it as a cookie and is redirected to the URL without it. */
export function tokenGuard(token: string): MiddlewareHandler {
  return async (context, next) => {
    const { token: requestToken, ...rest } = context.req.query();
    if (requestToken !== undefined && isSame(requestToken, token)) {
      context.header('set-cookie', `${cookieName}=${token}; Path=/; HttpOnly; SameSite=Strict`);
      const query = new URLSearchParams(rest).toString();
      return context.redirect(`${context.req.path}${query === '' ? '' : `?${query}`}`, 303);
    }
    const cookies = (context.req.header('cookie') ?? '').split(';').map((value) => value.trim());
    const sent = cookies.find((value) => value.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1) ?? '';
    if (!isSame(sent, token))
      throw new ViewerError(401, 'This viewer requires the token in the address that it printed when it started.');
    await next();
  };
}

function isSame(received: string, token: string): boolean {
  const [bytes, other] = [received, token].map((text) => createHash('sha256').update(text).digest());
  return bytes !== undefined && other !== undefined && timingSafeEqual(bytes, other);
}

/** Routes for run data set a stricter content security policy. */
export const headers: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers: sent } = context.res;
  if (!sent.has('content-security-policy')) sent.set('content-security-policy', pagePolicy);
  sent.set('x-content-type-options', 'nosniff');
  sent.set('referrer-policy', 'no-referrer');
  sent.set('cross-origin-resource-policy', 'same-origin');
  sent.set('cross-origin-opener-policy', 'same-origin');
  sent.set('x-frame-options', 'DENY');
};

function isOwn(hostHeader: string, host: string, port: number): boolean {
  const match = /^(\[[0-9a-fA-F:.]+\]|[^:[\]]+)(?::(\d+))?$/.exec(hostHeader);
  if (match === null || Number(match[2] ?? 80) !== port) return false;
  const name = (match[1] as string).toLowerCase().replace(/^\[|\]$/g, '');
  if (['localhost', '127.0.0.1', '::1', host.toLowerCase()].includes(name) && !['0.0.0.0', '::'].includes(name))
    return true;
  // On all interfaces, the machine's addresses are accepted, but no other name, since anyone can point a name here.
  return ['0.0.0.0', '::'].includes(host) && ownAddresses().has(name);
}

function ownAddresses(): Set<string> {
  return new Set(Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address)));
}
