import { expect, it } from 'vitest';
import type { FoundEffect } from '../found-effect.ts';
import { DefaultSettings, keysIn } from './default-settings.ts';

const saved = (path: string, text: string): FoundEffect => ({
  ...{ source: 'file', kind: 'created', path, sentence: 'Made it.' },
  detail: { type: 'file', text },
});

it('reads the keys of overrides and of databases', () => {
  expect(keysIn('# a note\nidle=1\n[org.gnome.desktop.screensaver:GNOME]\nlock-enabled = false\n')).toEqual([
    { schema: 'org.gnome.desktop.screensaver', key: 'lock-enabled' },
  ]);
  expect(keysIn('[org/gnome/desktop/session/]\nidle-delay=uint32 0\n')).toEqual([
    { schema: 'org.gnome.desktop.session', key: 'idle-delay' },
  ]);
});

it('asks for the value of each key that a file for all users names, once, and passes over what there is not', async () => {
  const settings = new DefaultSettings();
  settings.note([
    saved('/etc/dconf/db/local.d/00-lock', '[org/gnome/desktop/screensaver]\nlock-enabled=false\nno-such=1\n'),
    saved('/home/user/notes.ini', '[org/gnome/desktop/session]\nidle-delay=0\n'),
  ]);
  const commands: (string | string[])[] = [];
  const desktop = {
    exec: async (command: string | string[]) => {
      commands.push(command);
      return { output: 'false\n', error: '', returncode: command.includes('no-such') ? 1 : 0 };
    },
  };
  expect(await settings.read(desktop)).toMatchObject([
    {
      kind: 'setting',
      path: '/etc/dconf/db/local.d/00-lock',
      detail: {
        store: 'desktop',
        key: '/org/gnome/desktop/screensaver/lock-enabled',
        was: null,
        is: 'false',
        scope: 'all users',
      },
    },
  ]);
  expect(commands).toHaveLength(2);
  expect(await settings.read(desktop)).toEqual([]);
});
