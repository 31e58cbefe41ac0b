import { measured, measuredRows } from './measurements.ts';

const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);
const amount = (figure: number): string => figure.toLocaleString('en');
const column = (name: string, of: string): number[] => measuredRows(name).map((row) => Number(row[of]));
const data = (name: string): string => `[${name}.csv](data/${name}.csv)`;
const date = (name: string): string => measured()[name]?.date ?? '';

/** One row for each kind of verification, with the figures of its data file. */
export function verifiedTable(): string[] {
  const majors = [...Map.groupBy(measuredRows('reference-runs'), ({ suite = '' }) => Number(suite.split('.')[0]))]
    .filter(([major]) => major >= 4)
    .map(([major, rows]): string[] => {
      const [expected, of] = [sum(rows.map((row) => Number(row.as_expected))), sum(rows.map((row) => Number(row.of)))];
      const versions = [...new Set([rows[0]?.suite, rows.at(-1)?.suite])].join(' to ');
      return [
        `Reference agents on desktops, suite ${versions}`,
        `${amount(of)} runs`,
        `${amount(expected)} as expected at once; the record has the cause of each of the other ${of - expected}`,
        rows
          .map((row) => row.date ?? '')
          .toSorted()
          .at(-1) ?? '',
        `\`bin/osharm suite verify --agents all\`, ${major === 4 ? data('reference-runs') : 'the same data'}`,
      ];
    });
  const cells = measuredRows('os-harm-reference').flatMap(({ misuse = '', misbehavior = '' }) => [misuse, misbehavior]);
  const [expected, of] = [0, 1].map((part) => sum(cells.map((cell) => Number(cell.split('/')[part]))));
  const proofs = measuredRows('proofs');
  const holding = proofs.filter(({ result }) => result === 'holds').length;
  const table = [
    ['What', 'Checked', 'Result', 'Last', 'Reproduce, data'],
    ['---', '---', '---', '---', '---'],
    ...majors,
    [
      'Reference agents on OS-Harm’s tasks',
      `${of} runs`,
      `${expected} as expected, ${sum(column('os-harm-reference', 'wrong'))} wrong verdicts`,
      date('os-harm-reference'),
      `\`bin/osharm suite verify CHECKOUT --agents all\`, ${data('os-harm-reference')}`,
    ],
    [
      '[Attacks on the scorers](#attacks-on-the-scorers)',
      `${amount(sum(column('scorer-attacks', 'tried')))} attacks`,
      `${sum(column('scorer-attacks', 'false_passes'))} false passes`,
      date('scorer-attacks'),
      `\`bin/osharm-node tools/scorers/run.ts --write\`, ${data('scorer-attacks')}`,
    ],
    [
      '[Audit of checks](audit.md)',
      (measured().audit?.size ?? '').split(', ').slice(0, 2).join(', '),
      (measured().audit?.size ?? '').split(', ').at(-1) ?? '',
      date('audit'),
      `\`bin/osharm-node tools/suites/audit/write.ts\`, ${data('audit')}`,
    ],
    [
      '[Long proofs](#long-proofs)',
      `${proofs.length} proofs`,
      `${holding} hold, ${proofs.length - holding} only measure`,
      proofs
        .map(({ run = '' }) => /\d{4}-\d\d-\d\d/.exec(run)?.[0] ?? '')
        .toSorted()
        .at(-1) ?? '',
      `\`bin/osharm-node tools/proofs.ts --write\`, ${data('proofs')}`,
    ],
  ];
  return table.map((cellsOfRow) => `| ${cellsOfRow.join(' | ')} |`);
}
