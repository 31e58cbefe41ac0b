import { MetricFault } from './metric.ts';

const flagLetters: Readonly<Record<string, string>> = {
  I: 'i',
  IGNORECASE: 'i',
  M: 'm',
  MULTILINE: 'm',
  S: 's',
  DOTALL: 's',
  A: '',
  ASCII: '',
  U: '',
  UNICODE: '',
};

/** A task's regular expression, which is Python's, as one of ours. Throws MetricFault (task) where it is none. */
export function pythonPattern(source: unknown, flags: readonly string[] = []): RegExp {
  if (typeof source !== 'string') throw new MetricFault('A pattern of the task is not text.', 'task');
  const letters = new Set<string>();
  for (const flag of flags) {
    const letter = flagLetters[flag];
    if (letter === undefined) throw new MetricFault(`The pattern flag ${flag} is not known.`, 'task');
    if (letter !== '') letters.add(letter);
  }
  let body = source.replace(/^\(\?([aiLmsux]+)\)/, (_, inline: string) => {
    for (const letter of inline) if ('ims'.includes(letter)) letters.add(letter);
    return '';
  });
  body = body
    .replace(/\(\?P<(\w+)>/g, '(?<$1>')
    .replace(/\(\?P=(\w+)\)/g, '\\k<$1>')
    .replace(/\\A/g, '(?<![\\s\\S])')
    .replace(/\\Z/g, '(?![\\s\\S])');
  try {
    return new RegExp(body, [...letters].join(''));
  } catch (cause) {
    throw new MetricFault(`The task's pattern ${JSON.stringify(source)} can't be read.`, 'task', { cause });
  }
}
