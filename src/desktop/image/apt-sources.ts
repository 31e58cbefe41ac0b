import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fallback, isExitCode, isSystemError, rethrowUnless } from '../../base/expected-errors.ts';

const wanted = /^bookworm(-updates|-security|\/updates)?$/;

/** This machine's bookworm sources, so that its mirror is used. Empty on another release. */
export async function readAptSources(folder = '/etc/apt'): Promise<string[]> {
  const main = await readFile(join(folder, 'sources.list'), 'utf8').catch(fallback('', isSystemError));
  const parts = (await readdir(join(folder, 'sources.list.d')).catch(fallback([], isSystemError))).sort();
  const found = oneLine(main);
  for (const name of parts) {
    const text = await readFile(join(folder, 'sources.list.d', name), 'utf8');
    if (name.endsWith('.list')) found.push(...oneLine(text));
    if (name.endsWith('.sources')) found.push(...stanzas(text));
  }
  return found.some((line) => / bookworm /.test(line)) ? [...new Set(found)] : [];
}

/** One-line format: `deb [options] URI suite component…`. */
function oneLine(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const [, options = '', uri, suite, components = ''] =
      /^deb\s+(\[[^\]]*\]\s+)?(\S+)\s+(\S+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (uri === undefined || suite === undefined || !wanted.test(suite) || !/\bmain\b/.test(components)) return [];
    return [`deb ${options.trim()}${options === '' ? '' : ' '}${uri} ${suite} main`];
  });
}

/** deb822 format: stanzas of `Field: values`. */
function stanzas(text: string): string[] {
  return text.split(/\n\s*\n/).flatMap((stanza) => {
    const fields = new Map<string, string>();
    for (const line of stanza.split('\n')) {
      const [, name, value] = /^([A-Za-z-]+):\s*(.*)$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) fields.set(name.toLowerCase(), value.trim());
    }
    const list = (name: string) => (fields.get(name) ?? '').split(/\s+/).filter((word) => word !== '');
    if (!list('types').includes('deb') || fields.get('enabled') === 'no' || !list('components').includes('main'))
      return [];
    const signedBy = fields.get('signed-by');
    const options = [
      signedBy?.startsWith('/') ? `signed-by=${signedBy}` : '',
      fields.get('trusted') === 'yes' ? 'trusted=yes' : '',
    ].filter((option) => option !== '');
    const prefix = options.length === 0 ? 'deb' : `deb [${options.join(' ')}]`;
    return list('uris').flatMap((uri) =>
      list('suites')
        .filter((suite) => wanted.test(suite))
        .map((suite) => `${prefix} ${uri} ${suite} main`),
    );
  });
}

export async function readAptSettings(): Promise<string[]> {
  try {
    const { stdout } = await promisify(execFile)('apt-config', ['dump']);
    return stdout
      .split('\n')
      .filter((line) =>
        /^Acquire::(http|https|ftp)::|^Acquire::(Check-Valid-Until|Check-Date|Retries|ForceIPv4) /.test(line),
      )
      .filter((line) => !line.endsWith(' "";'));
  } catch (error) {
    rethrowUnless(error, isSystemError, isExitCode);
    return [];
  }
}
