/** What clients are still saying: each entry logs what came until now, as if its connection ended. */
export class Unfinished {
  readonly #tell = new Set<() => void>();

  /** `tell` is called at most once by `tellAll`; the function that this gives takes it back. */
  add(tell: () => void): () => void {
    this.#tell.add(tell);
    return () => void this.#tell.delete(tell);
  }

  /** For the last look at a desktop: nobody hears what comes later. */
  tellAll(): void {
    for (const tell of this.#tell) tell();
    this.#tell.clear();
  }
}
