import { Folder } from './folder.ts';

/** A user's folders by full decoded name (`Work/Orders`). INBOX always exists. */
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

  create(name: string): boolean {
    const whole = canonical(name).replace(/\/$/, '');
    if (whole === '' || this.#folders.has(whole)) return false;
    // A recreated folder gets a new UIDVALIDITY, which invalidates the clients' caches.
    this.#folders.set(whole, new Folder(1_700_000_000 + this.#made++));
    return true;
  }

  /** Undefined for INBOX or a missing folder. */
  remove(name: string): Folder | undefined {
    const whole = canonical(name);
    const folder = this.#folders.get(whole);
    if (whole === 'INBOX' || folder === undefined) return undefined;
    this.#folders.delete(whole);
    return folder;
  }

  /** Also moves subfolders. False for INBOX, a missing folder, or a name that is taken or inside the folder. */
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

/** INBOX is case-insensitive. */
export function canonical(name: string): string {
  return /^inbox(?=\/|$)/i.test(name) ? `INBOX${name.slice(5)}` : name;
}
