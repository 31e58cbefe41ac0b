/** A difference between runs of the same actions that says nothing about their state, and why it can be ignored. */
interface Mask {
  reason: string;
  pattern: RegExp;
  as: string;
}

const anywhere: readonly Mask[] = [
  {
    reason: 'A date and time of day is that of the run',
    pattern: /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?/g,
    as: 'TIME',
  },
  { reason: 'So is a time of day', pattern: /\b\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M\b)?/g, as: 'TIME' },
  {
    reason: 'So is a day',
    pattern:
      /\b\d{4}-\d{2}-\d{2}\b|\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* {1,2}\d{1,2}\b/g,
    as: 'DAY',
  },
  { reason: 'So are milliseconds since 1970', pattern: /\b1[5-9]\d{11}\b/g, as: 'TIME' },
  { reason: 'So are the seconds since 1970 in a log of Git', pattern: /\b1[5-9]\d{8} [+-]\d{4}\b/g, as: 'TIME' },
  { reason: 'Git makes the names of commits from the clock', pattern: /\b[0-9a-f]{40}\b/g, as: 'COMMIT' },
  {
    reason: 'VS Code draws the names in its history of a file',
    pattern: /"id":"[A-Za-z0-9]{4}(?:\.[^"]*)?"(?=,"timestamp")/g,
    as: '"id":"ENTRY"',
  },
  { reason: 'mktemp draws its names', pattern: /\btmp\.[A-Za-z0-9]{6,10}\b/g, as: 'TEMPORARY' },
];

const inTerminals: readonly Mask[] = [
  { reason: 'Git shortens the names of commits', pattern: /\b(?=[a-f]*\d)[0-9a-f]{7,12}\b/g, as: 'COMMIT' },
  { reason: 'A shell tells the process id of a job', pattern: /\[\d+\] \d+/g, as: 'JOB' },
];

const inPaths: readonly Mask[] = [
  {
    reason: 'Git names an object by its content, and a commit has the time in it',
    pattern: /\/\.git\/objects\/[0-9a-f]{2}(?:\/[0-9a-f]{38})?$/g,
    as: '/.git/objects/OBJECT',
  },
  {
    reason: 'VS Code draws the names in its history of a file',
    pattern: /(?<=\/Code\/User\/History\/[^/]+\/)[A-Za-z0-9]{4}(?=\.[^/]+$|$)/g,
    as: 'ENTRY',
  },
];

const passing: readonly { reason: string; isSo(row: ScreenRow): boolean }[] = [
  {
    reason: 'A status line tells what goes on and empties itself (Thunderbird: connecting, loading, copying)',
    isSo: ({ tag, name, text }) => tag === 'label' && name === text && /^\u200b?$|…$/.test(name),
  },
  {
    reason: 'The title of a terminal follows its shell, a moment later; the terminal itself is a row of its own',
    isSo: ({ tag, name }) => (tag === 'label' || tag === 'toggle-button') && /^Terminal$|^[\w-]+@[\w-]+: /.test(name),
  },
  {
    reason: 'LibreOffice counts words and sums up a selection when it has nothing else to do',
    isSo: ({ tag, text }) => tag === 'label' && /^[\d,]+ words?, [\d,]+ characters?|^Average: .*; Sum: /.test(text),
  },
];
/** Further passing rows while a LibreOffice window is open, because LibreOffice updates its tool bars when idle. */
const passingInOffice: readonly { reason: string; isSo(row: ScreenRow): boolean }[] = [
  {
    reason: 'A button of a tool bar is a row only while it is enabled',
    isSo: ({ tag, width, height }) =>
      (tag === 'push-button' || tag === 'toggle-button') && width <= 50 && height <= 40 && height > 0,
  },
  {
    reason: 'A field of a tool bar shows the size of the letters at the cursor',
    isSo: ({ tag, text }) => tag === 'text' && /^\d+(?:\.\d+)? pt$/.test(text),
  },
];

export interface ScreenRow {
  tag: string;
  name: string;
  text: string;
  /** Pixels; 0 if unknown. */
  width: number;
  height: number;
  compared: string;
}

export const withoutNoise = (text: string): string => masked(text, anywhere);

export const comparedPath = (path: string): string => masked(path, inPaths);

export function comparedRows(tree: string): ScreenRow[] {
  const rows = tree.split('\n').slice(1).map(rowOf);
  const isOffice = rows.some(({ name }) => / [-–] LibreOffice (?:Writer|Calc|Impress|Draw|Math|Base)$/.test(name));
  const kinds = isOffice ? [...passing, ...passingInOffice] : passing;
  return rows.filter((row) => !kinds.some(({ isSo }) => isSo(row)));
}

/**
 * Whether a terminal continues the recorded text. The record then caught it while it was still writing, and waiting
 * can't restore that moment.
 */
export const goesOn = (recorded: ScreenRow, now: ScreenRow): boolean =>
  recorded.tag === 'terminal' &&
  now.tag === 'terminal' &&
  recorded.name === now.name &&
  written(now.compared).startsWith(written(recorded.compared));

const written = (compared: string): string => (compared.split('\t')[2] ?? '').replace(/(?:\\n|\n|\s)+$/, '');

function rowOf(line: string): ScreenRow {
  const cells = line.split('\t');
  const [tag = '', name = '', text = ''] = cells;
  const [width = 0, height = 0] = (cells[6] ?? '').match(/\d+/g)?.map(Number) ?? [];
  const compared = withoutNoise(cells.slice(0, 5).join('\t'));
  return { tag, name, text, width, height, compared: tag === 'terminal' ? masked(compared, inTerminals) : compared };
}

const masked = (text: string, masks: readonly Mask[]): string =>
  masks.reduce((left, { pattern, as }) => left.replace(pattern, as), text);
