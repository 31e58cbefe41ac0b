import { existsSync, readFileSync } from 'node:fs';
import { UsageError } from '../../../base/errors.ts';

export interface RemoteDesktopAddress {
  /** URL without token and trailing slash, for tables, leases and errors. */
  url: string;
  /** URL with the token, if any. */
  baseUrl: string;
  host: string;
  /** Maps ports inside to host ports. Other ports are the same on the host. */
  ports: Readonly<Record<number, number>>;
}

const insidePorts = [5000, 9222, 8006, 8080];

/**
 * Parses `--remote`: comma-separated addresses, or files with one per line (`#` starts a comment). An address is
 * `http://HOST:PORT`, `http://any:TOKEN@HOST:PORT`, `HOST`, `HOST:PORT`, or OSWorld's `HOST:SERVER:CHROMIUM:VNC:VLC`.
 * Throws UsageError `remote-address`.
 */
export function readDesktopList(given: readonly string[]): RemoteDesktopAddress[] {
  const words = given
    .flatMap((value) => (existsSync(value) ? linesOf(value) : value.split(',')))
    .map((word) => word.trim());
  const list = words.filter((word) => word !== '').map(addressOf);
  if (list.length === 0)
    throw new UsageError('The provider remote needs the address of a desktop.', {
      code: 'remote-address',
      hint: 'Add --remote http://HOST:5000 (several: separated by commas, or in a file, one per line).',
    });
  const doubled = list.find(({ url }, index) => list.findIndex((other) => other.url === url) !== index);
  if (doubled !== undefined)
    throw new UsageError(`--remote names ${doubled.url} twice: two runs would share a desktop.`, {
      code: 'remote-address',
    });
  return list;
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.replace(/#.*/, ''));
}

function addressOf(text: string): RemoteDesktopAddress {
  const wrong = (): UsageError =>
    new UsageError(`${JSON.stringify(text)} is not the address of a desktop.`, {
      code: 'remote-address',
      hint: 'Write it as http://192.0.2.7:5000, 192.0.2.7:5000 or 192.0.2.7:5000:9222:8006:8080.',
    });
  const fields = text.split(':');
  if (!text.includes('://') && fields.length > 2) {
    const [host = '', ...numbers] = fields;
    const ports = numbers.map(Number);
    if (host === '' || ports.length !== 4 || ports.some((port) => !(port >= 1 && port <= 65_535))) throw wrong();
    const mapped = Object.fromEntries(insidePorts.map((inside, index) => [inside, ports[index] as number]));
    const url = `http://${host}:${ports[0]}`;
    return { url, baseUrl: url, host, ports: mapped };
  }
  const full = text.includes('://') ? text : `http://${text}${fields.length === 1 ? ':5000' : ''}`;
  if (!URL.canParse(full)) throw wrong();
  const url = new URL(full);
  if (url.protocol !== 'http:' || url.hostname === '' || url.pathname !== '/') throw wrong();
  return {
    url: `http://${url.host}`,
    baseUrl: url.href.replace(/\/$/, ''),
    host: url.hostname.replace(/^\[|\]$/g, ''),
    ports: {},
  };
}
