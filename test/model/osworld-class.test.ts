import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentHash } from '../../src/agents/foreign/agent-files.ts';
import { agentSource } from '../../src/agents/foreign/agent-source.ts';
import { createPort } from '../../src/agents/models/create-port.ts';
import { readRun } from '../../src/base/record/read-run.ts';
import { realDependencies } from '../../src/runs/sweep/real-dependencies.ts';
import { FakeProvider } from '../run/fake-desktop.ts';
import { runSweepQuietly } from '../run/run-sweep.ts';
import { plainTask, temporaryFolder, writeSuite } from '../run/temporary-suite.ts';

/** Classes of our own with the interface of OSWorld's agents: what they are given and give stands in `response`. */
const classes = `
import logging
from mm_agents.words import GREETING

class Plain:
    def __init__(self, model, temperature=0.5, action_space="computer_13", observation_type="som", options=None, client_password=""):
        self.told = [model, temperature, action_space, observation_type, options, client_password]
        self.history = None

    def reset(self, _logger=None, vm_ip="none", **kwargs):
        assert isinstance(_logger, logging.Logger) and vm_ip is None
        self.history = []

    def predict(self, instruction, obs):
        print("what a class prints is no message")
        assert obs["screenshot"][:4] == b"SHOT" and obs["instruction"] == instruction
        self.history.append(obs["accessibility_tree"])
        if len(self.history) == 1:
            return GREETING + repr(self.told), ["pyautogui.click(1, 2)", "WAIT", {"command": "pyautogui.press('a')"}]
        return "%d trees" % len([one for one in self.history if one]), ["DONE"], {"more": 1}

class Objects(Plain):
    def __init__(self):
        self.history = []
    def reset(self, runtime_logger):
        pass
    def predict(self, instruction, obs, step_idx):
        self.history.append(step_idx)
        return {"thought": self.history}, [{"action_type": "PRESS", "key": "b"} if step_idx == 0 else {"action_type": "FAIL"}]

class StepFirst(Plain):
    def __init__(self):
        pass
    def reset(self, _logger=None):
        pass
    def predict(self, current_step, instruction, obs, memory=None):
        return "%d %s %s" % (current_step, instruction, obs["screenshot"][:4].decode()), ["WAIT" if current_step == 0 else "DONE"]

class OtherNames(StepFirst):
    def predict(self, words, seen, *, step_idx):
        return "%d %s %s" % (step_idx, words, seen["screenshot"][:4].decode()), ["WAIT" if step_idx == 0 else "DONE"]

class Stepping:
    def __init__(self, env, screen_width=0):
        self.env, self.width, self.seen = env, screen_width, []
    def reset(self, _logger=None):
        pass
    def predict(self, instruction, obs):
        if not self.seen:
            return {"response": "two", "state_correct": True, "model_usage": {"prompt_tokens": 7, "completion_tokens": 3}}, [{"action": "one()"}, {"action": "two(%d)" % self.width}]
        return {"response": " ".join(self.seen), "state_correct": False}, []
    def step(self, action):
        obs, reward, done, info = self.env.step(action["action"], 2)
        self.seen.append(obs["screenshot"].decode())
        return obs, reward, done, info, {}

class Broken(Stepping):
    def predict(self, instruction, obs):
        raise ValueError("no such luck")

class Wanting(Plain):
    def predict(self, instruction, obs, args):
        pass
`;

let folder = temporaryFolder('osworld-class');
let file = '';
beforeEach(() => {
  folder = temporaryFolder('osworld-class');
  writeSuite(join(folder.path, 'suite'), {
    'test_misuse.json': { os: ['t'] },
    'examples/os/t.json': plainTask('t', { instruction: 'Do it.' }),
  });
  mkdirSync(join(folder.path, 'checkout/mm_agents/deep'), { recursive: true });
  file = join(folder.path, 'checkout/mm_agents/deep/ours.py');
  writeFileSync(file, classes);
  writeFileSync(join(folder.path, 'checkout/mm_agents/words.py'), 'GREETING = "told: "\n');
});
afterEach(() => folder.remove());

async function sweep(name: string, ...args: string[]) {
  const provider = new FakeProvider({ tree: '<desktop-frame/>' });
  const access = { port: createPort({ environment: {} }), environment: { PATH: process.env.PATH } };
  const dependencies = { ...realDependencies(access), createProvider: async () => provider };
  const results = join(folder.path, 'results');
  const common = ['--suite', join(folder.path, 'suite'), '--subset', 'misuse', '--out', results];
  const swept = await runSweepQuietly(dependencies, [...common, '--agent', `osworld:${file}:${name}`, ...args]);
  const read = (label: string, type = 'a11y_tree') => readRun(join(results, 'pyautogui', type, label, 'os/t'));
  return { ...swept, executed: () => provider.desktops[0]?.executed, read };
}

describe('agent classes with OSWorld’s interface', () => {
  it('an OSWorld agent class receives the user’s arguments and the sweep’s settings, and keeps its history', async () => {
    const { exitCode, output, executed, read } = await sweep('Plain?model=m-1&temperature=0&options={"a":[1,"%26"]}');
    expect(exitCode, output).toBe(0);
    expect(executed()).toEqual(['pyautogui.click(1, 2)', "pyautogui.press('a')"]);
    const run = read('Plain@m-1');
    expect(run.runJson?.outcome).toBe('done');
    expect(run.betterLog?.steps.map(({ response }) => response)).toEqual([
      "told: ['m-1', 0, 'pyautogui', 'a11y_tree', {'a': [1, '&']}, 'password']",
      '2 trees',
    ]);
  });

  it('an OSWorld agent class gets no tree if the observation type has none', async () => {
    const { read } = await sweep('Plain?model=m', '--observation-type', 'screenshot');
    expect(read('Plain@m', 'screenshot').betterLog?.steps.at(-1)?.response).toBe('0 trees');
  });

  it('an OSWorld agent class may return objects and take the step number', async () => {
    const { exitCode, output, executed, read } = await sweep('Objects');
    expect(exitCode, output).toBe(0);
    expect(executed()).toEqual(['pyautogui.press("b")']);
    const run = read('Objects');
    expect(run.runJson?.outcome).toBe('fail');
    expect(run.betterLog?.steps.at(-1)?.response).toBe('{"thought": [0, 1]}');
  });

  it.each(['StepFirst', 'OtherNames'])(
    'an OSWorld agent class gets predict’s arguments by name, in any order: %s',
    async (name) => {
      const { exitCode, output, read } = await sweep(name);
      expect(exitCode, output).toBe(0);
      expect(read(name).betterLog?.steps.map(({ response }) => response)).toEqual(['0 Do it. SHOT', '1 Do it. SHOT']);
    },
  );

  it('an OSWorld agent class may execute its own actions, each recorded as a step with its observation', async () => {
    const { exitCode, output, executed, read } = await sweep('Stepping');
    expect(exitCode, output).toBe(0);
    expect(executed()).toEqual(['one()', 'two(1920)']);
    const run = read('Stepping');
    // The step after it reports no usage.
    expect(run.runJson).toMatchObject({ outcome: 'done', tokens: { agent: { inputTokens: null, costUsd: null } } });
    expect(run.betterLog?.steps.map(({ response }) => response)).toEqual(['two', '', 'SHOT1 SHOT2']);
  });

  it('a failing OSWorld agent class is an error of the agent, with its output', async () => {
    const { exitCode, read } = await sweep('Broken');
    expect(exitCode).toBe(1);
    expect(read('Broken').runJson?.error).toMatchObject({
      code: 'agent-failed',
      blame: 'agent',
      message: expect.stringContaining('ValueError: no such luck'),
    });
  });

  it.each([
    ['Plain', /Plain also needs model/],
    ['Wanting?model=m', /predict of Wanting also needs args/],
    ['Missing', /Missing/],
  ])('an unusable OSWorld agent class ends the command before a desktop is created: %s', async (name, pattern) => {
    await expect(sweep(name)).rejects.toThrowError(
      expect.objectContaining({ code: 'agent-failed', message: expect.stringMatching(pattern) }),
    );
  });

  it('an OSWorld agent class is another agent once an imported file changes', () => {
    const hash = () => agentHash(agentSource(`osworld:${file}:Plain`));
    const before = hash();
    expect(before).toMatch(/^[0-9a-f]{64}$/);
    writeFileSync(join(folder.path, 'checkout/mm_agents/words.py'), 'GREETING = "changed: "\n');
    expect(hash()).not.toBe(before);
  });

  it.each(['osworld:nowhere.py:Plain', 'osworld:ours.py', 'osworld:'])(
    'a missing OSWorld agent class is refused: %s',
    (text) => {
      expect(() => agentSource(text)).toThrowError(expect.objectContaining({ code: 'agent-unknown' }));
    },
  );
});
