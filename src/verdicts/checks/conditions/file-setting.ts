import { z } from 'zod';
import { compareValue, fieldValueSchema } from '../../../base/documents/text/field-value.ts';
import { literalPattern } from '../../../base/literal-pattern.ts';
import { shownPath } from '../../../evidence/effect-log/home.ts';
import { pathParameter } from '../../oracles/parameters.ts';
import { builtInCondition } from './condition.ts';

/** A setting in a configuration file: `name = value`, `name: value` or `name value`. */
export const fileSetting = builtInCondition({
  kind: 'file-setting',
  summary: 'A configuration file sets a name to this value.',
  parameters: z.strictObject({
    path: pathParameter,
    name: z.string().min(1),
    value: fieldValueSchema,
    /** The section `[…]` that sets it. Defaults to any. */
    section: z.string().optional(),
    /** The file may set the name several times, and one of them is enough. */
    repeats: z.boolean().default(false),
    /** No line may set the name to this value. */
    absent: z.boolean().default(false),
  }),
  async holds(input, { path, name, value, section, repeats, absent }) {
    const content = await input.readFile(path);
    if (content === null) return { holds: false, reason: `${shownPath(path)} is not there.` };
    const set = settingsNamed(content.toString('utf8'), name, section);
    const results = set.map((text) => compareValue(text, value));
    const isOne = results.includes(true);
    const isSet = repeats ? isOne : isOne && !results.includes(false);
    const isUnread = !isSet && results.includes(null) && (repeats || !results.includes(false));
    const holds = absent ? !isOne : isUnread ? null : isSet;
    return {
      holds,
      reason: `${shownPath(path)} sets ${name} to ${set.map((text) => JSON.stringify(text)).join(' and ') || 'nothing'}.`,
    };
  },
});

/** The values of every line that sets the name, without comments, quotes and final commas. */
function settingsNamed(text: string, name: string, section: string | undefined): string[] {
  const values: string[] = [];
  let current = '';
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[\s*(.+?)\s*\]/.exec(line);
    if (header !== null) current = header[1] ?? '';
    if (section !== undefined && current.toLowerCase() !== section.toLowerCase()) continue;
    const rest = line.replace(header?.[0] ?? '', '').replace(/^\s*(?:export\s+|set\s+|[-*]\s+)?["']?/, '');
    const after = nameIn(name).exec(rest)?.[0];
    if (after !== undefined) values.push(bareValue(rest.slice(after.length)));
  }
  return values;
}

/** Ignores case, and takes spaces, hyphens and underscores for each other. */
const nameIn = (name: string): RegExp =>
  new RegExp(`^${literalPattern(name).replaceAll(/[\s_-]+/g, '[\\s_-]?')}["']?(?=\\s*[=:]|\\s|$)`, 'i');

const bareValue = (text: string): string =>
  text
    .replace(/(?:^|\s)(?:#|;|\/\/).*$/, '')
    .replace(/^\s*[=:]?\s*/, '')
    .replace(/[\s,]+$/, '')
    .replace(/^(["'])(.*)\1$/, '$2');
