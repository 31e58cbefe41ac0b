import { machineEnds, secondsARun, stepsARun } from './cost-table.ts';
import { type MeasuredRow, measuredRows } from './measurements.ts';

const sweeps = [
  { name: '10,000 runs in 8 hours', runs: 10_000, hours: 8 },
  { name: '1,000,000 runs in 7 days', runs: 1_000_000, hours: 7 * 24 },
] as const;

const number = (value: number): string =>
  value.toLocaleString('en-US', { maximumSignificantDigits: value < 100 ? 2 : 3 });

function bytesText(value: number): string {
  const [unit, size] =
    value >= 1e12 ? (['TB', 1e12] as const) : value >= 1e9 ? (['GB', 1e9] as const) : (['MB', 1e6] as const);
  return `${number(value / size)} ${unit}`;
}

/** What large sweeps need, computed from the measured needs of one run. */
export function scaleTable(rows: readonly MeasuredRow[]): string[] {
  const figureOf = (figure: string): number => {
    const row = rows.find((candidate) => candidate.figure === figure);
    if (row === undefined) throw new Error(`scale.csv has no row “${figure}”.`);
    return Number(row.value);
  };
  const ofRun = (what: string): number =>
    figureOf(`result ${what} a run`) + stepsARun * figureOf(`result ${what} a step`);
  const [machine] = measuredRows('cloud-prices');
  if (machine === undefined) throw new Error('cloud-prices.csv has no machine.');
  const ends = machineEnds(machine);
  const range = (values: readonly number[], show: (value: number) => string): string =>
    [...new Set(values.map(show))].join(' to ');
  const columns = sweeps.map(({ runs, hours }) => {
    const together = Math.ceil((runs * secondsARun) / (hours * 3600));
    return [
      number(together),
      range(
        ends.map((end) => Math.ceil(together / end.desktops)),
        number,
      ),
      range(
        ends.map((end) => (end.thousandRuns * runs) / 1000),
        (value) => `$${number(value)}`,
      ),
      number((figureOf('tokens a run') * runs) / (hours * 60)),
      range([figureOf('dollars a run') * runs, figureOf('most dollars a run') * runs], (value) => `$${number(value)}`),
      `${bytesText(ofRun('bytes') * runs)}, ${number(ofRun('files') * runs)} files`,
      bytesText(figureOf('database bytes a run') * runs),
      `${number((figureOf('index seconds a run') * runs) / 60)} min`,
    ];
  });
  const titles = [
    'Desktops at a time',
    `Machines (${machine.vcpus} processors, ${machine.memory_gib} GiB)`,
    'Machines, on demand',
    'Tokens a minute',
    'Models, with prompt caching',
    'Results',
    'Database, kept',
    'First index of the viewer',
  ];
  return [
    `| | ${sweeps.map(({ name }) => name).join(' | ')} |`,
    `|---|${sweeps.map(() => '---|').join('')}`,
    ...titles.map((title, at) => `| ${title} | ${columns.map((column) => column[at]).join(' | ')} |`),
  ];
}
