/** More than a large tree has distinct names, verdicts and forms. Values beyond the limit are not shared. */
const mostKept = 20_000;

/** Interns equal values. In a hundred thousand runs most names, verdicts and forms are the same. */
export class SharedValues {
  readonly #texts = new Map<string, string>();
  readonly #objects = new Map<string, unknown>();

  text(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size < mostKept) this.#texts.set(text, text);
    return text;
  }

  /** Returns the shared object for a JSON text, calling `make` for a new one. The object is frozen. */
  object<T>(json: string, make: () => T): T {
    const known = this.#objects.get(json);
    if (known !== undefined) return known as T;
    const made = Object.freeze(make());
    if (this.#objects.size < mostKept) this.#objects.set(json, made);
    return made;
  }
}
