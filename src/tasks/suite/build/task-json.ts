/** Display width, as Biome counts it: emoji and ideographs take two columns. */
const width = (text: string): number =>
  [...text].reduce(
    (sum, letter) => sum + (/\p{Emoji_Presentation}|[\u2611\u2705]|\p{Script=Han}/u.test(letter) ? 2 : 1),
    0,
  );

/** Formats JSON as Biome does: lists of plain values stay on one line if they fit in 120 columns. */
export function taskJson(value: unknown): string {
  return `${laidOut(value, 0, 0, false)}\n`;
}

/** `before` is the number of columns to the left; `isFollowed` is true if a comma follows. */
function laidOut(value: unknown, depth: number, before: number, isFollowed: boolean): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const inner = '  '.repeat(depth + 1);
  const outer = '  '.repeat(depth);
  if (Array.isArray(value)) {
    if (value.every((item) => item === null || typeof item !== 'object')) {
      const line = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
      if (before + width(line) + (isFollowed ? 1 : 0) <= 120) return line;
    }
    const items = value.map((item, at) => inner + laidOut(item, depth + 1, inner.length, at < value.length - 1));
    return `[\n${items.join(',\n')}\n${outer}]`;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  const lines = entries.map(([key, item], at) => {
    const name = `${inner}${JSON.stringify(key)}: `;
    return name + laidOut(item, depth + 1, name.length, at < entries.length - 1);
  });
  return `{\n${lines.join(',\n')}\n${outer}}`;
}
