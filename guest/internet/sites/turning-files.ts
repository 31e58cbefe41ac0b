/** Files of a site, of which some are others from their second fetch on: to look one up is to fetch it. */
export class TurningFiles extends Map<string, Buffer> {
  readonly #next = new Map<string, Buffer>();

  /** The file at this path is this one once it has been fetched. */
  turn(path: string, content: Buffer): void {
    this.#next.set(path, content);
  }

  override set(path: string, content: Buffer): this {
    this.#next.delete(path);
    return super.set(path, content);
  }

  override get(path: string): Buffer | undefined {
    const content = super.get(path);
    const next = this.#next.get(path);
    if (content !== undefined && next !== undefined) this.set(path, next);
    return content;
  }
}
