import { basename } from 'node:path';
import type { FindText } from '../query/filters.ts';
import type { TextField } from '../query/language.ts';
import type { IndexStore } from './store.ts';

/** How long an answer is believed while the index may grow, milliseconds. */
const believedMs = 1000;

/** Searches the texts of a tree's runs, as far as the index has come. */
export class TextSearch {
  readonly #store: IndexStore;
  readonly #root: string;
  readonly #kept = new Map<string, { at: number; paths: ReadonlySet<string> }>();

  /** `root`: the tree's real path. */
  constructor(root: string, store: IndexStore) {
    this.#root = root;
    this.#store = store;
  }

  /** Paths of the runs in which these words stand one after another, as runs have them. */
  readonly find: FindText = (field: TextField, words: string) => {
    const key = `${field} ${words}`;
    const known = this.#kept.get(key);
    if (known !== undefined && performance.now() - known.at < believedMs) return known.paths;
    const paths = this.#store.texts.find(field, words);
    // Where the opened folder is itself a run.
    if (paths.delete('.')) paths.add(basename(this.#root));
    this.#forgetOld();
    this.#kept.set(key, { at: performance.now(), paths });
    // An answer may have the path of every run.
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
