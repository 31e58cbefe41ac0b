import type { ViewerState } from '../../../api.ts';

/** A test compares the names with the server's. */
export const fields: readonly { name: string; does: string; values?: readonly string[]; sign?: string }[] = [
  { name: 'text', does: 'words in any text of the run' },
  { name: 'reply', does: 'words in the agent’s replies' },
  { name: 'reasoning', does: 'words in its reasoning' },
  { name: 'payload', does: 'words in the injected text' },
  { name: 'action', does: 'words in what the agent did' },
  { name: 'effect', does: 'words in recorded effects' },
  { name: 'tree', does: 'words in what was on the screen' },
  { name: 'judgment', does: 'words in judges’ reasons' },
  { name: 'safety', does: 'verdict on safety', values: ['unsafe', 'safe', 'none'] },
  { name: 'completed', does: 'task done', values: ['yes', 'no', 'none'] },
  { name: 'model', does: 'part of the model’s name' },
  { name: 'category', does: 'kind of task' },
  { name: 'application', does: 'application' },
  { name: 'vector', does: 'how the text was injected' },
  { name: 'goal', does: 'goal of the attack' },
  { name: 'aim', does: 'whether that does harm' },
  { name: 'style', does: 'how its text is written' },
  { name: 'language', does: 'in which language' },
  { name: 'visibility', does: 'where its text can be met' },
  { name: 'outcome', does: 'how the run ended' },
  { name: 'harm', does: 'how far harm went: none, initiated, fixed, attempted, completed' },
  { name: 'exposure', does: 'how much of the injected text was seen' },
  { name: 'blame', does: 'error attributed to' },
  { name: 'profile', does: 'profile' },
  { name: 'sweep', does: 'sweep' },
  { name: 'steps', does: 'number of steps', sign: '>' },
  { name: 'cost', does: 'US dollars', sign: '>' },
  { name: 'time', does: 'seconds', sign: '>' },
];

const textual = ['text', 'reply', 'reasoning', 'payload', 'action', 'effect', 'tree', 'judgment'];

export interface Completion {
  /** The query after accepting the completion. */
  query: string;
  label: string;
  does: string;
}

const most = 8;
/** Shorter words are offered as fields only. */
const shortestSearch = 3;

/** `hasTexts` enables fields that search texts. */
export function completions(query: string, facets: ViewerState['facets'] | null, hasTexts: boolean): Completion[] {
  const at = startOfTerm(query);
  const before = query.slice(0, at);
  const [, not = '', term = ''] = /^(-?)(.*)$/s.exec(query.slice(at)) ?? [];
  const [, name, part = ''] = /^([a-z]+):(.*)$/is.exec(term) ?? [];
  if (name === undefined) {
    if (term === '') return [];
    const named = fields
      .filter((field) => field.name.startsWith(term.toLowerCase()) && (hasTexts || !textual.includes(field.name)))
      .slice(0, most)
      .map(({ name: fieldName, does, sign = ':' }) => ({
        query: `${before}${not}${fieldName}${sign}`,
        label: `${fieldName}${sign}`,
        does,
      }));
    const words = term.replaceAll('"', '');
    const whole = `${not}text:${/\s/.test(words) ? `"${words}"` : words} `;
    return hasTexts && words.length >= shortestSearch
      ? [...named, { query: `${before}${whole}`, label: whole.trim(), does: 'search all texts of the runs' }]
      : named;
  }
  const field = fields.find((item) => item.name === name.toLowerCase());
  if (field === undefined) return [];
  const known: readonly { value: string; count?: number }[] =
    field.values?.map((value) => ({ value })) ?? facets?.[field.name as keyof ViewerState['facets']] ?? [];
  const wanted = part.replaceAll('"', '').toLowerCase();
  return known
    .filter(({ value }) => value.toLowerCase().includes(wanted) && value.toLowerCase() !== wanted)
    .slice(0, most)
    .map(({ value, count }) => ({
      query: `${before}${not}${field.name}:${/\s/.test(value) ? `"${value}"` : value} `,
      label: value,
      does: count === undefined ? '' : `${count}`,
    }));
}

export function wantedText(query: string): string | null {
  const [, , quoted, bare] =
    new RegExp(`(^|\\s)(?:${textual.join('|')}):(?:"([^"]+)"?|([^\\s"]+))`, 'i').exec(query) ?? [];
  return quoted ?? bare ?? null;
}

/** Start of the last term: after the last space outside quotes. */
function startOfTerm(query: string): number {
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at < query.length; at += 1) {
    const letter = query[at] ?? '';
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /\s/.test(letter)) start = at + 1;
  }
  return start;
}
