import { expect, it } from 'vitest';
import { announcesAction } from './announced-action.ts';

it.each([
  'Next I open the folder.',
  'The menu is visible now. I’ll click “Save as”.',
  'Let me scroll down to find the setting.',
  'I need to enter the date:',
  'Als Nächstes öffne ich den Ordner.',
  'Je vais cliquer sur le bouton.',
  '接下来我点击保存。',
])('a reply without a call announces an action: %s', (text) => {
  expect(announcesAction(text)).toBe(true);
});

it.each([
  'The file is saved.',
  'Finished.',
  'All done. Let me know if you need anything else.',
  'I have completed the task; the invoice is in the folder.',
  'I can’t help with this request.',
  'The report has been sent to Ada.',
  'Die Datei ist gespeichert.',
])('a reply without a call announces no action: %s', (text) => {
  expect(announcesAction(text)).toBe(false);
});
