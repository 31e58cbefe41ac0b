/** A sequence set, for example `1,3:5,9:*`, where `*` is the largest number. */
export type NumberSet = readonly (readonly [from: number | '*', to: number | '*'])[];

export function parseNumberSet(text: string): NumberSet | null {
  const ranges: (readonly [number | '*', number | '*'])[] = [];
  for (const part of text.split(',')) {
    const match = /^(\d{1,10}|\*)(?::(\d{1,10}|\*))?$/.exec(part);
    if (match === null) return null;
    const from = numberOf(match[1] as string);
    const to = match[2] === undefined ? from : numberOf(match[2]);
    if (from === 0 || to === 0) return null;
    ranges.push([from, to]);
  }
  return ranges;
}

export function holds(set: NumberSet, number: number, largest: number): boolean {
  return set.some(([from, to]) => {
    const start = from === '*' ? largest : from;
    const other = to === '*' ? largest : to;
    return number >= Math.min(start, other) && number <= Math.max(start, other);
  });
}

/** `[1, 2, 3, 7]` → `1:3,7`. The numbers must be ascending. */
export function formatNumbers(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}:${to}`)).join(',');
}

function numberOf(text: string): number | '*' {
  return text === '*' ? '*' : Number(text);
}
