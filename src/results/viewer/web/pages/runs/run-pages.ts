import { useEffect, useRef, useState } from 'preact/hooks';
import type { RunList, RunRow } from '../../../api.ts';
import { load } from '../../shell/data.ts';

const pageRows = 200;

export interface RunPages {
  /** Totals, rates and judge, from the first page; null before it is loaded. */
  head: RunList | null;
  failure: string | null;
  /** Null while the row is loading. */
  row(index: number): RunRow | null;
  /** Loads the rows from `first` up to, but excluding, `last`. */
  need(first: number, last: number): void;
  /** Wraps around. Loads pages as needed. */
  find(from: number, test: (row: RunRow) => boolean): Promise<number | null>;
}

/** A new `version` reloads the visible rows and keeps the old ones until then. */
export function useRunPages(url: string, version: number): RunPages {
  const [, redraw] = useState(0);
  const held = useRef<Held>(new Held(''));
  const [failure, setFailure] = useState<string | null>(null);
  const sight = useRef<[number, number]>([0, 1]);

  useEffect(() => {
    const next = new Held(url);
    const abort = new AbortController();
    const isSame = held.current.url === url;
    // A different list starts at its top. Reloading a list keeps the visible rows.
    const [first, last] = isSame ? sight.current : [0, 1];
    Promise.all([
      next.page(0, abort.signal),
      ...next.pagesOf(first, last).map((page) => next.page(page, abort.signal)),
    ]).then(
      () => {
        held.current = next;
        setFailure(null);
        redraw((count) => count + 1);
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setFailure((error as Error).message);
      },
    );
    return () => abort.abort();
  }, [url, version]);

  const list = held.current;
  return {
    head: list.head,
    failure,
    row: (index) => list.row(index),
    need(first, last) {
      sight.current = [first, last];
      for (const page of list.pagesOf(first, last)) {
        if (list.has(page)) continue;
        list.page(page).then(
          () => redraw((count) => count + 1),
          (error: unknown) => setFailure((error as Error).message),
        );
      }
    },
    find: (from, test) => list.find(from, test),
  };
}

class Held {
  readonly url: string;
  head: RunList | null = null;
  readonly #pages = new Map<number, readonly RunRow[]>();
  readonly #requests = new Map<number, Promise<void>>();

  constructor(url: string) {
    this.url = url;
  }

  has(page: number): boolean {
    return this.#requests.has(page);
  }

  pagesOf(first: number, last: number): number[] {
    const pages: number[] = [];
    const end = Math.min(last, this.head?.total ?? last);
    for (let page = Math.floor(first / pageRows); page * pageRows < end; page += 1) pages.push(page);
    return pages;
  }

  page(page: number, signal?: AbortSignal | undefined): Promise<void> {
    const known = this.#requests.get(page);
    if (known !== undefined) return known;
    const request = load<RunList>(`${this.url}&limit=${pageRows}&offset=${page * pageRows}`, signal).then(
      (list) => {
        this.#pages.set(page, list.rows);
        if (page === 0) this.head = list;
      },
      (error: unknown) => {
        this.#requests.delete(page);
        throw error;
      },
    );
    this.#requests.set(page, request);
    return request;
  }

  row(index: number): RunRow | null {
    return this.#pages.get(Math.floor(index / pageRows))?.[index % pageRows] ?? null;
  }

  async find(from: number, test: (row: RunRow) => boolean): Promise<number | null> {
    const total = this.head?.total ?? 0;
    for (let offset = 1; offset <= total; offset += 1) {
      const index = (from + offset) % total;
      if (this.row(index) === null) await this.page(Math.floor(index / pageRows));
      const row = this.row(index);
      if (row !== null && test(row)) return index;
    }
    return null;
  }
}
