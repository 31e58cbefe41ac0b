/**
 * Pictures that are loaded and decoded ahead, so that a change of step shows them in the frame of the key press. Keeps the latest
 * `most` of them.
 */
export class Pictures {
  readonly #most: number;
  readonly #held = new Map<string, Held>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The decoded picture; null while it is on its way, or where it is broken. */
  ready(url: string): HTMLImageElement | null {
    const held = this.#held.get(url);
    return held?.state === 'ready' ? held.image : null;
  }

  /** Loads and decodes; false where that is not possible (missing or broken). */
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

  /** Forgets a broken picture, so that it is asked for again: in a live run it may be written in full by now. */
  forget(url: string): void {
    if (this.#held.get(url)?.state === 'broken') this.#held.delete(url);
  }
}

interface Held {
  image: HTMLImageElement;
  state: 'loading' | 'ready' | 'broken';
  done: Promise<boolean>;
}
