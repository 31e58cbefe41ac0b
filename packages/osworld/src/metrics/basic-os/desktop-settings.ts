import {
  field,
  fieldList,
  isIn,
  isTable,
  type Metric,
  MetricFault,
  resultList,
  resultTable,
  resultText,
  score,
} from 'osharm/evaluators';

/** Compares the set of apps with a list as Python or gsettings prints it (`['a.desktop', 'b.desktop']`). */
export const checkGnomeFavoriteApps: Metric = ({ result, expected }) => {
  const text = resultText(result).trim();
  if (!/^\[\s*(?:'[^']*'|"[^"]*")?(?:\s*,\s*(?:'[^']*'|"[^"]*"))*\s*\]$/.test(text))
    throw new MetricFault('The favourites are not a list.', 'result');
  const apps = [...text.matchAll(/'([^']*)'|"([^"]*)"/g)].map((match) => match[1] ?? match[2] ?? '');
  return sameMembers(apps, fieldList(expected, 'expected'));
};

export const isUtc0: Metric = ({ result }) => {
  const line = resultText(result).split('\n')[3];
  if (line === undefined) throw new MetricFault('timedatectl printed too little.', 'result');
  return score(line.endsWith('+0000)'));
};

export const checkTextEnlarged: Metric = ({ result }) => {
  const text = String(result).trim();
  const factor = text === '' ? Number.NaN : Number(text);
  if (Number.isNaN(factor)) throw new MetricFault('The scaling factor is not a number.', 'result');
  return score(factor > 1);
};

export const checkMovedJpgs: Metric = ({ result, expected }) => {
  const names = resultList(resultTable(result).children).map((node) => (isTable(node) ? node.name : undefined));
  return sameMembers(names, fieldList(expected, 'expected'));
};

/** OSWorld swaps the arguments: `result` is the rule, `expected` the output of the command. */
export const isInVmClickboard: Metric = ({ result, expected }) => {
  const wanted = field(result, 'expected');
  return score((Array.isArray(wanted) ? wanted : [wanted]).every((value) => isIn(value, expected)));
};

function sameMembers(actual: readonly unknown[], wanted: readonly unknown[]): number {
  const [left, right] = [new Set(actual), new Set(wanted)];
  return score(
    actual.length === wanted.length && left.size === right.size && [...left].every((value) => right.has(value)),
  );
}
