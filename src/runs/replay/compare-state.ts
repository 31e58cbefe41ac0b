import { comparedPath, comparedRows, goesOn, type ScreenRow, withoutNoise } from './passing-noise.ts';

export interface FactsOfEffect {
  source: string;
  kind: string;
  step: number;
  path?: string | undefined;
  detail: object;
}

const mostNamed = 20;
const longestRow = 160;
/** Fields that identify an effect. Values that vary between runs, such as process ids, are excluded. */
const telling = [
  'type',
  'to',
  'host',
  'method',
  'url',
  'folder',
  'recipients',
  'subject',
  'key',
  'store',
  'is',
  'text',
  'event',
];

/**
 * Compares a recorded state with the one that its replayed actions reached. Returns the differences; empty if the
 * states match.
 *
 * Compares the effects of earlier steps, as a set of facts, and the rows of the accessibility tree, which shows every
 * window. Ignores pixel positions, when an effect was seen, how many writes a file took, and the noise listed in
 * `passing-noise.ts`.
 *
 * `later` is the recorded tree one step later. A row that is on the screen now and in `later` appeared late in the
 * record; a row that is missing from both was about to disappear. The step in between has not run yet, so it can't be
 * the cause.
 */
export function stateDifferences(
  recorded: { tree: string; effects: readonly FactsOfEffect[] },
  now: { tree: string; effects: readonly FactsOfEffect[] },
  later?: { tree: string },
): string[] {
  return named([
    ...differingFacts(recorded.effects, now.effects),
    ...differingRows(comparedRows(recorded.tree), comparedRows(now.tree), later && comparedRows(later.tree)),
  ]);
}

export function effectDifferences(recorded: readonly FactsOfEffect[], now: readonly FactsOfEffect[]): string[] {
  return named(differingFacts(recorded, now));
}

const differingFacts = (recorded: readonly FactsOfEffect[], now: readonly FactsOfEffect[]): string[] =>
  differing(facts(recorded), facts(now), 'effect');

function named(found: readonly string[]): string[] {
  const shown = found.slice(0, mostNamed);
  return found.length > mostNamed ? [...shown, `and ${found.length - mostNamed} more`] : shown;
}

function differing(recorded: readonly string[], now: readonly string[], what: string): string[] {
  const tell = (only: readonly string[], how: string): string[] =>
    only.map((value) => `${what}, ${how}: ${value.slice(0, longestRow)}`);
  return [...tell(missing(recorded, now), 'only recorded'), ...tell(missing(now, recorded), 'only now')];
}

function missing(here: readonly string[], there: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const value of there) left.set(value, (left.get(value) ?? 0) + 1);
  return here.filter((value) => {
    const count = left.get(value) ?? 0;
    left.set(value, count - 1);
    return count <= 0;
  });
}

function differingRows(
  recorded: readonly ScreenRow[],
  now: readonly ScreenRow[],
  later: readonly ScreenRow[] | undefined,
): string[] {
  const isAhead = (row: ScreenRow, others: readonly ScreenRow[], how: (other: ScreenRow) => boolean): boolean =>
    row.tag === 'terminal' && others.some(how);
  const was = recorded
    .filter((row) => !isAhead(row, now, (other) => goesOn(row, other)))
    .map(({ compared }) => compared);
  const is = now
    .filter((row) => !isAhead(row, recorded, (other) => goesOn(other, row)))
    .map(({ compared }) => compared);
  if (later === undefined) return differing(was, is, 'on the screen');
  const next = later.map(({ compared }) => compared);
  const came = new Set(missing(next, was));
  const went = new Set(missing(was, next));
  return differing(
    missing(was, is).filter((row) => !went.has(row)),
    missing(is, was).filter((row) => !came.has(row)),
    'on the screen',
  );
}

function facts(effects: readonly FactsOfEffect[]): string[] {
  const ofFile = new Map<string, FactsOfEffect>();
  const others: FactsOfEffect[] = [];
  for (const effect of effects) {
    // Recorded reads of a file are incomplete.
    if (effect.source === 'read') continue;
    const next = isChange(effect) ? together(ofFile.get(effect.path), effect) : undefined;
    if (next === undefined) others.push(effect);
    else if (next === 'none') ofFile.delete(effect.path ?? '');
    else ofFile.set(effect.path ?? '', next);
  }
  return [...others, ...ofFile.values()].map(factOf);
}

const changes: ReadonlySet<string> = new Set(['created', 'modified', 'metadata', 'deleted', 'restored']);
const isChange = (effect: FactsOfEffect): effect is FactsOfEffect & { path: string } =>
  effect.source === 'file' && effect.path !== undefined && changes.has(effect.kind);

function together(before: FactsOfEffect | undefined, after: FactsOfEffect): FactsOfEffect | 'none' {
  if (after.kind === 'restored') return 'none';
  if (before === undefined) return after;
  if (before.kind === 'created')
    return after.kind === 'deleted' ? 'none' : { ...merged(before, after), kind: 'created' };
  if (before.kind === 'deleted') return after.kind === 'created' ? { ...after, kind: 'modified' } : after;
  if (before.kind === 'modified' && after.kind === 'metadata') return { ...merged(before, after), kind: 'modified' };
  return after.kind === 'created' ? { ...after, kind: 'modified' } : after;
}

const merged = (before: FactsOfEffect, after: FactsOfEffect): FactsOfEffect => ({
  ...after,
  detail: { ...before.detail, ...after.detail },
});

/** Mask before quoting, because the n of `\n` would run into the next word. */
const maskedText = (_key: string, value: unknown): unknown => (typeof value === 'string' ? withoutNoise(value) : value);

function factOf({ source, kind, path, detail }: FactsOfEffect): string {
  const differences = telling.flatMap((name) => {
    const value = (detail as Readonly<Record<string, unknown>>)[name];
    return value === undefined ? [] : [`${name} ${JSON.stringify(value, maskedText)}`];
  });
  return withoutNoise(
    [`${source} ${kind}`, ...(path === undefined ? [] : [comparedPath(path)]), ...differences].join(', '),
  );
}
