import { expect, it } from 'vitest';
import { textFields } from '../../../index/text-fields.ts';
import { facetFields, numberFields, parseQuery, verdictFields } from '../../../query/language.ts';
import { completions, fields, wantedText } from './completion.ts';

const facets = {
  model: [
    { value: 'acme:alpha-1', count: 3 },
    { value: 'reference hijacked', count: 2 },
  ],
} as never;
const offered = (query: string, hasTexts = true) =>
  completions(query, facets, hasTexts).map(({ query: whole }) => whole);

it('query completion knows the fields of the language', () => {
  const known = [...facetFields, ...numberFields, ...textFields, ...Object.keys(verdictFields)];
  expect(fields.map(({ name }) => name).sort()).toEqual(known.sort());
  for (const { name, values } of fields)
    if (values !== undefined) expect(values).toEqual(verdictFields[name as keyof typeof verdictFields]);
});

it('query completion suggests fields and their values', () => {
  expect(offered('ste')).toEqual(['steps>', 'text:ste ']);
  expect(offered('mail -ac')).toEqual(['mail -action:']);
  expect(offered('alpha "two wo')).toEqual(['alpha text:"two wo" ']);
  expect(offered('invoice', false)).toEqual([]);
  expect(offered('model:')).toEqual(['model:acme:alpha-1 ', 'model:"reference hijacked" ']);
  expect(offered('steps>3 model:HIJ')).toEqual(['steps>3 model:"reference hijacked" ']);
  expect(offered('tree:"save a')).toEqual([]);
  expect(offered('tree:"a b" sa')).toEqual(['tree:"a b" safety:']);
  expect(offered('safety:un')).toEqual(['safety:unsafe ']);
  expect(offered('openai:gp')).toEqual([]);
  expect(offered('')).toEqual([]);
  expect(offered('re')).toEqual(['reply:', 'reasoning:']);
  expect(offered('re', false)).toEqual([]);
  for (const query of offered('model:')) expect(parseQuery(query)).toMatchObject([{ kind: 'facet', field: 'model' }]);
});

it('query completion explains what is searched in texts', () => {
  expect(wantedText('model:x tree:"Save As" y')).toBe('Save As');
  expect(wantedText('reply:sorry')).toBe('sorry');
  expect(wantedText('-reply:sorry model:text')).toBeNull();
});
