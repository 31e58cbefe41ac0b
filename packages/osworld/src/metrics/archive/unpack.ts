import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { zipFault } from 'osharm/documents';
import { MetricFault } from 'osharm/evaluators';

const totalLimit = 512 * 1024 * 1024;

/** Members of a zip, tar or tar.gz file by name; folders end with `/`. Throws MetricFault. */
export function unpackArchive(content: Uint8Array, path: string): Map<string, Uint8Array> {
  try {
    if (/\.zip$/i.test(path)) {
      const fault = zipFault(content);
      if (fault !== null) throw new Error(fault);
      return new Map(Object.entries(unzipSync(content, { filter: withinTotal() })));
    }
    if (/\.(?:tar\.gz|tgz)$/i.test(path)) return untar(gunzipSync(content, { maxOutputLength: totalLimit }));
    if (/\.tar$/i.test(path)) return untar(content);
  } catch (cause) {
    throw new MetricFault(`An archive can’t be unpacked: ${(cause as Error).message}`, 'result', { path, cause });
  }
  throw new MetricFault('A file is not a zip, tar or tar.gz.', 'result', { path });
}

function withinTotal(): (file: { originalSize: number }) => boolean {
  let total = 0;
  return ({ originalSize }) => {
    total += originalSize;
    if (total > totalLimit) throw new Error('Its unpacked size exceeds the limit.');
    return true;
  };
}

/** Reads ustar and GNU tar, including prefixes and long names. */
function untar(content: Uint8Array): Map<string, Uint8Array> {
  const members = new Map<string, Uint8Array>();
  const text = (start: number, length: number): string =>
    Buffer.from(content.subarray(start, start + length))
      .toString('utf8')
      .replace(/\0[\s\S]*$/, '');
  let at = 0;
  let longName: string | null = null;
  while (at + 512 <= content.length && content[at] !== 0) {
    const size = Number.parseInt(text(at + 124, 12).trim() || '0', 8);
    const kind = text(at + 156, 1) || '0';
    if (Number.isNaN(size) || text(at + 257, 5) !== 'ustar') throw new Error('It is not a tar archive.');
    const body = content.subarray(at + 512, at + 512 + size);
    const prefix = text(at + 345, 155);
    const name: string = longName ?? (prefix === '' ? text(at, 100) : `${prefix}/${text(at, 100)}`);
    longName = null;
    if (kind === 'L') longName = Buffer.from(body).toString('utf8').replace(/\0+$/, '');
    else if (kind === 'x') longName = /\d+ path=([^\n]+)\n/.exec(Buffer.from(body).toString('utf8'))?.[1] ?? null;
    else if (kind === '5') members.set(name.endsWith('/') ? name : `${name}/`, new Uint8Array());
    else if (kind === '0') members.set(name, Uint8Array.from(body));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return members;
}
