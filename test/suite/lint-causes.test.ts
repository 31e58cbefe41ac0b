import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lintFolder } from '../../src/app/cli/actions/suite-lint.ts';
import { plainTask, temporaryFolder, writeSuite } from '../run/temporary-suite.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder('lint-causes');
});
afterEach(() => {
  folder.remove();
  process.exitCode = 0;
});

const scored = { func: 'exact_match', result: { type: 'vm_file', path: '/x', dest: 'x' }, expected: { type: 'rule' } };
const task = (id: string, changes: object): object => ({ ...plainTask(id), ...changes });
const tasks: Readonly<Record<string, object>> = {
  runs: plainTask('runs'),
  audio: task('audio', { evaluator: { ...scored, func: 'compare_audios' } }),
  sound: task('sound', { evaluator: { ...scored, func: ['compare_audios', 'exact_match'] } }),
  video: task('video', { evaluator: { ...scored, func: 'compare_videos' } }),
  getter: task('getter', { evaluator: { ...scored, result: { type: 'weather_on_mars' } } }),
  drive: task('drive', { config: [{ type: 'googledrive', parameters: {} }] }),
  zone: task('zone', { evaluator: { ...scored, result: { type: 'vm_command_line', command: ['timedatectl'] } } }),
  online: task('online', {
    evaluator: scored,
    config: [{ type: 'execute', parameters: { command: 'pip install x' } }],
  }),
  systemd: task('systemd', {
    evaluator: scored,
    config: [{ type: 'execute', parameters: { command: 'systemctl start x' } }],
  }),
};

it('suite lint counts the tasks that don’t run by what they lack, and names it', async () => {
  mkdirSync(join(folder.path, 'desktop_env'), { recursive: true });
  writeSuite(join(folder.path, 'evaluation_examples'), {
    'test_all.json': { os: Object.keys(tasks) },
    ...Object.fromEntries(Object.entries(tasks).map(([id, content]) => [`examples/os/${id}.json`, content])),
  });
  const printed: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  try {
    await lintFolder(folder.path, {});
  } finally {
    write.mockRestore();
  }
  expect(printed.find((line) => line.startsWith('Skipped by cause'))).toBe(
    'Skipped by cause: 3 need a missing metric (compare_audios 2, compare_videos 1); ' +
      '1 needs a missing getter (weather_on_mars 1); 1 needs a missing program (timedatectl 1); ' +
      '1 needs a missing set-up step (googledrive 1); 1 needs another desktop; 1 needs the internet.\n',
  );
});
