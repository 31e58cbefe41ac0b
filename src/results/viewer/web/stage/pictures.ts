/** An LRU cache of decoded pictures. Preloaded ones appear in the same frame as the key press. */
export class Pictures {
  readonly #most: number;
  readonly #held = new Map<string, Held>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Null while the picture is loading, or if it is broken. */
  ready(url: string): HTMLImageElement | null {
    const held = this.#held.get(url);
    return held?.state === 'ready' ? held.image : null;
  }

  /** Resolves to false if the picture is missing or broken. */
  load(url: string): Promise<boolean> {
    const known = this.#held.get(url);
    if (known !== undefined) {
      this.#held.delete(url);
      this.#held.set(url, known);
      return known.done;
    }
    const image = new Image();
    image.decoding = 'async';
    image.src = url;
    const held: Held = { image, state: 'loading', done: Promise.resolve(false) };
    held.done = image.decode().then(
      () => {
        held.state = 'ready';
        return true;
      },
      () => {
        held.state = 'broken';
        return false;
      },
    );
    this.#held.set(url, held);
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= this.#most) break;
      this.#held.delete(oldest);
    }
    return held.done;
  }

  /** A broken picture of a running run may be complete when it is loaded again. */
  forget(url: string): void {
    if (this.#held.get(url)?.state === 'broken') this.#held.delete(url);
  }
}

interface Held {
  image: HTMLImageElement;
  state: 'loading' | 'ready' | 'broken';
  done: Promise<boolean>;
}
