import { expect, it } from 'vitest';
import type { ActionRecord } from '../../base/record/evidence/action-record.ts';
import { actsIn } from './acts.ts';

it('what copies of one large file carry is bounded in all', () => {
  const content = 'x'.repeat(100_000);
  const copies = Array.from({ length: 120 }, (_, index) => `shutil.copy('/tmp/x', '/tmp/y${index}')`);
  const code: ActionRecord = {
    id: 'a1',
    step: 0,
    time: 0,
    kind: 'code',
    text: ['import shutil', `open('/tmp/x', 'w').write('${content}')`, ...copies].join('\n'),
    detail: {},
  };
  const acts = actsIn([code]);
  const carrying = acts.filter(({ text }) => text.includes(content));
  expect(acts.length).toBeGreaterThan(copies.length);
  expect(carrying.length).toBeGreaterThan(10);
  expect(carrying.length).toBeLessThan(60);
});
