// Kills sweeps at random moments: `bin/osharm-node tools/soak/kill-run.ts [--kills 200] [--real] [--longest SECONDS]`.
// Desktops are fake unless `--real` runs `osharm run` with a reference agent on real desktops, killed only after a
// run's second step. Not part of `npm test`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { desktopsFolder } from '../../src/desktop/client/desktops-folder.ts';
import { cgroupFolders } from '../../src/desktop/providers/sandbox/cgroup.ts';
import { plainTask, temporaryFolder, writeSuite } from '../../test/run/temporary-suite.ts';
import { killSweep } from './kill-sweep.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    longest: { type: 'string' },
    real: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const folder = temporaryFolder('soak');
const suite = join(folder.path, 'suite');
const results = join(folder.path, 'results');
const length = values.real ? Math.max(4, Math.ceil(0.6 * Number(values.kills))) : Math.max(12, Number(values.kills));
const ids = Array.from({ length }, (_, n) => `task-${n}`);
writeSuite(suite, {
  'test_all.json': { os: ids },
  ...Object.fromEntries(ids.map((id) => [`examples/os/${id}.json`, plainTask(id, { category: 'misuse' })])),
});
const foreign = join(results, 'pyautogui/a11y_tree/another-model/os/task-0');
mkdirSync(foreign, { recursive: true });
writeFileSync(join(foreign, 'better_log.json'), 'half a file of somebody el');

const root = new URL('../../', import.meta.url).pathname;
const report = await killSweep({
  command: values.real
    ? [
        join(root, 'bin/osharm'),
        'run',
        '--suite',
        suite,
        '--model',
        'reference-idle',
        '--max-steps',
        '6',
        '--out',
        results,
        '--parallel',
        '2',
      ]
    : [join(root, 'bin/osharm-node'), join(root, 'tools/soak/sweep-child.ts'), suite, results],
  results,
  foreign,
  runs: ids.length,
  kills: Number(values.kills),
  longestMs: values.longest === undefined ? 4000 : Number(values.longest) * 1000,
  ...(values.real ? { pastStep: 2, places: [desktopsFolder(), ...(await cgroupFolders())] } : {}),
  onKill: (kill, complete) => process.stderr.write(`\rkill ${kill}, ${complete}/${ids.length} complete `),
});
process.stdout.write(`\n${JSON.stringify(report, null, 2)}\n`);
if (!values.keep) folder.remove();
process.exitCode = report.faults.length === 0 ? 0 : 1;
