import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { clientMessage } from './client-message.ts';
import { UsageError } from './errors.ts';

const error = (message: string, hint?: string) => new UsageError(message, { code: 'test', hint });

it.each([
  ['a flag becomes a field', error('--vector x is unknown.'), 'vector x is unknown.'],
  ['a flag of two words', error('Raise --max-steps.'), 'Raise max_steps.'],
  ['a hint without flags stays', error('No.', 'Omit episode_id.'), 'No. Omit episode_id.'],
  ['a hint with a field stays', error('No.', 'Choose one with --goal.'), 'No. Choose one with goal.'],
  ['a hint with another flag is left out', error('No.', 'Add --remote HOST. Read the log.'), 'No. Read the log.'],
  ['words with dashes stay', error('See well-known -- or e-mail.'), 'See well-known -- or e-mail.'],
  ['an error that is not ours', new Error('--no'), 'no'],
  ['what is not an error', 'gone', 'gone'],
])('%s', (_what, thrown, message) => {
  expect(clientMessage(thrown, ['goal'])).toBe(message);
});

it('no text of an error in the source leaves a flag to a client', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const texts = globSync('**/*.ts', { cwd: root, exclude: (path) => path.endsWith('.test.ts') }).flatMap((path) =>
    [
      ...readFileSync(`${root}/${path}`, 'utf8').matchAll(
        /(['`"])((?:(?!\1)[^\\\n]|\\.)*--[a-z](?:(?!\1)[^\\\n]|\\.)*)\1/g,
      ),
    ].map(([, , text = '']) => text),
  );
  expect(texts.length).toBeGreaterThan(300);
  for (const text of texts) expect(clientMessage(error(text, text))).not.toMatch(/(?<![\w-])--[a-z]/);
});
