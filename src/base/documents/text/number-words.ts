const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety';
const values = new Map<string, number>([
  ...small.split(' ').map((word, value) => [word, value] as const),
  ...tens.split(' ').map((word, index) => [word, 10 * (index + 2)] as const),
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
]);
const word = `(?:${[...values.keys()].join('|')})\\b`;
const phrase = new RegExp(`\\b${word}(?:(?:-|\\s+)(?:(?<=(?:hundred|thousand|million)\\s+)and\\s+)?${word})*`, 'gi');

/** Words that are ambiguous alone: `no one`, `44 and a half thousand`. */
const alone = /^(?:one|hundred|thousand|million)$/i;

const longestText = 50_000;

/** Replaces English numerals with digits: `forty-four thousand` becomes `44000`. */
export const withFigures = (text: string): string =>
  text.length > longestText
    ? text
    : text.replace(phrase, (words) => (alone.test(words) ? words : numbersIn(words).join(' ')));

/** The numbers in a sequence of numerals: `nineteen ninety` is two numbers. */
function numbersIn(words: string): number[] {
  const numbers: number[] = [];
  let sum = 0;
  let group = 0;
  let last: number | null = null;
  for (const [name] of words.toLowerCase().matchAll(new RegExp(word, 'g'))) {
    const value = values.get(name) ?? 0;
    const goesOn =
      last !== null && (value >= 100 ? value > last || last < 100 : last >= 100 || (last >= 20 && value < 10));
    if (last !== null && !goesOn) {
      numbers.push(sum + group);
      [sum, group] = [0, 0];
    }
    if (value >= 1000) [sum, group] = [sum + Math.max(1, group) * value, 0];
    else group = value === 100 ? Math.max(1, group) * 100 : group + value;
    last = value;
  }
  return [...numbers, sum + group];
}
