import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../../base/errors.ts';

export interface KitOptions {
  /** A new or empty folder for the annotators. */
  out: string;
  /** The file that maps items to runs, outside of `out`. */
  key: string;
  /** Orders the items, and selects them if `sample` is smaller than their number. */
  seed: number;
  /** Defaults to all items. */
  sample?: number | undefined;
}

/** The key, which identifies the items, is stored outside of the kit's folder. */
export class KitFolder {
  private readonly out: string;
  private readonly options: KitOptions;
  private readonly code: string;
  private readonly pages: string;

  /** `pages` is the name of the folder for pages. Throws UsageError with `code`. Writes nothing. */
  constructor(options: KitOptions, code: string, pages: string) {
    this.out = resolve(options.out);
    this.options = options;
    this.code = code;
    this.pages = join(this.out, pages);
    const { key } = options;
    if (existsSync(this.out) && readdirSync(this.out).length > 0)
      throw this.wrong(`${options.out} is not empty.`, 'Name a new folder with --out.');
    if (resolve(key).startsWith(`${this.out}/`))
      throw this.wrong('Keep the key outside of the kit: it maps items to runs.', 'Name a file elsewhere with --key.');
    if (existsSync(key)) throw this.wrong(`${key} already exists.`, 'Name a new file with --key.');
  }

  wrong(message: string, hint: string): UsageError {
    return new UsageError(message, { code: this.code, hint });
  }

  /** Shuffles the items by the seed. */
  ordered<Item>(items: readonly Item[], name: (item: Item) => string): Item[] {
    const place = (item: Item): string =>
      createHash('sha256')
        .update(`${this.options.seed}\0${name(item)}`)
        .digest('hex');
    return items.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  }

  begin(): string {
    mkdirSync(this.pages, { recursive: true });
    return this.pages;
  }

  /** Writes guidelines, a sheet with a line per item, and the key, readable only by its owner. */
  end({
    guidelines,
    sheet,
    columns,
    key,
  }: {
    guidelines: string;
    sheet: string;
    columns: readonly string[];
    key: { items: object };
  }): void {
    writeFileSync(join(this.out, 'guidelines.md'), guidelines);
    const lines = Object.keys(key.items).map((item) => `${item}${','.repeat(columns.length - 1)}`);
    writeFileSync(join(this.out, sheet), `${[columns.join(','), ...lines].join('\r\n')}\r\n`);
    writeFileSync(this.options.key, `${JSON.stringify(key, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  }
}

export const itemName = (index: number): string => String(index + 1).padStart(4, '0');
