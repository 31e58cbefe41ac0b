import type { Case } from './case.ts';

const file = 'evaluation_examples/examples/os/files.json';
const result = { type: 'vm_command_line', command: 'date' };
const rule = (rules: unknown): object => ({ type: 'rule', rules });

/** Metrics that the cases name. */
export const ruledMetrics = ['check_list', 'check_include_exclude', 'file_contains', 'check_json', 'compare_table'];

/** One evaluator with these rules (or, for `compare_table`, options). */
function ruled(what: string, func: string, wrong: object, right: object, field: string, says: RegExp): Case {
  const made = (parts: object): object => ({ func, result, ...parts });
  return { what, file, at: ['evaluator'], wrong: made(wrong), right: made(right), says, field: `evaluator.${field}` };
}

const expected = (rules: unknown): object => ({ expected: rule(rules) });
const table = (...rules: object[]): object => ({ options: { rules } });
const data = { type: 'sheet_data', sheet_idx0: 0, sheet_idx1: 'EI0' };
const cell = (method: unknown, ref: unknown): object => ({
  type: 'check_cell',
  sheet_idx: 'RNSheet1',
  coordinate: 'A1',
  props: { value: { method, ref } },
});

/** What an evaluator asks and no result can satisfy. */
export const foreignRules: readonly Case[] = [
  ruled('a comparison with nothing', 'exact_match', {}, expected({ expected: 1 }), 'expected', /compares with it/),
  ruled(
    'a rule without rules',
    'exact_match',
    { expected: { type: 'rule' } },
    expected({ expected: null }),
    'expected.rules',
    /is missing/,
  ),
  ruled(
    'an expected value under another name',
    'exact_match',
    expected({ expect: 1 }),
    expected({ expected: 1 }),
    'expected.rules.expected',
    /is missing/,
  ),
  ruled(
    'a text for a list of texts',
    'file_contains',
    expected({ expected: 'ab' }),
    expected({ expected: ['ab'] }),
    'expected.rules.expected',
    /list of texts/,
  ),
  ruled(
    'a pattern that is none',
    'check_list',
    expected({ expect: ['a', '('] }),
    expected({ expect: ['a', '\\('] }),
    'expected.rules.expect.1',
    /not a regular expression/,
  ),
  ruled(
    'a pattern for a list of them',
    'check_list',
    expected({ unexpect: 'a' }),
    expected({ unexpect: ['a'] }),
    'expected.rules.unexpect',
    /list of regular/,
  ),
  ruled(
    'an include that is no list',
    'check_include_exclude',
    expected({ include: 'a' }),
    expected({ include: ['a'] }),
    'expected.rules.include',
    /list of texts/,
  ),
  ruled(
    'an unknown way to compare',
    'check_json',
    expected({ expect: [{ key: ['a'], method: 'equals', ref: 1 }] }),
    expected({ expect: [{ key: ['a'], method: 'eq', ref: 1 }] }),
    'expected.rules.expect.0.method',
    /not a way to compare/,
  ),
  ruled('a table without rules', 'compare_table', {}, table(data), 'options.rules', /nothing to check/),
  ruled(
    'an unknown rule of a table',
    'compare_table',
    table(data, { ...data, type: 'sheet_date' }),
    table(data, data),
    'options.rules.1.type',
    /no rule "sheet_date"/,
  ),
  ruled(
    'a sheet that nothing chooses',
    'compare_table',
    table({ ...data, sheet_idx1: 'Sheet1' }),
    table({ ...data, sheet_idx1: 'ENSheet1' }),
    'options.rules.0.sheet_idx1',
    /chooses no sheet/,
  ),
  ruled(
    'a cell with a pattern that is none',
    'compare_table',
    table(cell('re.I', '[')),
    table(cell('re.I', '[ab]')),
    'options.rules.0.props.value.ref',
    /not a regular expression/,
  ),
];
