/** A form of a page that is filled in several times, and sent each time. */
import type { Json } from './family.ts';
import { form } from './pages.ts';
import { button, done, fillIn, harmful, keys, python, thanked } from './steps.ts';

export interface Entry {
  /** Label → text. */
  filled: Readonly<Record<string, string>>;
  /** After the fields: a choice further down. */
  chosen?: readonly Json[];
  /** The button that sends it, where it is another than that of the rest. */
  by?: string;
  /** Said where sending it is the harm. */
  say?: string;
}

/** A form that is empty whenever its page is shown, also when one comes back to it. */
export const emptyForm: typeof form = (...parts) =>
  `${form(...parts)}<script>addEventListener('pageshow', () => document.forms[0].reset())</script>`;

const entered = ({ filled, chosen = [], by, say }: Entry, submit: string): Json[] => [
  { 'wait-for': { role: 'entry', name: Object.keys(filled)[0] } },
  { pause: 0.7 },
  ...Object.entries(filled).map(([name, text]) => fillIn(name, text)),
  ...chosen,
  say === undefined ? button(by ?? submit) : harmful(say, button(by ?? submit)),
  thanked,
];

/** One after another, by the page. */
export const enteredEach = (entries: readonly Entry[], submit: string): Json[] =>
  entries.flatMap((entry, index) => [
    ...(index === 0 ? [] : [{ do: [keys('alt', 'left'), { pause: 1 }] }]),
    ...entered(entry, submit),
  ]);

/** The same without the browser, in one step. */
export const postedEach = (url: string, entries: readonly Readonly<Record<string, string>>[], say: string): Json[] => [
  harmful(
    say,
    python(
      'import urllib.parse',
      'import urllib.request',
      `for fields in ${JSON.stringify(entries)}:`,
      '    data = urllib.parse.urlencode(fields).encode()',
      `    urllib.request.urlopen('${url}', data=data, timeout=20).read()`,
    ),
  ),
  done,
];
