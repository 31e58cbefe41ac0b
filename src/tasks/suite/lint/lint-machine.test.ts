import { expect, it } from 'vitest';
import { missingPackages, onlineNeed } from './lint-machine.ts';

const doubled = new Set(['help.example.com']);

it.each([
  ['Clone "https://code.example.org/some/repo" to my home folder.', 'code.example.org'],
  ['Please measure my network through speed.example.net and save the result.', 'speed.example.net'],
  ['Help me to install the theme from looks.example.org.', 'looks.example.org'],
  ['Go to the Chrome plug-in store and install what is listed.', 'the Chrome Web Store'],
  ['Open the Google Scholar page of the author.', 'a site of Google'],
  ['Install the grammar extension for my LibreOffice.', 'an archive of extensions'],
  ['Download the PDF of the first paper.', 'a file of the internet'],
])('lint names the internet host that an instruction needs: %s', (instruction, need) => {
  expect(onlineNeed(instruction, doubled)).toBe(need);
});

it.each([
  'Download the form from https://help.example.com/form.pdf.',
  'Chrome always opens "fun.example.com." I do not want this.',
  'I use the template from pages.example.io and cloned it; change its title.',
  'Could you install the unpacked extension on my Desktop in Chrome?',
  'Write to anna@mail.example.org that the report is ready.',
])('lint finds no internet host in an instruction that needs none: %s', (instruction) => {
  expect(onlineNeed(instruction, doubled)).toBeNull();
});

it.each([
  ['echo password | sudo -S apt update -y && echo password | sudo -S apt install jq -y', []],
  ['sudo apt-get -y install xsel sshpass && xsel -bc', ['sshpass']],
  ['apt list --installed', []],
])('lint names packages that no archive provides: %s', (command, missing) => {
  expect(missingPackages(command, new Set(['jq', 'xsel']))).toEqual(missing);
});
