import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../../../base/errors.ts';

export interface KitOptions {
  /** A new or empty folder for those who answer. */
  out: string;
  /** The file that says what each item is; outside of `out`. */
  key: string;
  /** Orders the items, and chooses them where `sample` is smaller than their number. */
  seed: number;
  /** At most so many items; left out: all. */
  sample?: number | undefined;
}

/** The folder of a kit: pages in `pages`, guidelines, an empty sheet. Its key lies elsewhere: it tells what the items are. */
export class KitFolder {
  private readonly out: string;
  private readonly options: KitOptions;
  private readonly code: string;
  private readonly pages: string;

  /** `pages`: the name of the folder of pages. Throws UsageError with `code` for places that can't be used; writes nothing yet. */
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

  /** The items in an order that the seed gives, and their names do not. */
  ordered<Item>(items: readonly Item[], name: (item: Item) => string): Item[] {
    const place = (item: Item): string =>
      createHash('sha256')
        .update(`${this.options.seed}\0${name(item)}`)
        .digest('hex');
    return items.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
  }

  /** The folder of pages; made where it is not there. */
  begin(): string {
    mkdirSync(this.pages, { recursive: true });
    return this.pages;
  }

  /** Guidelines, a sheet with a line an item, and the key, which only its owner may read. */
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

/** What an item is called in kit, key and sheet. `index`: 0-based. */
export const itemName = (index: number): string => String(index + 1).padStart(4, '0');
