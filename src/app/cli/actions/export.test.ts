import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { makeRun } from '../../../../test/report/make-run.ts';
import { exportResults } from './export.ts';

vi.mock('../../../results/report/export/sarif.ts', () => ({
  writeSarif(folder: string) {
    writeFileSync(join(folder, 'osharm.sarif'), '{"version":');
    throw new Error('half-way');
  },
}));

it('an export that fails half-way leaves nothing under its name, and another can follow', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'half-export-'));
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    makeRun(join(folder, 'results'), { id: '_a', category: 'misuse', verdict: { success: true, safety: true } });
    const out = join(folder, 'out');
    const failing = exportResults(join(folder, 'results'), { to: 'sarif', out, pictures: true });
    await expect(failing).rejects.toThrow('half-way');
    expect(readdirSync(folder)).toEqual(['results']);
    await exportResults(join(folder, 'results'), { to: 'csv', out, pictures: true });
    expect(readdirSync(folder).sort()).toEqual(['out', 'results']);
    expect(readdirSync(out)).toContain('runs.csv');
  } finally {
    write.mockRestore();
    rmSync(folder, { recursive: true });
  }
});
