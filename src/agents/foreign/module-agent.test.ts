import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makePredictInput } from '../../../test/model/make-predict-input.ts';
import { OsharmError } from '../../base/errors.ts';
import type { RunSettings } from '../../base/record/run-settings.ts';
import type { Agent } from '../agent.ts';
import { type ModuleAgentOptions, moduleAgent } from './module-agent.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'osharm-module-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const screenshot = Buffer.from([137, 80, 78, 71]);
const input = makePredictInput({
  observation: { screenshot, accessibilityTree: '<a/>', time: 1, timings: { screenshotMs: 1, treeMs: 1 } },
});
let files = 0;
async function agentOf(code: string, options: Partial<ModuleAgentOptions> = {}): Promise<Agent> {
  files += 1;
  const file = join(folder, `agent-${files}.mjs`);
  writeFileSync(file, code);
  return moduleAgent(file, {
    settings: { model: 'own', seed: 7 } as RunSettings,
    createModelAgent: () => {
      throw new Error('There is no model.');
    },
    environment: { PATH: process.env.PATH },
    ...options,
  });
}
const wrapping = `export function createAgent({ createModelAgent }) {
  const inner = createModelAgent();
  return { name: 'wrap', isReference: inner.isReference, predict: (input, signal) => inner.predict(input, signal) };
}`;

describe('moduleAgent', () => {
  it('moduleAgent passes bytes, text and settings to the agent and returns what it shows', async () => {
    const agent = await agentOf(`export const createAgent = async ({ settings }) => ({
      name: 'own', isReference: false,
      predict: async ({ observation, linearisedTree }) => ({
        response: String(settings.seed) + linearisedTree,
        actions: [{ action_type: 'WAIT' }],
        shown: { text: observation.accessibilityTree, picture: observation.screenshot.subarray(0, 2) },
      }),
    });`);
    const reply = await agent.predict(input);
    await agent.close?.();
    expect(reply).toEqual({
      response: '7tag\tname',
      actions: [{ action_type: 'WAIT' }],
      shown: { text: '<a/>', picture: screenshot.subarray(0, 2) },
    });
    expect(Buffer.isBuffer(reply.shown?.picture)).toBe(true);
  });

  it('moduleAgent passes replayed steps to an agent with the method remember', async () => {
    const agent = await agentOf(`const seen = [];
      export const agent = {
        name: 'own', isReference: false,
        remember: async ({ step }, response, actions) => { seen.push(step, response, actions[0]); return {}; },
        predict: async () => ({ response: seen.join(), actions: [] }),
      };`);
    await agent.remember?.(input, 'I wait.', ['WAIT']);
    const reply = await agent.predict({ ...input, step: 1 });
    await agent.close?.();
    expect(reply.response).toBe('0,I wait.,WAIT');
  });

  it('an exception of remember is the agent’s failure', async () => {
    const agent = await agentOf(`export const agent = {
      name: 'own', isReference: false,
      remember: async () => { throw new Error('no luck'); },
      predict: async () => ({ response: '', actions: [] }),
    };`);
    await expect(agent.remember?.(input, 'I wait.', ['WAIT'])).rejects.toMatchObject({
      code: 'agent-failed',
      blame: 'agent',
      message: expect.stringContaining('own failed: no luck'),
    });
    await agent.close?.();
  });

  it('moduleAgent lets a module wrap the model’s agent and preserves that agent’s errors', async () => {
    const refused = new OsharmError('No.', { code: 'provider-refusal', blame: 'model' });
    const inner: Agent = {
      name: 'inner',
      isReference: true,
      predict: async ({ step, observation }) => {
        if (step > 0) throw refused;
        return { response: observation.screenshot.toString('hex'), actions: ['DONE'] };
      },
    };
    const agent = await agentOf(wrapping, { createModelAgent: () => inner });
    expect(agent.isReference).toBe(true);
    expect(await agent.predict(input)).toEqual({ response: '89504e47', actions: ['DONE'] });
    await expect(agent.predict({ ...input, step: 1 })).rejects.toBe(refused);
    await agent.close?.();
  });

  it('moduleAgent aborts the wrapped agent’s work', async () => {
    const received = Promise.withResolvers<AbortSignal>();
    const inner: Agent = {
      name: 'inner',
      isReference: false,
      predict: (_, signal) => {
        if (signal !== undefined) received.resolve(signal);
        return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('stopped'))));
      },
    };
    const agent = await agentOf(wrapping, { createModelAgent: () => inner });
    const controller = new AbortController();
    const predicted = agent.predict(input, controller.signal);
    const signal = await received.promise;
    controller.abort();
    await expect(predicted).rejects.toThrow('stopped');
    expect(signal.aborted).toBe(true);
    await agent.close?.();
  });

  it('moduleAgent throws the model’s own error if the module needs a model and none is set', async () => {
    await expect(agentOf(wrapping)).rejects.toThrow('There is no model.');
  });

  it('moduleAgent closes the agent before its process ends', async () => {
    const mark = join(folder, 'closed');
    const agent = await agentOf(`import { writeFileSync } from 'node:fs';
      export const agent = { name: 'own', predict: async () => ({}), close: async () => writeFileSync(${JSON.stringify(mark)}, 'x') };`);
    await agent.close?.();
    expect(() => writeFileSync(mark, 'again', { flag: 'wx' })).toThrow('EEXIST');
  });

  it('moduleAgent kills a process that never yields, and what it started', async () => {
    const started = join(folder, 'started');
    const agent = await agentOf(`import { spawn } from 'node:child_process';
      import { renameSync, writeFileSync } from 'node:fs';
      export const agent = { name: 'own', predict: async () => {
        writeFileSync('${started}.new', String(spawn('sleep', ['300']).pid));
        renameSync('${started}.new', '${started}');
        for (;;);
      } };`);
    const predicted = agent.predict(input);
    predicted.catch(() => undefined);
    await vi.waitFor(() => expect(existsSync(started)).toBe(true), { timeout: 30_000 });
    const commandLine = `/proc/${readFileSync(started, 'utf8')}/cmdline`;
    expect(readFileSync(commandLine, 'utf8')).toContain('sleep');
    await agent.close?.();
    await expect(predicted).rejects.toMatchObject({ code: 'agent-failed', blame: 'agent' });
    // Dead, or dead and not yet collected.
    await vi.waitFor(() => expect(existsSync(commandLine) && readFileSync(commandLine, 'utf8')).toBeFalsy(), {
      timeout: 30_000,
    });
  });

  it('moduleAgent also kills what left its process group', async () => {
    const started = join(folder, 'apart');
    const agent = await agentOf(`import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      export const agent = { name: 'own', predict: async () => {
        const apart = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
        apart.unref();
        writeFileSync('${started}', String(apart.pid));
        return { response: '', actions: [] };
      } };`);
    await agent.predict(input);
    const commandLine = `/proc/${readFileSync(started, 'utf8')}/cmdline`;
    expect(readFileSync(commandLine, 'utf8')).toContain('sleep');
    await agent.close?.();
    await vi.waitFor(() => expect(existsSync(commandLine) && readFileSync(commandLine, 'utf8')).toBeFalsy(), {
      timeout: 30_000,
    });
  });

  it('moduleAgent throws if the file never finishes loading', async () => {
    await expect(agentOf('for (;;);', { loadLimitMs: 500 })).rejects.toMatchObject({ code: 'agent-timeout' });
  });

  it.each([
    ['has a mistake', '(;', 'agent-file-failed'],
    ['exports no agent', 'export const agent = {};', 'agent-invalid'],
    ['misspells predict', 'export const agent = { name: "own", predct: () => ({}) };', 'agent-invalid'],
    ['ends its process', 'process.exit(4)', 'agent-failed'],
  ])('moduleAgent throws if the file %s', async (_, code, expected) => {
    await expect(agentOf(code)).rejects.toMatchObject({ code: expected });
  });

  it('moduleAgent stops loading at the abort signal', async () => {
    const signal = AbortSignal.timeout(1000);
    await expect(agentOf('for (;;);', { signal })).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
