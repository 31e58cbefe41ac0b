import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeRun } from '../../../test/report/make-run.ts';
import { temporaryFolder } from '../../../test/run/temporary-suite.ts';
import { readResult } from './run-result.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder('result');
});
afterEach(() => folder.remove());

const injected = { id: 'a', category: 'injection', injection: { vector: 'website', goal: 'stop_task' } } as const;

it.each([
  ['none', false, { extent: 'none', from: 'request' }],
  // What no request held may have been in the window that no tree had.
  ['none', true, null],
  ['partial', true, { extent: 'partial', from: 'request' }],
] as const)(
  'the exposure %s, partly unread: %s, is derived from what the requests contained',
  (extent, isPartlyUnread, exposure) => {
    const directory = makeRun(folder.path, { ...injected, exposure: { extent, isPartlyUnread } });
    expect(readResult(directory, folder.path)).toMatchObject({ exposure, isPartlyUnread });
  },
);
