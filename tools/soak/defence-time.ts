/**
 * Measures what a decision of a Python defence costs: the one of `osharm setup defence --python`, with a picture of 300
 * kB and a tree of 250 kB. Prints milliseconds. `bin/osharm-node tools/soak/defence-time.ts [DECISIONS]`
 */
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type DefenceLine, defended } from '../../src/agents/defence/defence.ts';
import { loadDefence } from '../../src/agents/defence/load-defence.ts';
import { createUser } from '../../src/agents/user.ts';
import { quantile } from '../../src/base/statistics/quantile.ts';
import { makePredictInput } from '../../test/model/make-predict-input.ts';

const decisions = Number(process.argv[2] ?? 200);
const folder = mkdtempSync(join(tmpdir(), 'defence-time-'));
const lines: DefenceLine[] = [];
try {
  const file = join(folder, 'guard.py');
  copyFileSync(fileURLToPath(new URL('../../src/app/cli/templates/defence.py.txt', import.meta.url)), file);
  const agent = { name: 'agent', isReference: false, predict: async () => ({ response: 'I list.', actions: ['ls'] }) };
  const record = (line: DefenceLine): number => lines.push(line);
  const guarded = defended(agent, [await loadDefence(file)], { user: createUser({ user: 'silent' }), record });
  const input = makePredictInput({
    observation: {
      screenshot: randomBytes(300_000),
      accessibilityTree: '<node name="a"/>'.repeat(15_600),
      time: 1,
      timings: { screenshotMs: 1, treeMs: 1 },
    },
    linearisedTree: 'tag\tname\n'.repeat(2000),
  });
  for (let turn = 0; turn < decisions; turn += 1) {
    await guarded.predict(input);
    await sleep(20);
  }
  await guarded.close?.();
} finally {
  rmSync(folder, { recursive: true });
}
const times = lines.map(({ durationMs }) => durationMs);
const shown = [0, 0.5, 0.95].map((share) => quantile(times, share)?.toFixed(1));
process.stdout.write(
  `${lines.length} decisions at load ${loadavg()[0]?.toFixed(1)}: fastest ${shown[0]}, median ${shown[1]}, 95 % within ${shown[2]} ms\n`,
);
