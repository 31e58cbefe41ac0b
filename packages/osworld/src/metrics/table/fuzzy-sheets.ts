import { readRange, referencesIn } from 'osharm/documents';
import type { MetricRules } from 'osharm/evaluators';
import { fieldList, fieldText, fuzzyRatio, MetricFault, optionalList, type Table } from 'osharm/evaluators';
import { readCellValue, valueText } from './cell-values.ts';
import type { ChosenSheet } from './sheet-choice.ts';

export function areSheetsAlike(rule: Table, chosenSheet: ChosenSheet, other: ChosenSheet, rules: MetricRules): boolean {
  let isAlike = true;
  for (const actual of fieldList(rule, 'rules') as Table[])
    for (const text of fieldList(actual, 'range')) {
      const range = readRange(String(text));
      if (range === null) throw new MetricFault(`${JSON.stringify(text)} is not a range.`, 'task');
      for (const cell of referencesIn(range)) {
        const [left, right] = [chosenSheet, other].map((side) =>
          prepared(valueText(readCellValue(side.book, side.name, cell, rules)), actual),
        ) as [string, string];
        isAlike = holds(actual, left, right) && isAlike;
      }
    }
  return isAlike;
}

function holds(rule: Table, left: string, right: string): boolean {
  switch (fieldText(rule, 'type')) {
    case 'includes':
      return left.includes(right);
    case 'included_by':
      return right.includes(left);
    case 'fuzzy_match':
      return fuzzyRatio(left, right) >= Number(rule.threshold ?? 85);
    case 'exact_match':
      return left === right;
    default:
      throw new MetricFault(`sheet_fuzzy has no type ${JSON.stringify(rule.type)}.`, 'task');
  }
}

function prepared(value: string, rule: Table): string {
  let text = value;
  for (const pair of optionalList(rule, 'normalization')) {
    const [from, to] = pair as [string, string];
    text = text.replaceAll(from, to);
  }
  const among = (name: string): ((symbol: string) => boolean) => {
    const symbols = new Set(String(rule[name]));
    return (symbol) => symbols.has(symbol);
  };
  let symbols = Array.from(text);
  if (rule.trim_leadings !== undefined) {
    const isTrimmed = among('trim_leadings');
    const start = symbols.findIndex((symbol) => !isTrimmed(symbol));
    symbols = start === -1 ? [] : symbols.slice(start);
  }
  if (rule.trim_trailings !== undefined) {
    const isTrimmed = among('trim_trailings');
    symbols = symbols.slice(0, symbols.findLastIndex((symbol) => !isTrimmed(symbol)) + 1);
  }
  if (rule.ignore_chars !== undefined) {
    const isIgnored = among('ignore_chars');
    symbols = symbols.filter((symbol) => !isIgnored(symbol));
  }
  text = symbols.join('');
  return rule.ignore_case ? text.toLowerCase() : text;
}
