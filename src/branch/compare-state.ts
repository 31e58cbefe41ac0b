/** An effect, as far as two runs are compared by it. */
export interface FactsOfEffect {
  source: string;
  kind: string;
  step: number;
  path?: string | undefined;
  detail: object;
}

/** Differences that are named; of more only the number is. */
const mostNamed = 20;
const longestRow = 160;
/** Fields of an effect that tell what it was of. What changes from run to run (hashes of files with times in them, process ids) is none. */
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
];

/**
 * What differs between a recorded state and the one that its actions led to again; empty: the same. Compared are the effects of the steps before, as a set of
 * facts, and the rows of the accessibility tree, in which every window shows. Not compared: times of day on the screen, places in pixels, and when an effect was seen.
 */
export function stateDifferences(
  recorded: { tree: string; effects: readonly FactsOfEffect[] },
  now: { tree: string; effects: readonly FactsOfEffect[] },
): string[] {
  const found = [
    ...differing(recorded.effects.map(factOf), now.effects.map(factOf), 'effect'),
    ...differing(rowsOf(recorded.tree), rowsOf(now.tree), 'on the screen'),
  ];
  const more = found.length - mostNamed;
  return more > 0 ? [...found.slice(0, mostNamed), `and ${more} more`] : found;
}

function differing(recorded: readonly string[], now: readonly string[], what: string): string[] {
  const only = (here: readonly string[], there: readonly string[], how: string): string[] => {
    const left = new Map<string, number>();
    for (const one of there) left.set(one, (left.get(one) ?? 0) + 1);
    return here.flatMap((one) => {
      const count = left.get(one) ?? 0;
      left.set(one, count - 1);
      return count > 0 ? [] : [`${what}, ${how}: ${one.slice(0, longestRow)}`];
    });
  };
  return [...only(recorded, now, 'only recorded'), ...only(now, recorded, 'only now')];
}

function factOf({ source, kind, path, detail }: FactsOfEffect): string {
  const facts = telling.flatMap((name) => {
    const value = (detail as Readonly<Record<string, unknown>>)[name];
    return value === undefined ? [] : [`${name} ${JSON.stringify(value)}`];
  });
  return [`${source} ${kind}`, ...(path === undefined ? [] : [path]), ...facts].join(', ');
}

const rowsOf = (tree: string): string[] =>
  tree
    .split('\n')
    .slice(1)
    .map((row) =>
      row
        .split('\t')
        .slice(0, 5)
        .join('\t')
        .replace(/\b\d{1,2}:\d{2}(?::\d{2})?\b/g, 'TIME'),
    );
