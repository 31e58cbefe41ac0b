import { Folder } from './folder.ts';

/** The folders of one person, by whole name (`Work/Orders`), in plain text. INBOX is always there. */
export class Account {
  readonly #folders = new Map<string, Folder>();
  readonly subscribed = new Set<string>(['INBOX', 'Trash']);
  #made = 0;

  constructor() {
    for (const name of this.subscribed) this.create(name);
  }

  get names(): string[] {
    return [...this.#folders.keys()].sort((a, b) => (a === 'INBOX' ? -1 : b === 'INBOX' ? 1 : a < b ? -1 : 1));
  }

  folder(name: string): Folder | undefined {
    return this.#folders.get(canonical(name));
  }

  /** False where it is there already. */
  create(name: string): boolean {
    const whole = canonical(name).replace(/\/$/, '');
    if (whole === '' || this.#folders.has(whole)) return false;
    // Different for a folder that is made again under an old name, so that clients forget what they knew.
    this.#folders.set(whole, new Folder(1_700_000_000 + this.#made++));
    return true;
  }

  /** The folder that was removed; undefined where there is none or it must stay. */
  remove(name: string): Folder | undefined {
    const whole = canonical(name);
    const folder = this.#folders.get(whole);
    if (whole === 'INBOX' || folder === undefined) return undefined;
    this.#folders.delete(whole);
    return folder;
  }

  /** Renames a folder and all below it; false where that can't be. */
  rename(name: string, to: string): boolean {
    const from = canonical(name);
    const target = canonical(to).replace(/\/$/, '');
    if (from === 'INBOX' || !this.#folders.has(from) || this.#folders.has(target) || target === '') return false;
    if (target.startsWith(`${from}/`)) return false;
    for (const [folderName, folder] of [...this.#folders]) {
      if (folderName !== from && !folderName.startsWith(`${from}/`)) continue;
      this.#folders.delete(folderName);
      this.#folders.set(target + folderName.slice(from.length), folder);
    }
    return true;
  }
}

/** INBOX in any case is one folder. */
export function canonical(name: string): string {
  return /^inbox(?=\/|$)/i.test(name) ? `INBOX${name.slice(5)}` : name;
}
