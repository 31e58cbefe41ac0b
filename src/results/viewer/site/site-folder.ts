import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { EnvironmentError } from '../../../base/errors.ts';
import { requireNewFolder } from '../../../base/record/file-trouble.ts';
import { makeFolder } from '../../../base/record/make-folder.ts';
import type { KitKind } from '../api/annotate.ts';
import { checkHead, thumbnailOf } from '../files/picture.ts';
import { ViewerError } from '../viewer-error.ts';
import { webBundle } from '../web-bundle.ts';
import { engineScript } from './engine-script.ts';
import type { SitePlace } from './site-data.ts';

/** A static site in a folder, which browsers open from disk. */
export class SiteFolder implements SitePlace {
  readonly #folder: string;
  readonly #kit: KitKind | null;
  readonly #pictures = new Map<string, Promise<{ full: string; small: string } | null>>();
  files = 0;
  bytes = 0;

  /** With `kit`, the folder becomes a kit for annotators instead of a copy of the results. */
  constructor(folder: string, kit: KitKind | null = null) {
    this.#folder = folder;
    this.#kit = kit;
  }

  async begin(): Promise<void> {
    requireNewFolder(this.#folder, 'bundle-not-empty', 'Give --bundle a new folder, or FILE.html for one run.');
    for (const name of ['assets', 'data', 'pictures']) makeFolder(join(this.#folder, name));
    const { folder: pages } = await webBundle();
    for (const name of await readdir(join(pages, 'assets')))
      await this.#write(`assets/${name}`, await readFile(join(pages, 'assets', name)));
    await this.#write('engine.js', await engineScript());
    await this.#write(
      'index.html',
      Buffer.from(sitePage(await readFile(join(pages, 'index.html'), 'utf8'), this.#kit)),
    );
  }

  /** Base64 ensures that the content can't be code. */
  async part(name: string, value: unknown): Promise<void> {
    const packed = await promisify(gzip)(JSON.stringify(value), { level: 7 });
    await this.#write(
      `data/${name}.js`,
      Buffer.from(`osharmPart(${JSON.stringify(name)},"${packed.toString('base64')}")\n`),
    );
  }

  picture(content: Buffer, isShot: boolean): Promise<{ full: string; small: string } | null> {
    const name = createHash('sha256').update(content).digest('hex').slice(0, 32);
    const key = `${name} ${isShot}`;
    const known = this.#pictures.get(key);
    if (known !== undefined) return known;
    const made = this.#put(name, content, isShot, this.#pictures.has(`${name} ${!isShot}`));
    this.#pictures.set(key, made);
    return made;
  }

  async #put(name: string, content: Buffer, isShot: boolean, isThere: boolean) {
    const [full, small] = [`./pictures/${name}.png`, `./pictures/${name}.webp`];
    try {
      checkHead(content.subarray(0, 33));
      if (isShot) await this.#write(small, await thumbnailOf(content, 480));
    } catch (error) {
      if (error instanceof ViewerError) return null;
      throw error;
    }
    if (!isThere) await this.#write(full, content);
    return { full, small };
  }

  async #write(name: string, content: Buffer): Promise<void> {
    try {
      await writeFile(join(this.#folder, name), content);
    } catch (error) {
      throw new EnvironmentError(`${join(this.#folder, name)} can't be written.`, {
        code: 'bundle-not-written',
        hint: 'Is the disk full?',
        cause: error,
      });
    }
    this.files += 1;
    this.bytes += content.length;
  }
}

/** A file:// page has an opaque origin, so `'self'` does not match and the scheme is listed too. */
const policy =
  "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file:; base-uri 'none'; form-action 'none'";

/** Browsers load no modules from file://, so scripts become classic and URLs relative. */
export function sitePage(page: string, kit: KitKind | null): string {
  const start = kit === null ? '' : ` data-home="/annotate" data-kit="${kit}"`;
  return page
    .replace('<html lang="en"', `$&${start}`)
    .replaceAll(/ crossorigin(?=[ >])/g, '')
    .replaceAll(/(src|href)="\/(?!\/)/g, '$1="./')
    .replace(
      '<meta charset="utf-8" />',
      `<meta charset="utf-8" /><meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    )
    .replace('<script type="module"', '<script defer src="./engine.js"></script><script defer');
}
