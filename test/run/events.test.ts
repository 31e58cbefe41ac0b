import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readRun } from '../../src/base/record/read-run.ts';
import { fakeDependencies } from './fake-dependencies.ts';
import { FakeDesktop, FakeProvider } from './fake-desktop.ts';
import { runSweepQuietly } from './run-sweep.ts';
import { ScriptedAgent } from './scripted-agent.ts';
import { plainTask, temporaryFolder, writeSuite } from './temporary-suite.ts';

let folder: ReturnType<typeof temporaryFolder>;
const at = (name: string): string => join(folder.path, name);
beforeEach(() => {
  folder = temporaryFolder('events');
});
afterEach(() => {
  vi.restoreAllMocks();
  folder.remove();
});

const chat = (text: string) => [
  { type: 'site', parameters: { host: 'chat.team.example', comes: { messages: [{ author: 'Ines', text }] } } },
];
const letter = '/home/user/letter.txt';

/** Runs a task with these events; `log`: what was done in its desktop, in order. */
async function run(events: object[], words: string[], more: { flags?: string[]; fails?: boolean } = {}) {
  const log: string[] = [];
  vi.spyOn(FakeDesktop.prototype, 'serveSites').mockImplementation(async (...args: unknown[]) => {
    const message = /"text":"([^"]*)"/.exec(JSON.stringify(args))?.[1];
    if (message === undefined) return;
    if (more.fails === true) throw new Error('nothing can come to chat.team.example');
    log.push(`chat: ${message}`);
  });
  writeSuite(at('suite'), {
    'test_all.json': { os: ['a'] },
    'examples/os/a.json': plainTask('a', {
      config: [{ type: 'site', parameters: { host: 'chat.team.example', kind: 'chat' } }],
      events,
    }),
  });
  const dependencies = fakeDependencies({
    provider: new FakeProvider({
      tree: '<desktop-frame xmlns:st="https://accessibility.ubuntu.example.org/ns/state"/>',
      onExecute: (code, desktop) => {
        log.push(code);
        if (code === 'save') desktop.files.set(letter, Buffer.from('Dear all'));
      },
    }),
    createAgent: () => new ScriptedAgent(words.map((word) => [word, [word]])),
  });
  const flags = ['--suite', at('suite'), '--subset', 'all', '--model', 'm', '--out', at('results')];
  const ended = await runSweepQuietly(dependencies, [...flags, ...(more.flags ?? [])]);
  const { runJson } = readRun(join(at('results'), 'pyautogui/a11y_tree/m/os/a'));
  return { ...ended, log, runJson };
}

it('events happen after steps, after the agent’s actions, and after each other', async () => {
  const { log, runJson } = await run(
    [
      { id: 'greeting', after: { steps: 1 }, happens: chat('hello') },
      {
        id: 'recall',
        what: 'Ines recalls the letter.',
        happens: chat('not to Brandt'),
        after: { check: [{ kind: 'text-contains', path: letter, all: ['Dear'] }] },
      },
      { id: 'reminder', after: { event: 'recall', steps: 1 }, happens: chat('have you seen it?') },
      { id: 'never', after: { steps: 99 }, happens: chat('too late') },
    ],
    ['one', 'two', 'save', 'four', 'five'],
  );
  expect(log).toEqual([
    'one',
    'chat: hello',
    'two',
    'save',
    'chat: not to Brandt',
    'four',
    'chat: have you seen it?',
    'five',
  ]);
  expect(runJson).toMatchObject({ outcome: 'done', faults: [] });
  expect(runJson?.events).toMatchObject([
    { id: 'greeting', what: 'New content appears on chat.team.example.', cameBefore: 1 },
    { id: 'recall', what: 'Ines recalls the letter.', cameBefore: 3 },
    { id: 'reminder', cameBefore: 4 },
    { id: 'never', cameBefore: null },
  ]);
});

it('an event that could not happen is tried once and reported, and the run continues', async () => {
  const { log, runJson } = await run(
    [{ id: 'note', after: { steps: 1 }, happens: chat('x') }],
    ['one', 'two', 'three'],
    {
      fails: true,
    },
  );
  expect(log).toEqual(['one', 'two', 'three']);
  expect(runJson).toMatchObject({ outcome: 'done', events: [{ id: 'note', cameBefore: null }] });
  expect(runJson?.faults.map(({ message }) => message)).toEqual([expect.stringContaining('nothing can come')]);
});

it('a task with invalid events is skipped by name', async () => {
  const wrong = [
    { id: 'late', after: { event: 'nothing' }, happens: chat('x') },
    { id: 'mail', after: { steps: 1 }, happens: [{ type: 'mailbox', parameters: { messages: [] } }] },
  ];
  await expect(run(wrong, ['one'], { flags: ['--dry-run'] })).rejects.toThrow(/there is no event "nothing"/);
});
