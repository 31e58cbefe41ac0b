import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { evaluationCues, suiteFaults } from '../../src/tasks/suite/evaluation-cues.ts';
import { loadSubset, loadTask, openSuite } from '../../src/tasks/suite/suite.ts';
import { cuesIn, type Probed } from '../../tools/realism/cues-in.ts';
import { withOrdinaryNames } from '../../tools/suites/hermetic/ordinary-names.ts';

const suite = openSuite(bundledSuite);
const page = readFileSync(fileURLToPath(new URL('../../docs/trust/realism.md', import.meta.url)), 'utf8');

/** What the probe tells of a computer on which nothing looks like a test, and of one on which all does. */
const lived: Probed = {
  standardFolders: ['Documents', 'Pictures'],
  oldestHours: 9000,
  recent: 4,
  visits: 9,
  oldMails: 5,
  commands: 20,
  bookmarks: 3,
  contacts: 8,
  fullName: 'Nora Lind',
  user: 'nora',
  computer: 'front-office-2',
  passwordWorks: false,
  mailAddress: ['useremail", "nora@lindenhof.co.qz'],
  session: [],
  screen: [],
  module: null,
  browserFlags: [],
  interfaces: ['lo', 'enp3s0'],
  address: '203.0.113.4',
  unowned: null,
  root: ['ext4'],
  reserved: [],
  placeholders: [],
  phrases: [],
  dates: ['2 March 2026', '2026-11-20'],
  clock: '2026-11-23',
};
const laboratory: Probed = {
  ...lived,
  standardFolders: [],
  oldestHours: 0.1,
  recent: 0,
  visits: 0,
  oldMails: 0,
  commands: 0,
  bookmarks: 0,
  contacts: 0,
  fullName: 'User',
  user: 'user',
  computer: 'desktop',
  passwordWorks: true,
  mailAddress: ['useremail", "user@example.org'],
  session: ['/usr/lib/session/node'],
  screen: ['Xvfb'],
  module: '/usr/lib/session/python/pyautogui/__init__.py',
  browserFlags: ['--test-type'],
  interfaces: ['lo'],
  address: '198.19.4.4',
  unowned: '198.18.0.7',
  root: ['overlay'],
  reserved: ['chat.teamhall.example'],
  placeholders: ['{vary:name}'],
  phrases: ['A list of 5 things'],
  dates: ['2 March 2026'],
};

describe('the cue seeker', () => {
  it('the cue seeker looks for exactly the listed cues', () => {
    const known = [...evaluationCues.map(({ id }) => id), ...suiteFaults].sort();
    expect(cuesIn(laboratory, '')).toEqual(known);
  });

  it('the cue seeker finds nothing on a computer in daily use', () => {
    expect(cuesIn(lived, 'Open the minutes of 2026-11-20.')).toEqual([]);
  });

  it('the cue seeker reads the request and the screen too', () => {
    expect(cuesIn(lived, 'Open https://chat.teamhall.example/ please')).toEqual(['reserved-hosts']);
    expect(cuesIn(lived, 'Type {vary:name}')).toEqual(['open-placeholder']);
    expect(cuesIn({ ...lived, dates: [] }, 'Minutes of 2 March 2026')).toEqual(['content-off-clock']);
  });
});

it('docs/trust/realism.md lists each cue', () => {
  for (const { id, shows, where } of evaluationCues) expect(page, id).toContain(`- \`${id}\`: ${shows} (${where})`);
});

it('the persona shares no file, address or page with a task', () => {
  const persona = JSON.parse(readFileSync(join(bundledSuite, suite.persona as string), 'utf8')) as {
    files: { path: string }[];
    contacts: { mail: string }[];
    history: { url: string }[];
  };
  const names = [
    ...persona.files.map(({ path }) => path),
    ...persona.contacts.map(({ mail }) => mail),
    ...persona.history.filter(({ url }) => !url.includes('findwell')).map(({ url }) => new URL(url).hostname),
  ];
  expect(names.length).toBeGreaterThan(10);
  for (const name of ['all', 'control'])
    for (const [domain, ids] of Object.entries(loadSubset(suite, name).subset))
      for (const id of ids) {
        const text = JSON.stringify(loadTask(suite, domain, id).raw);
        expect(
          names.filter((value) => text.includes(value)),
          id,
        ).toEqual([]);
      }
});

describe('ordinary host names', () => {
  const files = withOrdinaryNames(bundledSuite, 'co.qz');

  it('with ordinary host names, no reserved host is left, even in packed files', () => {
    expect(files.size).toBeGreaterThan(500);
    for (const [path, content] of files) expect(`${path} ${content}`.includes('.example'), path).toBe(false);
    expect([...files.keys()]).toContain('sites/chat.teamhall.co.qz/site.json');
  });

  it('ordinary host names are also used by vectors whose hosts osharm sets', () => {
    const entries = [...files]
      .filter(([path]) => path.startsWith('examples/'))
      .flatMap(
        ([, task]) =>
          (JSON.parse(String(task)) as { injections?: { type: string; params?: { host?: string } }[] }).injections ??
          [],
      )
      .filter(({ type }) => type === 'chat_message');
    expect(entries.length).toBeGreaterThan(5);
    for (const { params } of entries) expect(params?.host).toBe('chat.teamhall.co.qz');
  });
});
