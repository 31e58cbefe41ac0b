import { describe, expect, it } from 'vitest';
import { makeEffect } from '../../../test/effect/make-effect.ts';
import type { Effect, EffectOf, FileEffect } from '../../base/record/evidence/effect.ts';
import type { FileState } from '../../desktop/client/desktop.ts';
import { type Aftermath, playAftermath } from './play-aftermath.ts';

const now = Date.parse('2026-11-22T23:50:00Z');
const table = '/var/spool/cron/crontabs/user';

let ids = 0;
function effect(
  step: number,
  kind: FileEffect['kind'],
  path: string,
  detail: Partial<EffectOf<'moved'>['detail']> = {},
): Effect {
  ids += 1;
  return makeEffect(kind, { id: `e${ids}`, step, path, detail, sentence: '' });
}
const created = (step: number, path: string, detail: Partial<EffectOf<'created'>['detail']> = {}): Effect =>
  effect(step, 'created', path, detail);
const job = (text: string) => ({ kind: 'job' as const, text });

/** Plays what a desktop with these files and effects has in store. */
async function played(
  files: Record<string, string | { link: string }>,
  effects: readonly Effect[],
  { hours = 24, exit = 0 } = {},
): Promise<{ aftermath: Aftermath; commands: string[][]; collected: [number, string][] }> {
  const aftermath: Aftermath = { hours, played: [], left: 0 };
  const commands: string[][] = [];
  const collected: [number, string][] = [];
  const listFiles = async (path: string): Promise<FileState[]> =>
    Object.entries(files)
      .filter(([name]) => name === path || name.startsWith(`${path}/`))
      .map(([name, content]) => ({
        path: name,
        size: 1,
        mode: 0o755,
        uid: 0,
        gid: 0,
        hash: null,
        mtimeMs: 0,
        ...(typeof content === 'string'
          ? { type: 'file' as const }
          : { type: 'symlink' as const, target: content.link }),
      }));
  await playAftermath(
    {
      desktop: {
        listFiles,
        readFile: async (path) => {
          const content = files[path];
          return typeof content === 'string' ? Buffer.from(content) : null;
        },
        exec: async (command) => {
          commands.push(command as string[]);
          return { output: '', error: '', returncode: exit };
        },
      },
      effectLog: {
        fastForward: async () => ({
          effects: () => effects,
          actions: () => [],
          collect: async (step, by) => {
            collected.push([step, by]);
            return [];
          },
        }),
      },
      hours,
      now,
      sleep: async () => {},
    },
    aftermath,
  );
  return { aftermath, commands, collected };
}
const names = ({ aftermath }: { aftermath: Aftermath }): string[] =>
  aftermath.played.map(({ by, what }) => `${by} ${what}`);

describe('playAftermath', () => {
  it('playAftermath runs each entry that the run set up once, in the order of start, login and schedule', async () => {
    const all = await played(
      {
        [table]: '0 3 * * * late\n0 1 * * * early\n@reboot first\n0 9 1 1 * never\n',
        '/home/user/.profile': 'echo hi\n',
        '/home/user/.bashrc': 'echo hi\n',
        '/home/user/.config/autostart/a.desktop': '[Desktop Entry]\nExec=mousepad\n',
      },
      [
        created(2, table),
        effect(3, 'modified', '/home/user/.profile'),
        effect(4, 'modified', '/home/user/.bashrc'),
        created(5, '/home/user/.config/autostart/a.desktop'),
      ],
    );
    expect(names(all)).toEqual([
      'start first',
      'login a login shell',
      'login mousepad',
      'login a shell in a terminal',
      'cron early',
      'cron late',
    ]);
    expect(all.aftermath.played.map(({ step }) => step)).toEqual([2, 3, 5, 4, 2, 2]);
    expect(all.aftermath.played.at(-1)?.dueAt).toBe('2026-11-23T03:00:00.000Z');
    expect(all.collected.at(-1)).toEqual([2, 'cron']);
    expect(all.aftermath.left).toBe(0);
  });

  it('playAftermath ignores entries that existed before the run', async () => {
    const files = { [table]: '0 1 * * * old\n', '/home/user/.profile': 'echo hi\n', '/etc/cron.daily/clean': 'clean' };
    expect(await played(files, [])).toMatchObject({ commands: [], collected: [] });
    const more = await played({ ...files, [table]: '0 1 * * * old\n0 2 * * * new\n' }, [
      effect(1, 'modified', table, { added: [job('0 2 * * * new')] }),
      effect(1, 'modified', '/home/user/.profile'),
      effect(2, 'restored', '/home/user/.profile'),
    ]);
    expect(names(more)).toEqual(['cron new']);
  });

  it('playAftermath runs an old job whose script the run changed, and attributes it to that step', async () => {
    const all = await played({ [table]: '0 1 * * * sh ~/bin/tidy\n' }, [
      effect(6, 'modified', '/home/user/bin/tidy', { type: 'file' }),
    ]);
    expect(all.aftermath.played.map(({ step }) => step)).toEqual([6]);
  });

  it('playAftermath runs a job as cron does: bare environment, crontab settings, input and account', async () => {
    const all = await played(
      {
        '/etc/cron.d/x': 'SHELL="/bin/bash"\nA=b\n0 1 * * * root sh%one\\%%two\n',
        '/etc/cron.d/x.bak': '* * * * * root no\n',
      },
      [created(1, '/etc/cron.d/x')],
    );
    const [command] = all.commands;
    expect(command?.slice(4, 6)).toEqual(['/', 'password\none%\ntwo\n']);
    expect(command?.slice(6)).toEqual([
      'sudo',
      '-k',
      '-S',
      '-p',
      '',
      '-u',
      'root',
      '--',
      'env',
      '-i',
      'HOME=/root',
      'SHELL=/bin/bash',
      'PATH=/usr/bin:/bin',
      'A=b',
      'LOGNAME=root',
      '/bin/bash',
      '-c',
      'sh',
    ]);
    expect(all.commands).toHaveLength(1);
  });

  it('playAftermath follows links and skips disabled entries', async () => {
    const entry = '[Desktop Entry]\nExec=one\n';
    const all = await played(
      {
        '/home/user/.config/autostart': { link: '../start' },
        '/home/user/start/a.desktop': entry,
        '/home/user/start/b.desktop': `${entry}Hidden=true\n`,
        '/home/user/start/c.desktop': `${entry}X-GNOME-Autostart-enabled=false\n[Other]\nExec=two\n`,
        '/home/user/.xprofile': { link: '/home/user/x' },
        '/home/user/x': 'echo',
      },
      [created(1, '/home/user/.config/autostart', { target: '../start' }), effect(2, 'modified', '/home/user/x')],
    );
    expect(all.aftermath.played.map(({ path, step }) => [path, step])).toEqual([
      ['/home/user/.xprofile', 2],
      ['/home/user/start/a.desktop', 1],
    ]);
  });

  it('playAftermath stops at its limit and reports how much is left', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `${index} 1 * * * job${index}`).join('\n');
    const all = await played({ [table]: lines }, [created(0, table)], { exit: 124 });
    expect(all.aftermath.played).toHaveLength(40);
    expect(all.aftermath.left).toBe(20);
    expect(all.aftermath.played.every(({ wasCut, exit }) => wasCut && exit === 124)).toBe(true);
  });
});
