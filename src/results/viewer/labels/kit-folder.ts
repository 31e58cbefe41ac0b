import { createHash, randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../../base/errors.ts';
import { fileTrouble, requireNewFolder } from '../../../base/record/file-trouble.ts';
import type { KitKind } from '../api/annotate.ts';
import { type KitIndex, type KitItem, partName } from '../site/site-data.ts';
import { SiteFolder } from '../site/site-folder.ts';

export interface KitOptions {
  /** A new or empty folder for the annotators. */
  out: string;
  /** The file that maps items to runs, outside of `out`. */
  key: string;
  /** Determines the order of the items, and which are selected if there are more than `sample`. */
  seed: number;
  /** Defaults to all items. */
  sample?: number | undefined;
}

/** The viewer's Annotate page as a static site. The key, which identifies the items, is stored outside its folder. */
export class KitFolder {
  readonly site: SiteFolder;
  readonly #options: KitOptions;
  readonly #kind: KitKind;
  readonly #tokens: string[] = [];

  /** Throws UsageError with `code`. Leaves nothing behind. */
  constructor(options: KitOptions, kind: KitKind, code: string) {
    const out = resolve(options.out);
    this.#options = options;
    this.#kind = kind;
    this.site = new SiteFolder(out, kind);
    const { key } = options;
    const wrong = (message: string, hint: string): UsageError => new UsageError(message, { code, hint });
    requireNewFolder(options.out, code);
    if (resolve(key).startsWith(`${out}/`))
      throw wrong('Keep the key outside of the kit: it maps items to runs.', 'Name a file elsewhere with --key.');
    if (existsSync(key)) throw wrong(`${key} already exists.`, 'Name a new file with --key.');
    try {
      closeSync(openSync(key, 'wx'));
      rmSync(key);
    } catch (error) {
      throw fileTrouble(error, key) ?? error;
    }
  }

  /** Shuffles the items by the seed. */
  ordered<Item>(items: readonly Item[], name: (item: Item) => string): Item[] {
    const place = (item: Item): string =>
      createHash('sha256')
        .update(`${this.#options.seed}\0${name(item)}`)
        .digest('hex');
    return items.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  }

  /** The next item's number, with leading zeros. */
  get next(): string {
    return String(this.#tokens.length + 1).padStart(4, '0');
  }

  async add(item: KitItem): Promise<void> {
    await this.site.part(partName.item(item.token), item);
    this.#tokens.push(item.token);
  }

  /** Writes the list of items and the key, which only its owner can read. */
  async end(key: { items: object }): Promise<void> {
    const index: KitIndex = { kind: this.#kind, id: randomUUID(), tokens: this.#tokens };
    await this.site.part(partName.index, index);
    writeFileSync(this.#options.key, `${JSON.stringify(key, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  }
}
