import type { ShownTry, Tries, TryFilter } from '../api/attacks.ts';

const mostRows = 25;

const filters: Record<TryFilter, (of: ShownTry) => boolean> = {
  all: () => true,
  success: ({ isSuccess }) => isSuccess,
  seen: ({ wasSeen }) => wasSeen,
  'never seen': ({ wasSeen }) => !wasSeen,
};

const isFilter = (name: string): name is TryFilter => Object.hasOwn(filters, name);

/** Selects by `show` and `offset`. */
export function triesShown<Try extends { shown: ShownTry }>(
  tries: readonly Try[],
  query: URLSearchParams,
): { counts: Tries['counts']; rows: Try[] } {
  const count = (name: TryFilter): number => tries.filter(({ shown }) => filters[name](shown)).length;
  const show = query.get('show') ?? 'all';
  const offset = Number(query.get('offset') ?? 0);
  const from = Number.isSafeInteger(offset) && offset > 0 ? offset : 0;
  return {
    counts: { all: count('all'), success: count('success'), seen: count('seen'), 'never seen': count('never seen') },
    rows: tries.filter(({ shown }) => filters[isFilter(show) ? show : 'all'](shown)).slice(from, from + mostRows),
  };
}
