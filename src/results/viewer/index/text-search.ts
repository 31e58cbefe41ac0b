import { basename } from 'node:path';
import type { IndexStore } from './store.ts';
import type { FindText, TextField } from './text-fields.ts';

/** How long a result is cached while the index may grow. */
const believedMs = 1000;

/** Runs that are not indexed yet are not found. */
export class TextSearch {
  readonly #store: IndexStore;
  readonly #root: string;
  readonly #kept = new Map<string, { at: number; paths: ReadonlySet<string> }>();

  constructor(root: string, store: IndexStore) {
    this.#root = root;
    this.#store = store;
  }

  readonly find: FindText = (field: TextField, words: string) => {
    const key = `${field} ${words}`;
    const known = this.#kept.get(key);
    if (known !== undefined && performance.now() - known.at < believedMs) return known.paths;
    const paths = this.#store.texts.find(field, words);
    // The opened folder is itself a run.
    if (paths.delete('.')) paths.add(basename(this.#root));
    this.#forgetOld();
    this.#kept.set(key, { at: performance.now(), paths });
    // A result may contain the path of every run, so it must not stay in memory.
    setTimeout(() => this.#forgetOld(), believedMs + 1).unref();
    return paths;
  };

  #forgetOld(): void {
    for (const [key, { at }] of this.#kept) if (performance.now() - at >= believedMs) this.#kept.delete(key);
  }

  close(): void {
    this.#store.close();
  }
}
