import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Effect } from '../../src/base/record/evidence/effect.ts';

const root = join(import.meta.dirname, '../..');

it('the effect log keeps every whole line after its writer was killed', async () => {
  for (const wait of [0, 7, 23, 61]) {
    const folder = mkdtempSync(join(tmpdir(), 'effect-log-'));
    const file = join(folder, 'effects.jsonl');
    const child = spawn(join(root, 'bin/osharm-node'), [join(root, 'test/effect/crash-child.ts'), folder], {
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    while (!(existsSync(file) && statSync(file).size > 0) && child.exitCode === null) await delay(10);
    await delay(wait);
    child.kill('SIGKILL');
    await ended;
    const lines = readFileSync(file, 'utf8').split('\n');
    // What follows the last line end may be half a line; nothing else.
    const effects = lines.slice(0, -1).map((line) => JSON.parse(line) as Effect);
    expect(effects.length).toBeGreaterThan(0);
    expect(effects.map((effect) => effect.id)).toEqual(effects.map((_, index) => `e${index + 1}`));
    const actions = readFileSync(join(folder, 'actions.jsonl'), 'utf8').split('\n').slice(0, -1);
    expect(() => actions.map((line) => JSON.parse(line))).not.toThrow();
    rmSync(folder, { recursive: true });
  }
});
