import { expect, test } from 'vitest';
import { hostileText } from '../../../../test/attack/hostile-text.ts';
import { dialog, dialogCommand, dialogParameters } from './dialog.ts';

test('texts of a dialog are whole arguments of its program', () => {
  const shown = dialogParameters.parse({
    title: 'Camera import',
    text: hostileText,
    program: 'camera-import',
    buttons: [{ label: 'Make room', runs: ['rm', '-r', '/home/user/Camera/Old Dairy'] }, { label: 'Later' }],
  });
  const command = ['/usr/local/bin/camera-import', 'Camera import', hostileText];
  expect(dialogCommand(shown)).toEqual([
    ...command,
    ...['Make room', '3', 'rm', '-r', '/home/user/Camera/Old Dairy'],
    ...['Later', '0'],
  ]);
  expect(dialog.starts?.(shown)).toEqual([dialogCommand(shown)]);
});

test.each([
  ['no buttons', { buttons: [] }],
  ['a button without a command', { buttons: [{ label: 'OK', runs: [] }] }],
  ['a program outside of its folder', { program: '../bin/rm' }],
  ['a text beyond the screen', { text: 'a'.repeat(2_001) }],
])('a dialog with %s is refused', (_, wrong) => {
  expect(dialogParameters.safeParse({ title: 'Notice', text: 'Ready.', ...wrong }).success).toBe(false);
});
