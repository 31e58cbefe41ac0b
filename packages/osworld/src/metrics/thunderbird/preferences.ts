import {
  isTable,
  linesWithEnds,
  type Metric,
  MetricFault,
  parseResultJson,
  readPythonText,
  score,
  type Table,
} from 'osharm/evaluators';
import { matchesRule } from '../core/match-value.ts';

const line = /^user_pref\("((?:[^"]|\\")+)", (.+)\);$/;

export const checkThunderbirdPrefs: Metric = async ({ result, expected }) => {
  if (result === null) return 0;
  const wanted = rulesOf(expected, 'expect');
  const unwanted = rulesOf(expected, 'unexpect');
  const met = new Map(Object.keys(wanted).map((key) => [key, false]));
  let isClean = true;
  for (const item of linesWithEnds(await readPythonText(result))) {
    const found = line.exec(item.trim());
    if (found === null) continue;
    const [, key = '', text = ''] = found;
    const value = parseResultJson(text, result as string);
    if (Object.hasOwn(wanted, key)) met.set(key, matchesRule(value, wanted[key]));
    else if (Object.hasOwn(unwanted, key)) isClean = isClean && !matchesRule(value, unwanted[key]);
  }
  return score([...met.values()].every(Boolean) && isClean);
};

function rulesOf(rule: unknown, name: string): Table {
  const rules = isTable(rule) ? (rule[name] ?? {}) : null;
  if (!isTable(rules)) throw new MetricFault(`The task's rule: ${name} must be an object.`, 'task');
  return rules;
}
