import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { EnvironmentError, UsageError } from '../../../base/errors.ts';
import { thumbnailOf } from '../files/picture.ts';
import { ViewerError } from '../viewer-error.ts';
import { webBundle } from '../web-bundle.ts';
import { engineScript } from './engine-script.ts';
import type { SitePlace } from './site-data.ts';

/** Largest page in bytes, small enough for mail, and picture widths to try in order. */
const mostBytes = 5_000_000;
export const pictureWidths: readonly number[] = [1440, 960, 640];
const smallWidth = 320;

export class OnePage implements SitePlace {
  readonly #file: string;
  readonly #width: number;
  readonly #parts = new Map<string, string>();
  readonly #pictures = new Map<string, Promise<{ full: string; small: string } | null>>();
  files = 0;
  bytes = 0;

  constructor(file: string, width: number) {
    this.#file = file;
    this.#width = width;
  }

  async begin(): Promise<void> {}

  async part(name: string, value: unknown): Promise<void> {
    const packed = await promisify(gzip)(JSON.stringify(value), { level: 9 });
    this.#parts.set(name, packed.toString('base64'));
  }

  picture(content: Buffer, isShot: boolean): Promise<{ full: string; small: string } | null> {
    const key = `${createHash('sha256').update(content).digest('hex')} ${isShot}`;
    const made = this.#pictures.get(key) ?? this.#encoded(content);
    this.#pictures.set(key, made);
    return made;
  }

  async #encoded(content: Buffer): Promise<{ full: string; small: string } | null> {
    try {
      const [full, small] = await Promise.all([thumbnailOf(content, this.#width), thumbnailOf(content, smallWidth)]);
      return { full: dataUri(full), small: dataUri(small) };
    } catch (error) {
      if (error instanceof ViewerError) return null;
      throw error;
    }
  }

  /** `home` is the start page. Returns false, without writing, if the page is too large. */
  async end(home: string): Promise<boolean> {
    const page = await this.#page(home);
    this.bytes = Buffer.byteLength(page);
    if (this.bytes > mostBytes) return false;
    try {
      await writeFile(this.#file, page, { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST')
        throw new UsageError(`${this.#file} already exists.`, {
          code: 'bundle-not-empty',
          hint: 'Give --bundle a new file.',
        });
      throw new EnvironmentError(`${this.#file} can't be written.`, {
        code: 'bundle-not-written',
        hint: 'Is the disk full?',
        cause: error,
      });
    }
    this.files = 1;
    return true;
  }

  async #page(home: string): Promise<string> {
    const { folder } = await webBundle();
    const names = await readdir(join(folder, 'assets'));
    const read = async (ending: string): Promise<string> => {
      const texts = await Promise.all(
        names.filter((name) => name.endsWith(ending)).map((name) => readFile(join(folder, 'assets', name), 'utf8')),
      );
      return texts.join('\n');
    };
    const style = await read('.css');
    // Prevents text in a script from ending the script element.
    const scripts = [(await engineScript()).toString('utf8'), await read('.js')].map((script) =>
      script.replaceAll(/<\/(script)/gi, '<\\/$1').replaceAll('<!--', '<\\!--'),
    );
    const policy = `default-src 'none'; script-src ${scripts.map(hashOf).join(' ')}; style-src ${hashOf(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
    const parts = [...this.#parts].map(
      // Base64 in a type that browsers do not execute.
      ([name, packed]) => `<script type="text/plain" id="part-${encodeURIComponent(name)}">${packed}</script>`,
    );
    return `<!doctype html>
<html lang="en" data-home="${home}"><head><meta charset="utf-8" /><meta http-equiv="Content-Security-Policy" content="${policy}" />
<meta name="viewport" content="width=device-width, initial-scale=1" /><meta name="color-scheme" content="light dark" /><title>osharm</title>
<style>${style}</style></head><body><div id="app"></div><noscript>This page needs JavaScript. It loads nothing.</noscript>
${parts.join('\n')}
${scripts.map((script) => `<script>${script}</script>`).join('\n')}
</body></html>
`;
  }
}

const dataUri = (picture: Buffer): string => `data:image/webp;base64,${picture.toString('base64')}`;
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
