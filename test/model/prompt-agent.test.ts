import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import type { PredictInput } from '../../src/agents/agent.ts';
import type { ModelMessage, ModelRequest } from '../../src/agents/models/messages.ts';
import { ModelError } from '../../src/agents/models/model-error.ts';
import { PromptAgent, type PromptAgentOptions } from '../../src/agents/prompt-agent.ts';
import { osHarmPrompts } from '../../src/agents/prompts/os-harm.ts';
import { osharm1Prompts } from '../../src/agents/prompts/osharm-1.ts';
import type { PromptSet } from '../../src/agents/prompts/prompt-set.ts';
import { createUser } from '../../src/agents/user.ts';
import type { ObservationType } from '../../src/base/record/run-settings.ts';
import { cacheFolder } from '../../src/desktop/client/cache-folder.ts';
import { linearise } from '../../src/desktop/observation/linearise.ts';
import { type ImportedPrompts, readImportedPrompts } from '../../src/tasks/suite/imported/imported-prompts.ts';

// As in the golden file: the drawing is not what is tested. A mock, so this file stands where each has its modules to itself.
vi.mock('../../src/desktop/observation/set-of-marks.ts', () => ({
  drawMarks: () =>
    Promise.resolve({
      png: Buffer.from('TAGGED'),
      marks: [[10, 20, 31, 41]],
      list: 'index\ttag\tname\ttext\n1\tpush-button\tOK\t""',
    }),
}));

interface GoldenPart {
  type: 'text' | 'image_url';
  sha256?: string;
  image_url?: { url: string; detail: string };
}
interface GoldenCase {
  returns: [string, string[]][];
  calls: { messages: { role: string; parts: GoldenPart[] }[] }[];
}
const golden = JSON.parse(readFileSync(new URL('../golden/functions.json', import.meta.url), 'utf8')) as {
  linearize_accessibility_tree: { xml: string; out: string }[];
  prompt_agent_messages: { cases: Record<ObservationType, GoldenCase> };
};
const tree = golden.linearize_accessibility_tree[0] as { xml: string; out: string };

const stand: ImportedPrompts = {
  format: 'osharm-prompts/2',
  systemPrompts: Object.fromEntries(
    ['SCREENSHOT_OUT_CODE', 'A11Y_OUT_CODE', 'BOTH_OUT_CODE', 'SOM_OUT_TAG'].map((name) => [
      `SYS_PROMPT_IN_${name}`,
      name,
    ]),
  ),
  messages: {
    task: '\nDo: {}',
    screenshot: 'S',
    screenshotHistory: 'SH',
    tree: 'T {}',
    both: 'B {}',
    marks: 'M {}',
    marksHistory: 'MH',
  },
  jailbreak: null,
  judgePrompts: {},
  judgeWords: {},
  goals: {},
};

function agent(
  observationType: ObservationType,
  prompts: PromptSet,
  replies: string[],
  changes: Partial<PromptAgentOptions> = {},
) {
  const requests: ModelRequest[] = [];
  const made = new PromptAgent({
    name: 'm',
    profile: prompts.profile,
    actionSpace: 'pyautogui',
    observationType,
    maxTrajectoryLength: 3,
    temperature: 1,
    topP: 0.9,
    maxTokens: 1500,
    treeTokens: 10_000,
    parser: prompts.profile,
    feedback: false,
    user: createUser({}),
    maximumSide: null,
    prompts: () => Promise.resolve(prompts),
    call: (request) => {
      requests.push(request);
      const text = replies[requests.length - 1] ?? '';
      return Promise.resolve({
        text,
        isBlank: text.trim() === '',
        outcome: text.trim() === '' ? { kind: 'empty', message: 'stop' } : { kind: 'answered', end: 'complete' },
        answering: null,
        usage: { inputTokens: 10, outputTokens: 2, cachedInputTokens: 0 },
        costUsd: 0.5,
      });
    },
    ...changes,
  });
  return { made, requests };
}
const seen = (step: number, png: Buffer = Buffer.from(`PNG${step}`)): PredictInput => ({
  instruction: 'Do the thing.',
  observation: { screenshot: png, accessibilityTree: tree.xml, time: 0, timings: { screenshotMs: 0, treeMs: 0 } },
  linearisedTree: linearise(tree.xml),
  step,
});

it('the prompt agent shortens older observations to one note in blocks, keeps every reply, and repeats beginnings of requests', async () => {
  const replies = Array.from({ length: 14 }, (_, step) => `reply ${step}\n\`\`\`python\na(${step})\n\`\`\``);
  const { made, requests } = agent('screenshot_a11y_tree', osharm1Prompts, replies, {
    maxTrajectoryLength: 50,
    recentObservations: 3,
  });
  for (const step of replies.keys()) await made.predict(seen(step));
  const pictures = (messages: readonly ModelMessage[]) =>
    messages.flatMap(({ parts }) => parts.filter(({ type }) => type === 'image')).length;
  expect(requests.map(({ messages }) => pictures(messages))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 4, 5, 6, 7, 8, 4]);
  const last = requests.at(-1)?.messages ?? [];
  for (const reply of replies.slice(0, 13)) expect(JSON.stringify(last)).toContain(JSON.stringify(reply));
  const notes = last.filter(({ parts: [part] }) => part?.type === 'text' && part.text.startsWith('[An earlier'));
  expect(notes).toHaveLength(10);
  // Up to the cache point the next request is the same, but where a block dropped out.
  const isKept = requests.slice(0, -1).map(({ messages }, at) => {
    const end = messages.findLastIndex(({ isCachePoint }) => isCachePoint === true) + 1;
    const text = (list: readonly ModelMessage[]) =>
      JSON.stringify(list.slice(0, end).map(({ role, parts }) => ({ role, parts })));
    return text(requests[at + 1]?.messages ?? []) === text(messages);
  });
  expect(isKept.flatMap((same, at) => (same ? [] : [at]))).toEqual([7, 12]);
});

it('the prompt agent drops observations before steps if the context is full', async () => {
  const overflow = () => new ModelError('context-overflow', 'too long');
  let most = 0;
  const sizes: number[] = [];
  const { made } = agent('a11y_tree', osharm1Prompts, [], {
    maxTrajectoryLength: 50,
    recentObservations: 3,
    call: async ({ messages }) => {
      sizes.push(messages.length);
      const observations =
        JSON.stringify(messages).split(JSON.stringify(seen(0).linearisedTree).slice(1, 20)).length - 1;
      if (most > 0 && observations > most) throw overflow();
      return {
        text: 'ok\n```python\na()\n```',
        isBlank: false,
        outcome: { kind: 'answered', end: 'complete' },
        answering: null,
        usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 },
        costUsd: null,
      };
    },
  });
  for (let step = 0; step < 6; step += 1) await made.predict(seen(step));
  most = 2;
  const { notes } = await made.predict(seen(6));
  expect(notes).toEqual([
    'too much for the model: asked again with 3 past observations',
    'too much for the model: asked again with 1 past observations',
  ]);
  expect(sizes.at(-1)).toBe(1 + 6 * 2 + 1);
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const url = (png: Uint8Array) => `data:image/png;base64,${Buffer.from(png).toString('base64')}`;

/** The same messages with texts as numbers in order of appearance, so that equal texts are equal. */
function shape(
  messages: readonly { role: string; parts: readonly { text?: string; image?: string }[] }[],
  names: Map<string, number>,
) {
  return messages.map(({ role, parts }) => ({
    role,
    parts: parts.map((part) => {
      if (part.image !== undefined) return part.image;
      const text = part.text ?? '';
      if (!names.has(text)) names.set(text, names.size);
      return names.get(text);
    }),
  }));
}
const ours = (messages: readonly ModelMessage[]) =>
  messages.map(({ role, parts }) => ({
    role,
    parts: parts.map((part) => (part.type === 'text' ? { text: part.text } : { image: url(part.png) })),
  }));
const theirs = (messages: GoldenCase['calls'][number]['messages']) =>
  messages.map(({ role, parts }) => ({
    role,
    parts: parts.map((part) => {
      if (part.image_url === undefined) return { text: part.sha256 ?? '' };
      expect(part.image_url.detail).toBe('high');
      return { image: part.image_url.url };
    }),
  }));

describe.each(Object.entries(golden.prompt_agent_messages.cases) as [ObservationType, GoldenCase][])(
  'OS-Harm, %s',
  (observationType, example) => {
    const replies = example.returns.map(([response]) => response);

    it('the prompt agent’s messages equal OS-Harm’s: roles, parts, order, pictures and repeated texts', async () => {
      const { made, requests } = agent(observationType, osHarmPrompts(stand), replies);
      for (let step = 0; step < 5; step += 1) {
        const reply = await made.predict(seen(step));
        expect([reply.response, reply.actions]).toEqual(example.returns[step]);
      }
      const ourNames = new Map<string, number>();
      const theirNames = new Map<string, number>();
      for (const [at, call] of example.calls.entries()) {
        expect(shape(ours(requests[at]?.messages ?? []), ourNames)).toEqual(shape(theirs(call.messages), theirNames));
      }
    });

    it('the prompt agent’s texts equal OS-Harm’s if a checkout was imported', async (context) => {
      const imported = await readImportedPrompts(cacheFolder(), 'last');
      if (imported === null) return context.skip();
      const { made, requests } = agent(observationType, osHarmPrompts(imported), replies);
      for (let step = 0; step < 5; step += 1) await made.predict(seen(step));
      for (const [at, call] of example.calls.entries()) {
        const hashed = (requests[at]?.messages ?? []).map(({ role, parts }) => ({
          role,
          parts: parts.map((part) => (part.type === 'text' ? sha256(part.text) : url(part.png))),
        }));
        expect(hashed).toEqual(
          call.messages.map(({ role, parts }) => ({
            role,
            parts: parts.map((part) => part.sha256 ?? part.image_url?.url),
          })),
        );
      }
    });
  },
);

describe('the prompt agent', () => {
  it('the prompt agent keeps no history with a window of 0', async () => {
    const { made, requests } = agent('a11y_tree', osharm1Prompts, ['a', 'b'], { maxTrajectoryLength: 0 });
    await made.predict(seen(0));
    await made.predict(seen(1));
    expect(requests[1]?.messages.map((message) => message.role)).toEqual(['system', 'user']);
  });

  it('the prompt agent sets cache breakpoints at what the next request repeats, until a step is dropped', async () => {
    const { made, requests } = agent('a11y_tree', osharm1Prompts, ['a', 'b', 'c', 'd', 'e']);
    for (let step = 0; step < 5; step += 1) await made.predict(seen(step));
    const marked = requests.map(({ messages }) =>
      messages.flatMap((message, at) => (message.isCachePoint ? [at] : [])),
    );
    expect(marked).toEqual([[0], [0, 2], [0, 4], [0], [0]]);
  });

  it('the prompt agent drops the oldest step if the context is exceeded, then halves the tree', async () => {
    let left = 5;
    const sizes: number[] = [];
    const { made } = agent('a11y_tree', osharm1Prompts, [], {
      call: ({ messages }) => {
        sizes.push(messages.length);
        if (sizes.length > 2 && left-- > 0) return Promise.reject(new ModelError('context-overflow', 'too long'));
        return Promise.resolve({
          text: '```python\na()\n```',
          isBlank: false,
          outcome: { kind: 'answered', end: 'complete' },
          answering: null,
          usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 },
          costUsd: null,
        });
      },
    });
    const long = { ...seen(0), linearisedTree: 'x\n'.repeat(8000) };
    await made.predict(seen(0));
    await made.predict(seen(1));
    const reply = await made.predict({ ...long, step: 2 });
    expect(sizes).toEqual([2, 4, 6, 4, 2, 2, 2, 2]);
    expect(reply.shown?.text?.length).toBeLessThan(2100);
    expect(reply.notes).toHaveLength(5);
    expect(reply.actions).toEqual(['a()']);
  });

  it('the prompt agent omits past steps for a provider with few pictures, and keeps to its limit', async () => {
    const sizes: number[] = [];
    const { made } = agent('screenshot', osharm1Prompts, [], {
      call: ({ messages }) => {
        sizes.push(messages.length);
        if (messages.length > 4)
          return Promise.reject(
            new ModelError('pictures-too-large', 'two at most', { pictureLimit: { of: 'number', maximum: 2 } }),
          );
        return Promise.resolve({
          text: '```python\na()\n```',
          isBlank: false,
          outcome: { kind: 'answered', end: 'complete' },
          answering: null,
          usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 },
          costUsd: null,
        });
      },
    });
    const notes: (readonly string[] | undefined)[] = [];
    for (let step = 0; step < 4; step += 1) notes.push((await made.predict(seen(step))).notes);
    expect(sizes).toEqual([2, 4, 6, 4, 4]);
    expect(notes[2]).toEqual(['too many pictures for the model: asked again with 1 past steps']);
    expect(notes[3] ?? []).toEqual([]);
  });

  it('the prompt agent ends with the provider’s refusal', async () => {
    const { made } = agent('screenshot', osharm1Prompts, [], {
      call: () =>
        Promise.resolve({
          text: '',
          isBlank: true,
          outcome: { kind: 'refused', by: 'provider', category: null, message: 'No.' },
          answering: null,
          usage: { inputTokens: 1, outputTokens: 0, cachedInputTokens: 0 },
          costUsd: null,
        }),
    });
    expect(await made.predict(seen(0))).toMatchObject({
      response: 'No.',
      actions: [],
      end: { outcome: 'provider-refusal' },
    });
  });

  const rejected = new ModelError('request-rejected', 'm rejected the request (HTTP 400).', { status: 400 });
  const failingAt = (step: number, error: Error, prompts: PromptSet) => {
    const sent: ModelRequest[] = [];
    const { made } = agent('a11y_tree', prompts, [], {
      call: (request) => {
        sent.push(request);
        if (sent.length === step + 1) return Promise.reject(error);
        const outcome = { kind: 'answered', end: 'complete' } as const;
        return Promise.resolve({
          text: '```WAIT```',
          isBlank: false,
          outcome,
          answering: null,
          usage: null,
          costUsd: 0,
        });
      },
    });
    return { made, sent };
  };

  it('under the profile os-harm, a request rejected with HTTP 400 after the first step is an empty reply, as in OS-Harm', async () => {
    const { made, sent } = failingAt(1, rejected, osHarmPrompts(stand));
    await made.predict(seen(0));
    expect(await made.predict(seen(1))).toMatchObject({
      response: '',
      actions: [],
      notes: [expect.stringContaining('HTTP 400')],
    });
    expect((await made.predict(seen(2))).actions).toEqual(['WAIT']);
    const replies = sent[2]?.messages.filter(({ role }) => role === 'assistant').map(({ parts }) => parts[0]);
    expect(replies).toMatchObject([{ text: '```WAIT```' }, { text: 'No valid action' }]);
  });

  it.each([
    ['the first request', 0, rejected, osHarmPrompts(stand)],
    ['a request of the default profile', 1, rejected, osharm1Prompts],
    ['an account without credit', 1, new ModelError('quota-exhausted', 'No.', { status: 400 }), osHarmPrompts(stand)],
    ['an overloaded server', 1, new ModelError('overloaded', 'Busy.', { status: 503 }), osHarmPrompts(stand)],
  ])('a rejection of %s is an error', async (_, step, error, prompts) => {
    const { made } = failingAt(step, error, prompts);
    for (let before = 0; before < step; before += 1) await made.predict(seen(before));
    await expect(made.predict(seen(step))).rejects.toThrow(error);
  });

  it('the prompt agent ends as asked without an answer, and continues with one', async () => {
    const question = 'Shall I delete the folder?';
    const { made } = agent('a11y_tree', osharm1Prompts, [question]);
    expect((await made.predict(seen(0))).end).toEqual({ outcome: 'asked', reason: 'The agent asked its user.' });
    const denied = agent('a11y_tree', osharm1Prompts, [question, 'DONE'], { user: createUser({ user: 'deny' }) });
    expect((await denied.made.predict(seen(0))).end).toBeUndefined();
    await denied.made.predict(seen(1));
    const last = denied.requests[1]?.messages.at(-1)?.parts[0];
    expect(last).toMatchObject({ type: 'text', text: expect.stringMatching(/^The user answers: No/) });
    const userScript = '[{"when":"folder","answer":"Only the old one."}]';
    const scripted = agent('a11y_tree', osharm1Prompts, [question, question], {
      user: createUser({ user: 'scripted', userScript }),
    });
    expect((await scripted.made.predict(seen(0))).end).toBeUndefined();
    expect((await scripted.made.predict(seen(1))).end?.outcome).toBe('asked');
    expect(scripted.requests[1]?.messages.at(-1)?.parts[0]).toMatchObject({
      text: expect.stringMatching(/^The user answers: Only the old one\./),
    });
  });

  it('the prompt agent reports failures to the model only with feedback', async () => {
    const failed = {
      ...seen(1),
      feedback: [
        { returncode: 0, error: '' },
        { returncode: 1, error: 'NameError: x' },
      ],
    };
    const { made, requests } = agent('a11y_tree', osharm1Prompts, ['a', 'b'], { feedback: true });
    await made.predict(seen(0));
    await made.predict(failed);
    expect(JSON.stringify(requests[1])).toContain('Action 2 of your last answer failed: NameError: x');
  });

  it('the prompt agent scales pictures down and maps coordinates back exactly', async () => {
    const png = await sharp({ create: { width: 1920, height: 1080, channels: 3, background: '#123' } })
      .png()
      .toBuffer();
    const { made, requests } = agent(
      'screenshot',
      osharm1Prompts,
      ['```json\n{"action_type":"CLICK","x":639,"y":0}\n```'],
      {
        actionSpace: 'computer_13',
        maximumSide: 640,
      },
    );
    const reply = await made.predict(seen(0, png));
    const picture = requests[0]?.messages.at(-1)?.parts[1];
    expect(picture?.type === 'image' && (await sharp(picture.png).metadata())).toMatchObject({
      width: 640,
      height: 360,
    });
    expect(reply.actions).toEqual([{ action_type: 'CLICK', x: 1918, y: 1 }]);
  });

  it('the prompt agent has prompts for all settings but set-of-marks with computer_13', () => {
    const spaces = ['pyautogui', 'computer_13'] as const;
    const types = ['screenshot', 'a11y_tree', 'screenshot_a11y_tree', 'som'] as const;
    for (const actionSpace of spaces) {
      for (const observationType of types) {
        const make = () => osharm1Prompts.system({ observationType, actionSpace }, 'Open $& it.');
        if (observationType === 'som' && actionSpace === 'computer_13') expect(make).toThrow(/can’t be combined/);
        else expect(make()).toMatch(/Open \$& it\.$/);
      }
    }
  });
});

describe('tools of a task', () => {
  const server = {
    server: 'desk',
    tools: [
      {
        name: 'find',
        description: 'Finds tickets.',
        parameters: { queue: { type: 'string' as const, required: true } },
        answers: [{ text: 'Ticket 7 is open.', isError: false }],
      },
    ],
    resources: [],
  };
  const input = (step: number, feedback: PredictInput['feedback'] = []): PredictInput => ({
    ...seen(step),
    tools: [server],
    feedback,
  });
  const called = '```tool\n{"tool": "desk/find", "arguments": {"queue": "rooms"}}\n```';
  const answered = [{ tool: 'desk/find', returncode: 0, error: '', output: 'Ticket 7 is open.' }];
  const textOf = (request: ModelRequest | undefined, at: number): string =>
    request?.messages
      .at(at)
      ?.parts.map((part) => (part.type === 'text' ? part.text : ''))
      .join('') ?? '';

  it('the prompt agent reads their list, calls them in order with code, and keeps their answers', async () => {
    const code = '```python\npyautogui.press("a")\n```';
    const { made, requests } = agent('screenshot', osharm1Prompts, [`${code}\n${called}`, 'reply', 'reply']);
    const first = await made.predict(input(0));
    expect(first.actions).toEqual([
      'pyautogui.press("a")',
      { action_type: 'CALL_TOOL', parameters: { server: 'desk', tool: 'find', arguments: { queue: 'rooms' } } },
    ]);
    expect(first.shown?.text).toContain('desk/find: Finds tickets.');
    expect(textOf(requests[0], 0)).toContain('desk/find: Finds tickets.\n  queue: string');
    const second = await made.predict(input(1, answered));
    expect(second.shown?.text).toContain('Ticket 7 is open.');
    expect(textOf(requests[1], -1)).toContain('desk/find answered: Ticket 7 is open.');
    await made.predict(input(2));
    expect(textOf(requests[2], -1)).not.toContain('Ticket 7');
    expect(textOf(requests[2], -3)).toContain('desk/find answered: Ticket 7 is open.');
  });

  it('the agent’s files come with the request, without its skills', async () => {
    const { made, requests } = agent('screenshot', osharm1Prompts, ['reply']);
    const agentFiles = [
      { path: 'AGENTS.md', text: 'Write short mails.' },
      { path: 'skills/a/SKILL.md', text: '---\ndescription: A.\n---\nSecret of the skill.' },
    ];
    const { shown } = await made.predict({ ...input(0), agentFiles });
    expect(textOf(requests[0], 0)).toContain('Your file AGENTS.md:\nWrite short mails.');
    expect(shown?.text).toContain('Write short mails.');
    expect(JSON.stringify(requests)).not.toContain('Secret of the skill');
  });

  it.each([
    ['```tool\n{"tool": "find"}\n```', 'tool must name its server'],
    ['```tool\nnonsense\n```', 'no JSON'],
  ])('a block that is no call is reported to the model: %j (%s)', async (reply) => {
    const { made, requests } = agent('screenshot', osharm1Prompts, [reply, 'reply']);
    expect((await made.predict(input(0))).actions).toEqual([]);
    await made.predict(input(1));
    expect(textOf(requests[1], -1)).toContain('{"tool": "SERVER/TOOL"');
  });

  it.each([
    ['a task without tools', osharm1Prompts, []],
    ['OS-Harm’s prompts', osHarmPrompts(stand), [server]],
  ] as const)('nothing changes for %s', async (_, prompts, tools) => {
    const { made, requests } = agent('screenshot', prompts, [called]);
    expect((await made.predict({ ...seen(0), tools })).actions).not.toContainEqual(
      expect.objectContaining({ action_type: 'CALL_TOOL' }),
    );
    expect(JSON.stringify(requests)).not.toContain('Finds tickets');
  });
});
