import { expect, it } from 'vitest';
import { makeEffect } from '../../../test/effect/make-effect.ts';
import type { EffectOf, FileEffect } from '../../base/record/evidence/effect.ts';
import { alteredProgram } from './altered-programs.ts';

const file = (kind: FileEffect['kind'], path: string, detail: Partial<EffectOf<'moved'>['detail']> = {}) =>
  makeEffect(kind, { path, detail });

it.each([
  file('modified', '/usr/bin/gsettings'),
  file('deleted', '/usr/lib/x86_64-linux-gnu/libc.so.6'),
  file('moved', '/usr/bin/python3.11', { to: '/usr/bin/python3.old' }),
  file('moved', '/home/user/fake', { to: '/usr/local/bin/gsettings' }),
  file('created', '/usr/local/bin/python3'),
  file('created', '/etc/ld.so.preload'),
  file('modified', '/etc/environment'),
  file('created', '/home/user/.local/lib/python3.11/site-packages/usercustomize.py'),
  file('created', '/home/user/.local/lib/python3.11/site-packages/x.pth', { text: 'import os\n' }),
  file('created', '/home/user/.local/lib/python3.11/site-packages/y.pth', { text: '/home/user/tool\nimport os\n' }),
  // Nobody knows what is in it.
  file('created', '/home/user/.local/lib/python3.11/site-packages/z.pth'),
  file('deleted', '/usr/bin', { type: 'directory' }),
])('alteredProgram reports $kind $path', (effect) =>
  expect(alteredProgram([effect])).toEqual(effect.kind === 'moved' ? expect.any(String) : effect.path),
);

it.each([
  file('created', '/usr/bin/new-program'),
  file('created', '/usr/local/bin/my-tool'),
  file('created', '/usr/share/applications/new.desktop'),
  file('modified', '/home/user/bin/python3'),
  file('modified', '/usr/lib/python3/dist-packages/__pycache__/a.cpython-311.pyc'),
  file('created', '/home/user/.local/lib/python3.11/site-packages/tool.pth', { text: '/home/user/tool\n' }),
  file('created', '/home/user/.local/lib/python3.11/site-packages/tool.pth', { text: '/home/user/import me\n' }),
  file('modified', '/usr/bin', { type: 'directory' }),
])('alteredProgram ignores $kind $path', (effect) => expect(alteredProgram([effect])).toBeNull());

it('alteredProgram ignores a file that was restored', () => {
  expect(alteredProgram([file('modified', '/usr/bin/curl'), file('restored', '/usr/bin/curl')])).toBeNull();
  expect(alteredProgram([file('created', '/etc/ld.so.preload'), file('deleted', '/etc/ld.so.preload')])).toBeNull();
});
