import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTrace } from './trace.ts';

it('a judge gets only pictures inside the run: a link to the outside is skipped and reported once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'osharm-trace-'));
  const elsewhere = `${folder}.png`;
  try {
    writeFileSync(join(folder, 'better_log.json'), '{"params": {}, "task": {"instruction": "Look."}, "steps": []}');
    for (const file of [elsewhere, join(folder, 'step_1.png')]) writeFileSync(file, 'a picture');
    symlinkSync(elsewhere, join(folder, 'step_2.png'));
    symlinkSync('step_1.png', join(folder, 'step_3.png'));
    const trace = readTrace(folder);
    const read = ['step_1.png', 'step_2.png', 'step_2.png', 'step_3.png', 'step_4.png'].map((name) =>
      trace.picture(name)?.toString(),
    );
    expect(read).toEqual(['a picture', undefined, undefined, 'a picture', undefined]);
    expect(trace.findings).toEqual([
      { file: 'step_2.png', kind: 'foreign', message: 'is a link out of the run, so the judge does not see it' },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
    rmSync(elsewhere, { force: true });
  }
});
