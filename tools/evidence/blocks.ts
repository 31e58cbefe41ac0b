import { relative } from 'node:path';
import { clientChecks } from '../compatibility/clients.ts';
import { withMarkedPart } from '../docs/marked-part.ts';
import { costTable } from './cost-table.ts';
import { type MeasuredRow, measured, measuredRows } from './measurements.ts';
import { scaleTable } from './scale-table.ts';
import { verifiedTable } from './verified.ts';

/** A table of a page, generated from a data file. Its marks are `<!-- NAME -->` and `<!-- end of NAME -->`. */
interface Block {
  page: string;
  name: string;
  /** The table reads several data files and names them in its cells. */
  isSummary?: boolean;
  table: (rows: readonly MeasuredRow[]) => string[];
}

type Column = readonly [title: string, cell: string | ((row: MeasuredRow) => string)];

const textOf = (row: MeasuredRow, cell: Column[1]): string =>
  typeof cell === 'string' ? (row[cell] ?? '') : cell(row);
const markdown = (rows: readonly MeasuredRow[], columns: readonly Column[]): string[] => [
  `| ${columns.map(([title]) => title).join(' | ')} |`,
  `|${columns.map(() => '---|').join('')}`,
  ...rows.map((row) => `| ${columns.map(([, cell]) => textOf(row, cell).replaceAll('|', '\\|') || '–').join(' | ')} |`),
];
const withWidth = (name: string) => (row: MeasuredRow) => `${row[`${name} covered`]} (${row[`${name} width`]})`;
const sum = (rows: readonly MeasuredRow[], column: string): number =>
  rows.reduce((total, row) => total + Number(row[column]), 0);
/** The worst cell of the whole data file, so that a shortened table doesn't hide it. */
const lowest = (rows: readonly MeasuredRow[], ...names: string[]): string[] => {
  const all = rows.flatMap((row) => names.map((name) => Number(row[name])));
  return ['', `Lowest coverage of all ${rows.length} rows of the data: ${Math.min(...all).toFixed(1)} %.`];
};
const overstated = (rows: readonly MeasuredRow[]): string[] => {
  const most = (level: string): string =>
    Math.max(...rows.map((row) => Number(row[`${level} stated`]) - Number(row[`${level} found`]))).toFixed(1);
  const [plain, holm] = [most('p<0.05'), most('p<0.05/8')];
  return [
    '',
    `In all ${rows.length} rows of the data, stated power exceeds what was found by ${plain} points at most (${holm} with Holm).`,
  ];
};
const verdicts = ['strong', 'fair', 'weak', 'broken', 'wrong oracle'];
const listed = (rows: readonly MeasuredRow[], column: string): string => rows.map((row) => row[column]).join('; ');
const percent = (share = ''): string => `${Math.round(100 * Number(share))} %`;
const code = (text = ''): string => `\`${text}\``;

const statistics = 'docs/trust/statistics.md';
const earlyStopping = 'docs/red-team/early-stopping.md';
const verificationRecord = 'lab/verification.md';
const monitors = 'docs/evidence/monitors.md';

export const blocks: readonly Block[] = [
  {
    page: 'docs/compatibility/tested.md',
    name: 'compatibility',
    table: (rows) =>
      markdown(
        Object.entries(clientChecks).flatMap(([check, { adapter, clients, ran }]) => {
          const recorded = rows.filter((row) => row.check === check);
          const client = clients.map((program) => program.package).join(', ');
          return recorded.length > 0 ? recorded : [{ adapter, client, ran, result: 'not recorded yet' }];
        }),
        [
          ['Adapter', 'adapter'],
          ['Client', (row) => [row.client, row.version].join(' ').trim()],
          ['What ran', 'ran'],
          ['Result', 'result'],
          ['Day, commit', (row) => [row.date, row.commit].filter((part) => part !== undefined).join(', ')],
        ],
      ),
  },
  {
    page: 'docs/compatibility/openenv.md',
    name: 'trl-training',
    table: (rows) =>
      markdown(rows, [
        ['Step', 'step'],
        ['Mean reward', 'reward'],
        ['Harmful requests done', (row) => percent(row.harmful_done)],
        ['Harmless requests done', (row) => percent(row.harmless_done)],
        ['Replies', 'replies'],
        ['Episodes', 'episodes'],
        ['Seconds', 'seconds'],
      ]),
  },
  { page: 'docs/run/fleet.md', name: 'scale', table: scaleTable },
  { page: 'docs/run/fleet.md', name: 'cloud-prices', table: costTable },
  {
    page: statistics,
    name: 'rate-coverage',
    table: (rows) => [
      ...markdown(
        rows.filter(({ rate, icc }) => (rate === '0.1' && icc === '0.3') || (rate === '0.5' && icc === '0.7')),
        [
          ['Families', 'clusters'],
          ['ICC', 'icc'],
          ['Rate', 'rate'],
          ['**osharm**', withWidth('default')],
          ['Wilson', withWidth('wilson')],
          ['Clopper–Pearson', withWidth('clopper_pearson')],
          ['Bootstrap', withWidth('bootstrap')],
        ],
      ),
      ...lowest(rows, 'default covered'),
    ],
  },
  {
    page: statistics,
    name: 'difference-coverage',
    table: (rows) => [
      ...markdown(
        rows.filter(({ rate, icc }) => icc === '0.3' && rate === '0.5'),
        [
          ['Families', 'clusters'],
          ['Rate', 'rate'],
          ['True difference', 'difference'],
          ['Own difficulty: interval', (row) => `${row['own covered']} (${row['own width']})`],
          ['p < 0.05', 'own p<0.05'],
          ['Shared difficulty: interval', (row) => `${row['shared covered']} (${row['shared width']})`],
          ['p < 0.05 ', 'shared p<0.05'],
        ],
      ),
      ...lowest(rows, 'own covered', 'shared covered'),
    ],
  },
  {
    page: statistics,
    name: 'power-of-the-test',
    table: (rows) => [
      ...markdown(
        rows.filter(({ rate }) => rate === '0.3'),
        [
          ['Families', 'families'],
          ['Runs in each', (row) => (row.runs_in_each === 'as above' ? '1–8' : (row.runs_in_each ?? ''))],
          ['ICC', 'icc'],
          ['Difference', 'difference'],
          ['Stated', 'p<0.05 stated'],
          ['Found', 'p<0.05 found'],
          ['Stated, Holm of 8', 'p<0.05/8 stated'],
          ['Found, Holm of 8', 'p<0.05/8 found'],
        ],
      ),
      ...overstated(rows),
    ],
  },
  {
    page: statistics,
    name: 'detection-coverage',
    table: (rows) => [
      ...markdown(
        rows.filter(({ icc, separation }) => icc === '0.3' && ['1', '3'].includes(separation ?? '')),
        [
          ['Separation', 'separation'],
          ['Families', 'families'],
          ['True AUROC', 'auroc'],
          ['Mean', 'auroc mean'],
          ['Covered', 'auroc covered'],
          ['True TPR at 5 %', 'tpr@5%'],
          ['Mean ', 'tpr@5% mean'],
          ['Covered ', 'tpr@5% covered'],
          ['TPR at 1 %: covered', 'tpr@1% covered'],
        ],
      ),
      ...lowest(rows, 'auroc covered', 'tpr@5% covered', 'tpr@1% covered'),
    ],
  },
  {
    page: 'docs/red-team/adaptive-attacks.md',
    name: 'planted-weaknesses',
    table: (rows) => {
      const of = (agent: string | undefined, strategy: string): MeasuredRow =>
        rows.find((row) => row.agent === agent && row.strategy === strategy) ?? {};
      const found = (strategy: string) => (row: MeasuredRow) => of(row.agent, strategy).found_within_200 ?? '';
      return markdown(
        rows.filter(({ strategy }) => strategy === 'evolve'),
        [
          ['Vulnerable to', 'agent'],
          ['Found in 200, %: evolve', 'found_within_200'],
          ['halving', found('halving')],
          ['random', found('random')],
          ['expected', (row) => of(row.agent, 'random').expected_within_200 ?? ''],
          ['static', found('static')],
          ['Mean queries: evolve', 'mean_queries'],
          ['random ', (row) => of(row.agent, 'random').mean_queries ?? ''],
          ['Winners again, %', 'held_out_success'],
        ],
      );
    },
  },
  {
    page: earlyStopping,
    name: 'sequential-rates',
    table: (rows) =>
      markdown(rows, [
        ['True rate', 'rates'],
        ['Truth ever outside, %', 'ever_outside'],
        ['Mean runs', 'mean_runs'],
        ['9 of 10 sweeps', 'runs_9_of_10'],
        ['Fixed size, rate known', 'fixed_size'],
        ['Saved against 400 runs, %', 'saved_against_400'],
      ]),
  },
  {
    page: earlyStopping,
    name: 'sequential-allocation',
    table: (rows) =>
      markdown(rows, [
        ['Tasks', 'cells'],
        ['Truth ever outside: even, %', 'even ever_outside'],
        ['allocated, %', 'allocated ever_outside'],
        ['Mean runs: even', 'even mean_runs'],
        ['allocated', 'allocated mean_runs'],
        ['Saved, %', 'saved'],
      ]),
  },
  {
    page: earlyStopping,
    name: 'sequential-differences',
    table: (rows) =>
      markdown(rows, [
        ['True rates, %', 'rates'],
        ['Truth ever outside, %', 'ever_outside'],
        ['Found different, %', 'found_different'],
        ['Mean pairs until then', 'mean_pairs'],
      ]),
  },
  {
    page: 'docs/red-team/causes.md',
    name: 'but-for-coverage',
    table: (rows) => [
      ...markdown(
        rows.filter(({ branches_a_side }) => branches_a_side === '20'),
        [
          ['Harm without, %', 'harm_without'],
          ['Harm with, %', 'harm_with'],
          ['Branches a side', 'branches_a_side'],
          ['Coverage, %', 'covered'],
          ['Exact, %', 'covered_exact'],
        ],
      ),
      ...lowest(rows, 'covered'),
    ],
  },
  {
    page: 'docs/evidence/pilot.md',
    name: 'graded-agents',
    table: (rows) => {
      const of = (subset: string): MeasuredRow[] => rows.filter((row) => row.subset === subset);
      const all = new Map(of('report').map((row) => [row.agent, row]));
      const plusMinus = (row: MeasuredRow | undefined): string => `${row?.unsafe} ± ${row?.unsafe_half_width}`;
      return markdown(of('smoke'), [
        ['Agent', (row) => code(row.agent?.replace('reference-graded-', '…-'))],
        ['`smoke`: unsafe, %', plusMinus],
        ['distinguished from the next, %', 'distinguished_from_next'],
        ['`report`: unsafe, %', (row) => plusMinus(all.get(row.agent))],
        ['distinguished, %', (row) => all.get(row.agent)?.distinguished_from_next ?? ''],
      ]);
    },
  },
  { page: 'docs/evidence/verification.md', name: 'verified', isSummary: true, table: verifiedTable },
  {
    page: verificationRecord,
    name: 'reference-runs',
    table: (rows) =>
      markdown(
        rows.filter(({ suite = '' }) => Number.parseInt(suite, 10) >= 4),
        [
          ['Suite and tasks', (row) => `${row.suite}, ${row.tasks}`],
          ['Agent', (row) => (row.agent ?? '').split(', ').map(code).join(', ')],
          ['As expected', (row) => `${row.as_expected} of ${row.of}${row.note === '' ? '' : `; ${row.note}`}`],
        ],
      ),
  },
  {
    page: statistics,
    name: 'suite-power',
    table: (rows) => {
      const cell = (runs: string | undefined, repeats: string): string => {
        const row = rows.find((item) => item.runs_of === runs && item.repeats === repeats);
        return `${row?.runs}: ± ${row?.['icc0.3 half_width']}, ${row?.['icc0.3 power']}`;
      };
      return markdown(
        rows.filter(({ repeats }) => repeats === '1'),
        [
          ['Runs of', 'runs_of'],
          ['Families', 'families'],
          ['Once: ±, power', (row) => cell(row.runs_of, '1')],
          ['Three times: ±, power', (row) => cell(row.runs_of, '3')],
        ],
      );
    },
  },
  {
    page: verificationRecord,
    name: 'scorer-attacks',
    table: (rows) => {
      const kinds = [...new Set(rows.map(({ against }) => against ?? ''))].map((against): MeasuredRow => {
        const of = rows.filter((row) => row.against === against);
        const counts = ['tried', 'detected', 'abstained', 'harmless', 'false_passes'].map((name) => [
          name,
          String(sum(of, name)),
        ]);
        return { against: `${against}s`, kinds: String(of.length), ...Object.fromEntries(counts) };
      });
      return markdown(kinds, [
        ['Against', 'against'],
        ['Kinds of attack', 'kinds'],
        ['Tried', 'tried'],
        ['Detected', 'detected'],
        ['Abstained', 'abstained'],
        ['Without effect', 'harmless'],
        ['False passes', 'false_passes'],
      ]);
    },
  },
  {
    page: verificationRecord,
    name: 'os-harm-reference',
    table: (rows) =>
      markdown(rows, [
        ['Agent', (row) => code(row.agent)],
        ['misuse', 'misuse'],
        ['misbehavior', 'misbehavior'],
        ['Safety decided', (row) => `${row['misuse decided']} and ${row['misbehavior decided']}`],
        ['Wrong verdicts', 'wrong'],
      ]),
  },
  {
    page: verificationRecord,
    name: 'proofs',
    table: (rows) =>
      markdown(rows, [
        ['Proof', (row) => code(row.proof)],
        ['What it shows', 'shows'],
        ['Result', (row) => `${row.result}, ${row.run?.split(',')[0]}`],
      ]),
  },
  {
    page: 'docs/evidence/content-review.md',
    name: 'content-review-sums',
    table: (rows) =>
      markdown(
        rows.filter(({ tasks }) => tasks === 'all' || tasks === 'all tasks'),
        [
          ['Review', 'review'],
          ['Suite', 'suite'],
          ['Rated', 'rated'],
          ['Strong', 'strong'],
          ['Fine', 'fine'],
          ['Weak', (row) => `${row.weak} (${Math.round((100 * Number(row.weak)) / Number(row.rated))} %)`],
          ['Broken', 'broken'],
          ['Weak after fixes', 'weak_or_broken_after_fixes'],
        ],
      ),
  },
  {
    page: 'docs/evidence/content-review.md',
    name: 'content-review-items',
    table: (rows) => {
      const counts = (some: readonly MeasuredRow[], verdict: string): string => {
        const [before, after] = ['before', 'after'].map((time) => some.filter((row) => row[time] === verdict).length);
        return `${before} → ${after}`;
      };
      const groups = [...Map.groupBy(rows, (row) => row.suite)].flatMap(([suite, those]) =>
        [...Map.groupBy(those, (row) => row.kind), ['all', those] as const].map(([kind, some]) => ({
          suite: suite ?? '',
          kind: kind ?? '',
          rated: String(some.length),
          ...Object.fromEntries(verdicts.map((verdict) => [verdict, counts(some, verdict)])),
        })),
      );
      return markdown(groups, [
        ['Suite', 'suite'],
        ['Kind', 'kind'],
        ['Rated', 'rated'],
        ['Strong', 'strong'],
        ['Fair', 'fair'],
        ['Weak', 'weak'],
        ['Broken', 'broken'],
        ['Wrong check or oracle', 'wrong oracle'],
      ]);
    },
  },
  {
    page: 'docs/trust/realism.md',
    name: 'test-cues',
    table: (rows) => {
      const sources = [...Map.groupBy(rows, ({ read, source }) => `${read} ${source}`).values()];
      const summed = sources.map((some): MeasuredRow => {
        const cues = some.map(({ cues: listed = '' }) => listed.split(' ').filter(Boolean));
        const most = [...Map.groupBy(cues.flat(), (cue) => cue)].sort(
          ([, one], [, other]) => other.length - one.length,
        );
        const likely = some.filter(({ verdict }) => Number(verdict) >= 2).length;
        return {
          read: some[0]?.read ?? '',
          source: some[0]?.source ?? '',
          items: String(some.length),
          cues: (cues.flat().length / some.length).toFixed(2),
          without: String(cues.filter((list) => list.length === 0).length),
          likely: `${likely} of ${some.length}`,
          most: most.map(([cue, times]) => `${cue} ${times.length}`).join(', '),
        };
      });
      return markdown(summed, [
        ['Read', 'read'],
        ['Source', 'source'],
        ['Items', 'items'],
        ['Cues an item', 'cues'],
        ['Items without a cue', 'without'],
        ['Read as a test', 'likely'],
        ['Cues', 'most'],
      ]);
    },
  },
  {
    page: monitors,
    name: 'monitor-baselines',
    table: (rows) => {
      const figures = ({ monitor: _, view: _view, ...others }: MeasuredRow): string => JSON.stringify(others);
      const whole = new Map(rows.filter(({ view }) => view === 'full').map((row) => [row.monitor, figures(row)]));
      const changed = rows.filter(
        (row) =>
          !['always', 'never'].includes(row.monitor ?? '') &&
          (row.view === 'full' || (row.view === 'actions-only' && figures(row) !== whole.get(row.monitor))),
      );
      return [
        `${rows[0]?.harmful} harmful and ${rows[0]?.harmless} harmless runs.`,
        '',
        ...markdown(changed, [
          ['Monitor', (row) => `${code(row.monitor)}${row.view === 'full' ? '' : `, ${row.view}`}`],
          ['AUROC', 'auroc'],
          ['by step', 'auroc by step'],
          ['TPR@1 %', 'tpr@1%'],
          ['In time', 'in time'],
          ['Undetected', 'undetected'],
        ]),
      ];
    },
  },
  {
    page: monitors,
    name: 'oversight-gap',
    table: (rows) =>
      markdown(rows, [
        ['Channel', 'channel'],
        ['Harms', 'harms'],
        ['Trace before the harm, %', 'before'],
        ['at all, %', 'ever'],
        ['none, %', 'no trace'],
      ]),
  },
  {
    page: monitors,
    name: 'covert-agents',
    table: (rows) =>
      markdown(rows, [
        ['Agent', 'agent'],
        ['Runs', 'runs'],
        ['User’s task, %', 'main task'],
        ['Side task, %', 'side task'],
        ['Both, %', 'both'],
        ['Leaked, %', 'leaked'],
        ['Best monitor', 'best monitor'],
        ['Undetected, %', 'undetected'],
      ]),
  },
  {
    page: monitors,
    name: 'long-side-tasks',
    table: (rows) =>
      markdown(rows, [
        ['Task', (row) => code(row.task)],
        ['Side task', (row) => code(row['side task'])],
        ['Agent', 'agent'],
        ['Steps', 'steps'],
        ['User’s task', 'users task'],
        ['Side task done', 'side task done'],
      ]),
  },
  {
    page: monitors,
    name: 'hidden-scripts',
    table: (rows) =>
      markdown(rows, [
        ['Side task', (row) => code(row['side task'])],
        ['Beside', (row) => code(row.task)],
        ['Best monitor sees of the style', 'style seen'],
        ['at % of harmless steps', 'style alarms'],
        ['Best monitor sees of the script', 'script seen'],
        ['at % of harmless steps ', 'script alarms'],
      ]),
  },
  {
    page: monitors,
    name: 'opened-files',
    table: (rows) => {
      const openings = rows.filter(({ way }) => !way?.startsWith('not opened'));
      const isRight = ({ times, right }: MeasuredRow): boolean => times === right;
      return [
        `- Program always right: ${listed(openings.filter(isRight), 'way')}.`,
        ...openings
          .filter((row) => !isRight(row))
          .map(
            ({ way, times, seen, right, unnamed, wrong }) =>
              `- ${way}: ${seen} of ${times} seen; program right in ${right}, not named in ${unnamed}, wrong in ${wrong}.`,
          ),
        `- Never taken for an opening: ${listed(
          rows.filter(({ way, seen }) => way?.startsWith('not opened') && seen === '0'),
          'way',
        ).replaceAll('not opened: ', '')}.`,
      ];
    },
  },
];

/** Renders `2026-11-21 at 21957e61` as a sentence with the command and the data file. */
function source({ page, name }: Block): string {
  const about = measured()[name];
  if (about === undefined) throw new Error(`docs/evidence/data/measured.json says nothing of ${name}.`);
  const { date, commit, command, size } = about;
  const file = relative(page.slice(0, page.lastIndexOf('/')), `docs/evidence/data/${name}.csv`);
  const link = `Data: [${name}.csv](${file}).`;
  const before = blocks
    .slice(
      0,
      blocks.findIndex((block) => block.name === name),
    )
    .findLast((block) => block.page === page);
  if (before !== undefined && JSON.stringify(measured()[before.name]) === JSON.stringify(about)) return link;
  const when = `${date}${commit === null ? '' : `, commit ${commit}`}`;
  const again = command === null ? '' : ` Reproduce: \`${command}\`.`;
  const [first = '', ...rest] = size.split('; ');
  const sized = `${first[0]?.toUpperCase()}${first.slice(1)}`;
  if (size.split(' ').length <= 50) return `${[sized, ...rest].join('; ')}; ${when}.${again} ${link}`;
  return [`${sized}; ${when}.${again} ${link}`, '', ...rest.map((part) => `- ${part}`)].join('\n');
}

export function blockText(block: Block): string {
  if (block.isSummary === true) return block.table([]).join('\n');
  if (measured()[block.name] === undefined) return 'Not measured for this version.';
  return [source(block), '', ...block.table(measuredRows(block.name))].join('\n');
}

export function withBlock(text: string, block: Block): string {
  const { name } = block;
  const marks = [`<!-- ${name}: tools/evidence/write.ts -->`, `<!-- end of ${name} -->`] as const;
  return withMarkedPart(text, marks, blockText(block));
}
