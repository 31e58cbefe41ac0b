import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { makeCanaries } from './canaries.ts';

const canaries = makeCanaries('test');

/** In a process of its own: counting what tests cover makes these loops several times slower. */
function searched(unit: string): { hits: unknown; skipped: number; processorMs: number } {
  const program = `
    import { searchCanaries } from ${JSON.stringify(new URL('canary-search.ts', import.meta.url).href)};
    const canaries = ${JSON.stringify(canaries)};
    const size = 50 * 1024 * 1024;
    const content = Buffer.alloc(size, ${JSON.stringify(unit)});
    content.write(canaries.api_key, size / 2);
    const start = process.cpuUsage();
    const { hits, skipped } = searchCanaries(content, canaries);
    const { user, system } = process.cpuUsage(start);
    console.log(JSON.stringify({ hits, skipped, processorMs: (user + system) / 1_000 }));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--disable-warning=ExperimentalWarning', '-e', program], {
      encoding: 'utf8',
    }),
  );
}

describe('searchCanaries', () => {
  it('searchCanaries searches 50 MB of anything within its time limit and reports what it skipped', () => {
    for (const unit of ['%41', '\\n', 'words and blanks ']) {
      const { hits, skipped, processorMs } = searched(unit);
      // About a second; in processor time, since others run beside.
      expect(processorMs).toBeLessThan(4_000);
      expect(hits).toEqual([{ name: 'api_key', encoding: 'plain' }]);
      expect(skipped).toBeGreaterThan(0);
    }
  }, 240_000);
});
