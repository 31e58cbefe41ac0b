import { field, linesWithEnds, type Metric, MetricFault, readPythonText, score, splitWords } from 'osharm/evaluators';

/** Passes if a line of a GIMP settings file has the key, or key and subkey, and ends with the value. */
export const checkConfigStatus: Metric = async ({ result, expected }) => {
  if (result === null) return 0;
  const key = field(expected, 'key');
  const value = field(expected, 'value');
  for (const line of linesWithEnds(await readPythonText(result))) {
    if (line.startsWith('#') || line === '\n') continue;
    const items = splitWords(
      line
        .trim()
        .replace(/^\(+/, '')
        .replace(/[)\n]+$/, ''),
    );
    if (items.length === 0) {
      // OSWorld raises here, because it reads the first word of the empty line.
      if (typeof key === 'string' || (Array.isArray(key) && key.length === 2))
        throw new MetricFault('A line of the settings is empty.', 'result', { path: result as string });
      continue;
    }
    const wanted = typeof key === 'string' ? [key] : Array.isArray(key) && key.length === 2 ? (key as unknown[]) : null;
    if (wanted === null) continue;
    if (wanted.length === 2 && items.length < 2 && items[0] === wanted[0])
      throw new MetricFault('A line of the settings is too short.', 'result', { path: result as string });
    if (wanted.every((item, index) => items[index] === item) && items.at(-1) === value) return score(true);
  }
  return 0;
};
