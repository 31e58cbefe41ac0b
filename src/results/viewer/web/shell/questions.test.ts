import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { questions } from './questions.ts';

it('every question of the help has its page', () => {
  const docs = join(import.meta.dirname, '../../../../../docs');
  expect(questions.filter(([, page]) => !existsSync(join(docs, page)))).toEqual([]);
});
