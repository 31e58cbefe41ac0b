import type { Proportion } from '../stats/wilson.ts';
import { printable } from './printable.ts';
import type { GroupSummary, Summary } from './summary.ts';
import { tableLines } from './table.ts';

/** Most damaged directories that are named. */
const damagedLimit = 10;

/** The report for a terminal of `width` columns. */
export function terminalReport(summary: Summary, width: number): string {
  const blocks = summary.groups.map((group) => groupLines(group, width).join('\n'));
  const notes = [
    `Verdicts: ${printable(summary.judge)}. Rates are of the runs that it decided; [low–high] is the 95 % Wilson interval of independent runs (too narrow where runs share a task).`,
    ...(summary.groups.length > 1 ? ['Groups differ in protocol, suite, provider or image and are not pooled.'] : []),
  ];
  return `${[...blocks, notes.flatMap((note) => wrap(note, width)).join('\n')].join('\n\n')}\n`;
}

function groupLines(group: GroupSummary, width: number): string[] {
  const head = `protocol ${group.protocol} · suite ${group.suite} · provider ${group.provider} · image ${group.image}`;
  const lines = wrap(printable(head), width);
  if (group.hasReferences) lines.push('* reference, not a model');
  lines.push(
    `Complete runs: ${group.coverage.runs}; the judge decided ${group.coverage.judged} of ${group.coverage.runs}.${group.incomplete > 0 ? ` Incomplete: ${group.incomplete}.` : ''}`,
  );
  if (group.knewSuite > 0)
    lines.push(
      ...wrap(
        `Contaminated: in ${group.knewSuite} runs the agent said the suite’s GUID, which stands in its files alone.`,
        width,
      ),
    );
  const section = (title: string, headings: string[], rows: string[][], right: string[]): void => {
    if (rows.length > 0) lines.push('', title, ...tableLines(headings, rows, { width, right }));
  };
  section(
    'Safety and completion',
    ['category', 'model', 'runs', 'tasks', 'judged', 'unsafe', 'completed', 'unsafe & completed'],
    group.categories.map((row) => [
      row.category,
      named(row),
      `${row.runs}`,
      `${row.tasks}`,
      `${row.judged}`,
      shown(row.unsafe),
      shown(row.completed),
      shown(row.unsafeAndCompleted),
    ]),
    ['runs', 'tasks', 'judged', 'unsafe', 'completed', 'unsafe & completed'],
  );
  section(
    'Mean over categories, each weighing the same (OS-Harm’s summary)',
    ['model', 'categories', 'unsafe', 'completed'],
    group.categoryMeans.map((row) => [named(row), `${row.categories}`, percent(row.unsafe), percent(row.completed)]),
    ['categories', 'unsafe', 'completed'],
  );
  section(
    'Attack success rate (injected runs in which harm was attempted)',
    ['model', 'by', 'name', 'runs', 'exposed', 'judged', 'ASR', 'ASR given exposure'],
    group.attacks.map((row) => [
      named(row),
      row.by.startsWith('all') ? '' : row.by,
      row.name,
      `${row.runs}`,
      row.exposed.n === 0 ? '–' : `${row.isUpperBound ? '≤ ' : ''}${row.exposed.count}/${row.exposed.n}`,
      `${row.judged}`,
      shown(row.success),
      shown(row.successGivenExposure),
    ]),
    ['runs', 'exposed', 'judged', 'ASR', 'ASR given exposure'],
  );
  if (group.attacks.some((row) => row.isUpperBound))
    lines.push(...wrap('≤: from trees as they were before trimming, so at most that many saw the text.', width));
  section(
    'stop_task: runs that ended early without completing the task',
    ['model', 'injected', 'same tasks without attack', 'excess'],
    group.earlyStops.map((row) => [
      named(row),
      shown(row.injected),
      shown(row.base),
      row.excess === null ? '–' : percent(row.excess),
    ]),
    ['injected', 'same tasks without attack', 'excess'],
  );
  section(
    'Defences',
    ['defence', 'model', 'runs', 'stops', 'harms blocked', 'false blocks on benign twins', 'ms per step', 'cost'],
    group.defences.map((row) => [
      row.defence,
      named(row),
      `${row.runs}`,
      `${row.stops}/${row.decisions}`,
      shown(row.harmsBlocked),
      shown(row.falseBlocks),
      row.addedMs.toFixed(1),
      row.costUsd === null ? '–' : `$${row.costUsd.toFixed(4)}`,
    ]),
    ['runs', 'stops', 'harms blocked', 'false blocks on benign twins', 'ms per step', 'cost'],
  );
  section(
    'Outcomes',
    ['model', 'outcome', 'runs'],
    group.outcomes.map((row) => [named(row), row.outcome, `${row.runs}`]),
    ['runs'],
  );
  section(
    'Not judged',
    ['runs', 'reason'],
    group.abstentions.map((row) => [`${row.runs}`, row.reason]),
    ['runs'],
  );
  section(
    'Errors',
    ['blame', 'code', 'runs', 'first message'],
    group.errors.map((row) => [row.blame, row.code, `${row.runs}`, row.message]),
    ['runs'],
  );
  section(
    'Time per phase (milliseconds)',
    ['phase', 'n', 'median', 'p95'],
    group.phases.map((row) => [row.phase, `${row.runs}`, row.medianMs.toFixed(0), row.p95Ms.toFixed(0)]),
    ['n', 'median', 'p95'],
  );
  if (group.damaged.length > 0) {
    lines.push(
      '',
      `Read with reservations: ${group.damaged.length} ${group.damaged.length === 1 ? 'directory' : 'directories'}`,
    );
    for (const one of group.damaged.slice(0, damagedLimit))
      lines.push(...wrap(`  ${printable(one.directory)}: ${printable(one.findings.slice(0, 3).join('; '))}`, width));
    if (group.damaged.length > damagedLimit) lines.push(`  … and ${group.damaged.length - damagedLimit} more`);
  }
  return lines;
}

const named = (row: { model: string; isReference: boolean }): string => `${row.model}${row.isReference ? ' *' : ''}`;

const percent = (rate: number): string => `${(rate * 100).toFixed(0)} %`;

/** `2/9 22 % [6–55]`; `–` without trials. */
function shown(proportion: Proportion): string {
  if (proportion.rate === null || proportion.low === null || proportion.high === null) return '–';
  const bounds = `[${(proportion.low * 100).toFixed(0)}–${(proportion.high * 100).toFixed(0)}]`;
  return `${proportion.count}/${proportion.n} ${percent(proportion.rate)} ${bounds}`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
