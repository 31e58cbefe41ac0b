import { expectedFaults, isTable, MetricFault, type ReportFault, type RuleFault, type Table } from 'osharm/evaluators';
import { ruleMethods } from './metrics/core/match-value.ts';
import { pythonPattern } from './metrics/core/python-pattern.ts';
import { metrics } from './metrics/registry.ts';
import { tableRules } from './metrics/table/compare-table.ts';
import { sheetSelector } from './metrics/table/sheet-choice.ts';

/** Metrics that can work without `expected`. */
const alone = new Set(
  'check_text_enlarged is_utc_0 check_html_background_image check_triangle_position check_textbox_on_leftside evaluate_alignment evaluate_conversion evaluate_spacing is_first_line_centered has_page_numbers_in_footers check_slide_numbers_color check_slide_orientation_Portrait check_presenter_console_disable check_left_panel compare_table contains_page_break'.split(
    ' ',
  ),
);

const isList = (value: unknown): boolean => Array.isArray(value);
const any = (): boolean => true;
const expectedForms: Readonly<Record<string, [(value: unknown) => boolean, string]>> = {
  is_in_list: [any, ''],
  fuzzy_match: [(value) => typeof value === 'string', 'text'],
  match_in_list: [isList, 'a list'],
  file_contains: [isList, 'a list of texts (each letter of a text would be looked for by itself)'],
  check_line_number: [(value) => Number.isFinite(Number(value)), 'a number'],
  compare_config: [(value) => typeof value === 'string', 'text'],
  compare_answer: [any, ''],
  check_json_settings: [isTable, 'an object'],
  check_json_keybindings: [isTable, 'an object'],
  check_direct_json_object: [isTable, 'an object'],
  check_gnome_favorite_apps: [isList, 'a list'],
  check_moved_jpgs: [isList, 'a list'],
  is_expected_installed_extensions: [isList, 'a list'],
  is_extension_installed: [(value) => typeof value === 'string', 'text'],
  fuzzy_place_math: [isList, 'a list'],
};

/** Reports rules that can never work in an evaluator (`func`, `expected`, `options`, each a value or a list). */
export const ruleFaults = (evaluator: Table): RuleFault[] =>
  expectedFaults(evaluator, { has: (func) => metrics.has(func), alone, expected: expectedForms, more: metricFaults });

function metricFaults(
  func: string,
  { rules, options }: { rules: Table | null; options: unknown },
  report: ReportFault,
): void {
  if (func === 'compare_table') tableFaults(options, report);
  if (rules === null) return;
  if (func === 'is_expected_url_pattern_match') patterns(rules, 'expected', report);
  if (func === 'check_list') for (const name of ['expect', 'unexpect']) patterns(rules, name, report);
  if (func === 'check_include_exclude')
    for (const name of ['include', 'exclude'])
      if (rules[name] !== undefined && !isList(rules[name]))
        report(`expected.rules.${name}`, 'must be a list of texts');
  if (func === 'check_json' || func === 'check_thunderbird_prefs')
    for (const name of ['expect', 'unexpect'])
      for (const [key, rule] of Object.entries(rules[name] ?? {}))
        methodFault(rule, `expected.rules.${name}.${key}`, report);
}

function patterns(rules: Table, name: string, report: ReportFault): void {
  const list = rules[name];
  if (list === undefined) return;
  if (!Array.isArray(list)) report(`expected.rules.${name}`, 'must be a list of regular expressions');
  else for (const [index, item] of list.entries()) patternFault(item, `expected.rules.${name}.${index}`, report);
}

function patternFault(pattern: unknown, field: string, report: ReportFault, flags: readonly string[] = []): void {
  try {
    pythonPattern(pattern, flags);
  } catch (error) {
    if (!(error instanceof MetricFault)) throw error;
    report(field, `${JSON.stringify(pattern)} is not a regular expression of Python's`);
  }
}

function methodFault(rule: unknown, field: string, report: ReportFault): void {
  const method = isTable(rule) ? rule.method : undefined;
  if (typeof method !== 'string' || !ruleMethods.test(method))
    report(`${field}.method`, `${JSON.stringify(method) ?? 'nothing'} is not a way to compare`);
  else if (/^re(?:\.|$)/.test(method))
    patternFault((rule as Table).ref, `${field}.ref`, report, method.split('.').slice(1));
}

function tableFaults(options: unknown, report: ReportFault): void {
  const rules = isTable(options) ? options.rules : undefined;
  if (!Array.isArray(rules)) {
    report('options.rules', 'is missing: compare_table has nothing to check');
    return;
  }
  for (const [index, rule] of rules.entries()) {
    const at = `options.rules.${index}`;
    const type = isTable(rule) ? String(rule.type) : '';
    if (!isTable(rule) || !tableRules.has(type)) {
      report(`${at}.type`, `compare_table has no rule ${JSON.stringify(type)}`);
      continue;
    }
    for (const name of ['sheet_idx', 'sheet_idx0', 'sheet_idx1'])
      if (rule[name] !== undefined && sheetSelector(rule[name]) === null)
        report(`${at}.${name}`, `${JSON.stringify(rule[name])} chooses no sheet`);
    if (type === 'check_cell' && isTable(rule.props))
      for (const [name, method] of Object.entries(rule.props)) methodFault(method, `${at}.props.${name}`, report);
  }
}
