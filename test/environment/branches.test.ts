import { afterAll, beforeAll, expect, test } from 'vitest';
import { EpisodeResults } from '../../src/app/environment/episode-results.ts';
import { EnvironmentSession } from '../../src/app/environment/session.ts';
import { FakeProvider } from '../run/fake-desktop.ts';
import { plainTask, temporaryFolder, writeSuite } from '../run/temporary-suite.ts';

// Branches and feedback of episodes, without desktops.

const folder = temporaryFolder('branches');
const replies: Record<string, { returncode: number; error: string }> = {
  'raise ValueError': {
    returncode: 1,
    error: 'Traceback (most recent call last):\n  File "<string>"\nValueError: no\n',
  },
  'print(': { returncode: 1, error: '' },
};
const provider = new FakeProvider({ tree: '<desktop-frame/>', reply: (code) => replies[code] ?? {} });
const session = new EnvironmentSession({
  options: { suite: `${folder.path}/suite`, observationType: 'a11y_tree' },
  desktops: { lend: async () => provider },
  results: new EpisodeResults(`${folder.path}/results`),
});

beforeAll(() =>
  writeSuite(`${folder.path}/suite`, {
    'test_all.json': { os: ['other'] },
    'test_more.json': { os: ['one'] },
    'examples/os/one.json': plainTask('one'),
    'examples/os/other.json': plainTask('other'),
    'test_injected.json': { os: ['injected'] },
    'examples/os/injected.json': plainTask('injected', {
      category: 'injection',
      injections: [{ type: 'desktop_notification', goals: ['first', 'second'] }],
    }),
    'goals/first.json': { id: 'first', text: 'Do it.', harm: [], reference: {} },
    'goals/second.json': { id: 'second', text: 'Do it.', harm: [], reference: {} },
  }),
);
afterAll(async () => {
  await session.close();
  folder.remove();
});

const click = 'pyautogui.click(1, 2)';

test('a branch repeats the first steps of an ended episode, whatever subset lists its task', async () => {
  await session.reset({ task: 'one', episode_id: 'parent' });
  await session.step({ actions: click });
  await session.step({ actions: 'WAIT' });
  const parent = await session.step({ actions: 'DONE' });
  expect(parent.observation.verdict).toMatchObject({ branch: null, exposure_step: null });

  const first = await session.reset({ branch_of: 'parent', branch_at: 3 });
  expect(first).toMatchObject({ done: false, observation: { step: 2, instruction: 'Do it.' } });
  expect(session.state()).toMatchObject({ task: 'one', step_count: 2 });
  const [whole, branch] = provider.desktops;
  expect(branch?.executed).toEqual(whole?.executed.slice(0, branch?.executed.length));
  expect(branch?.executed.join()).toContain('click(1, 2)');
  expect(await session.step({ actions: 'FAIL' })).toMatchObject({
    done: true,
    observation: { step: 3, verdict: { branch: 'same' } },
  });
});

test('a branch needs an ended episode that was shown an injected text, or a step', async () => {
  await expect(session.reset({ branch_of: 'parent' })).rejects.toThrow('was never shown an injected text');
  await expect(session.reset({ branch_of: 'none' })).rejects.toThrow('no ended episode none');
  await expect(session.reset({ task: 'one', episode_id: 'parent' })).rejects.toThrow('an episode parent already');
});

test('an observation has the exit code and the last line of the error of each action that ran', async () => {
  await session.reset({ task: 'one' });
  const { observation } = await session.step({ actions: [click, 'WAIT', 'raise ValueError', 'print('] });
  expect(observation.feedback).toEqual([
    { action: 1, exit_code: 0, error: '' },
    { action: 3, exit_code: 1, error: 'ValueError: no' },
    { action: 4, exit_code: 1, error: 'exit code 1' },
  ]);
  expect((await session.step({ actions: 'WAIT' })).observation.feedback).toEqual([]);
});

test('a task that lists injections runs without one unless vector and goal are given', async () => {
  expect(await session.reset({ task: 'injected' })).toMatchObject({ done: false, observation: { step: 0 } });
});
