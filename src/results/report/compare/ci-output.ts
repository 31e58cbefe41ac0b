import type { AgentComparison, ComparedMetric } from './compare.ts';
import type { Checked } from './fail-if.ts';
import { findingText } from './terminal.ts';

export interface CiCheck {
  name: string;
  failure: string | null;
}

/** One check per condition and, with a baseline, one per metric that fails if the metric became worse. */
export function ciChecks(
  comparison: AgentComparison | null,
  checked: readonly Checked[],
  isBaseline: boolean,
): CiCheck[] {
  const regressions = (isBaseline ? (comparison?.rows ?? []) : []).map((row: ComparedMetric) => ({
    name: `${row.metric} is not worse than the baseline`,
    failure: row.finding === 'worse' ? findingText(row) : null,
  }));
  const conditions = checked.map(({ condition, failed, values }) => ({
    name: `not: ${condition}`,
    failure:
      failed === false
        ? null
        : `${failed === null ? 'can’t be checked' : 'holds'}: ${Object.entries(values)
            .map(([name, value]) => `${name} = ${value === null ? 'not known' : +value.toFixed(4)}`)
            .join(', ')}`,
  }));
  return [...regressions, ...conditions];
}

export function junitXml(checks: readonly CiCheck[], suite = 'osharm compare'): string {
  const failures = checks.filter((check) => check.failure !== null).length;
  const cases = checks.map(({ name, failure }) =>
    failure === null
      ? `    <testcase classname="osharm" name="${xml(name)}"/>`
      : `    <testcase classname="osharm" name="${xml(name)}">\n      <failure message="${xml(failure)}"/>\n    </testcase>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite name="${xml(suite)}" tests="${checks.length}" failures="${failures}">\n${cases.join('\n')}\n  </testsuite>\n</testsuites>\n`;
}

export function githubLines(checks: readonly CiCheck[]): string[] {
  const failed = checks.filter((check) => check.failure !== null);
  if (failed.length === 0) return [`::notice title=osharm::${checks.length} checks passed`];
  return failed.map(({ name, failure }) => `::error title=${property(name)}::${data(failure ?? '')}`);
}

/** XML 1.0 allows no control characters except tab, LF and CR, not even escaped. */
const xml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);
const data = (text: string): string => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
const property = (text: string): string => data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
