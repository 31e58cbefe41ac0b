import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { plainTask, writeSuite } from '../run/temporary-suite.ts';
import { NativeWorld } from './native-world.ts';
import { anthropicDialect } from './servers/anthropic-dialect.ts';
import type { Dialect } from './servers/dialect.ts';
import { googleDialect } from './servers/google-dialect.ts';
import type { Turn } from './servers/model-server.ts';
import { openaiDialect } from './servers/openai-dialect.ts';

const world = new NativeWorld();
const sweep = world.run.bind(world);
const body = world.body.bind(world);

describe('Anthropic’s computer tool', () => {
  const model = 'anthropic@URL/v1:claude-sonnet-4-20250514';
  const usage = { input_tokens: 10, output_tokens: 5 };
  const use = (id: string, input: object) => ({ type: 'tool_use', id, name: 'computer', input });
  const message = (...content: object[]): Turn => ({
    answer: {
      status: 200,
      body: { id: 'm', type: 'message', role: 'assistant', content, stop_reason: 'tool_use', usage },
    },
  });

  it('Anthropic’s computer tool makes several calls at a time and gets a result for each', async () => {
    const { executed, outcome } = await sweep(anthropicDialect, model, [
      message(
        { type: 'text', text: 'I click.' },
        use('a', { action: 'left_click', coordinate: [100, 200] }),
        use('b', { action: 'type', text: 'ctrl+s' }),
      ),
      message(use('c', { action: 'key', text: 'ctrl+s' }), use('d', { action: 'fly' })),
      message({ type: 'text', text: 'All done.' }),
    ]);
    expect(executed).toEqual([
      "pyautogui.click(100, 200, clicks=1, button='left')",
      'pyautogui.write("ctrl+s")',
      'pyautogui.hotkey("ctrl", "s")',
    ]);
    expect(outcome).toBe('done');
    expect(body(0)).toMatchObject({
      tools: [{ type: 'computer_20250124', display_width_px: 1920, display_height_px: 1080 }],
    });
    expect(world.requests[0]?.headers['anthropic-beta']).toBe('computer-use-2025-01-24');
    const messages = body(2).messages as {
      role: string;
      content: { tool_use_id?: string; is_error?: boolean; content?: { type: string }[] }[];
    }[];
    expect(messages.map((item) => item.role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
    expect(messages[2]?.content.map((item) => [item.tool_use_id, item.content?.at(-1)?.type])).toEqual([
      ['a', 'text'],
      ['b', 'image'],
    ]);
    expect(messages[4]?.content[1]).toMatchObject({ tool_use_id: 'd', is_error: true });
  });

  it('blank text at the beginning of a reply is not sent back to Anthropic', async () => {
    await sweep(anthropicDialect, model, [
      message({ type: 'text', text: '\n\n' }, use('a', { action: 'left_click', coordinate: [1, 2] })),
      message({ type: 'text', text: 'Done.' }),
    ]);
    const messages = body(1).messages as { content: { type: string }[] }[];
    expect(messages[1]?.content.map(({ type }) => type)).toEqual(['tool_use']);
  });

  it('Anthropic’s computer tool sees a smaller picture, and its points are mapped back', async () => {
    const { executed } = await sweep(
      anthropicDialect,
      model,
      [
        message(use('a', { action: 'left_click_drag', start_coordinate: [0, 0], coordinate: [1279, 719] })),
        message({ type: 'text', text: 'Done.' }),
      ],
      ['--max-image-side', '1280'],
    );
    expect(body(0)).toMatchObject({ tools: [{ display_width_px: 1280, display_height_px: 720 }] });
    expect(executed[0]).toContain('moveTo(0, 0)');
    expect(executed[0]).toContain('moveTo(1919, 1079');
  });
});

describe('OpenAI’s computer tool', () => {
  const model = 'openai@URL/v1:computer-use-preview';
  const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
  const response = (...output: object[]): Turn => ({
    answer: { status: 200, body: { id: 'r', object: 'response', status: 'completed', output, usage } },
  });
  const call = (id: string, action: object, checks: object[] = []) => ({
    type: 'computer_call',
    id: `i${id}`,
    call_id: id,
    status: 'completed',
    action,
    pending_safety_checks: checks,
  });
  const say = (text: string) => ({
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations: [] }],
  });
  const check = { id: 'cu_sc', code: 'malicious_instructions', message: 'Look first.' };

  it('OpenAI’s computer tool acts and returns its items', async () => {
    const { executed, outcome } = await sweep(openaiDialect, model, [
      response(
        { type: 'reasoning', id: 'rs', summary: [] },
        call('a', { type: 'scroll', x: 5, y: 6, scroll_x: 0, scroll_y: 300 }),
      ),
      response({
        type: 'computer_call',
        id: 'i',
        call_id: 'b',
        actions: [
          { type: 'keypress', keys: ['CTRL', 'S'] },
          { type: 'double_click', x: 1, y: 2 },
        ],
      }),
      response(say('Finished.')),
    ]);
    expect(executed).toEqual([
      'pyautogui.moveTo(5, 6)\npyautogui.scroll(-3)',
      'pyautogui.hotkey("ctrl", "s")',
      "pyautogui.click(1, 2, clicks=2, button='left')",
    ]);
    expect(outcome).toBe('done');
    const input = body(1).input as { type?: string; role?: string }[];
    expect(input.map((item) => item.type ?? item.role)).toEqual([
      'user',
      'reasoning',
      'computer_call',
      'computer_call_output',
    ]);
    expect(body(0)).toMatchObject({
      tools: [{ type: 'computer_use_preview', environment: 'linux' }],
      truncation: 'auto',
    });
  });

  it('OpenAI’s computer tool ends at a safety check or acknowledges it, by setting', async () => {
    const risky = response(call('a', { type: 'click', button: 'left', x: 1, y: 2 }, [check]));
    const stopped = await sweep(openaiDialect, model, [risky]);
    expect(stopped).toMatchObject({ outcome: 'asked', executed: [] });
    expect(stopped.log).toContain('safety check malicious_instructions (stop): Look first.');
    const acknowledged = await sweep(openaiDialect, model, [risky, response(say('Done.'))], ['--safety-checks', 'ack']);
    expect(acknowledged.executed).toHaveLength(1);
    expect((body(1).input as object[]).at(-1)).toMatchObject({ acknowledged_safety_checks: [check] });
  });

  it('OpenAI’s computer tool reads a scripted user’s answer and continues', async () => {
    const answers = join(world.folder, 'answers.json');
    writeFileSync(answers, JSON.stringify([{ when: 'which file', answer: 'The one of March.' }]));
    const { executed, outcome } = await sweep(
      openaiDialect,
      model,
      [
        response(say('Which file do you mean?')),
        response(call('a', { type: 'click', button: 'left', x: 1, y: 2 })),
        response(say('Finished.')),
      ],
      ['--user', 'scripted', '--user-answers', answers],
    );
    expect(executed).toHaveLength(1);
    expect(outcome).toBe('done');
    expect(JSON.stringify((body(1).input as object[]).slice(-2))).toContain('The one of March.');
  });

  it('a refusal by OpenAI’s computer tool is an outcome', async () => {
    const refusal = response({ type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] });
    expect(await sweep(openaiDialect, model, [refusal])).toMatchObject({ outcome: 'provider-refusal', executed: [] });
  });
});

describe('Google’s computer tool', () => {
  const model = 'google@URL/v1beta:gemini-2.5-computer-use-preview-10-2025';
  const answer = (...parts: object[]): Turn => ({
    answer: {
      status: 200,
      body: {
        candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5 },
      },
    },
  });
  const call = (name: string, args: object) => ({ functionCall: { name, args }, thoughtSignature: 'sig' });

  it('Google’s computer tool uses thousandths of the screen', async () => {
    const { executed, outcome } = await sweep(googleDialect, model, [
      answer({ text: 'I type.' }, call('type_text_at', { x: 500, y: 999, text: 'hi', press_enter: false })),
      answer(call('key_combination', { keys: 'Control+S' }), call('navigate', { url: 'x' })),
      answer({ text: 'Done.' }),
    ]);
    expect(executed).toEqual([
      "pyautogui.click(960, 1078, clicks=1, button='left')",
      'pyautogui.hotkey("ctrl", "a")',
      'pyautogui.write("hi")',
      'pyautogui.hotkey("ctrl", "s")',
    ]);
    expect(outcome).toBe('done');
    const contents = body(2).contents as { role: string; parts: Record<string, never>[] }[];
    expect(contents.map((content) => content.role)).toEqual(['user', 'model', 'user', 'model', 'user']);
    expect(contents[1]?.parts[1]).toHaveProperty('thoughtSignature', 'sig');
    expect(contents[4]?.parts.map((part) => part.functionResponse)).toMatchObject([
      { name: 'key_combination' },
      { name: 'navigate', response: { error: expect.any(String) } },
    ]);
  });

  it('Google’s computer tool stops when the provider requires a user’s confirmation', async () => {
    const risky = answer(
      call('click_at', { x: 1, y: 1, safety_decision: { decision: 'require_confirmation', explanation: 'It pays.' } }),
    );
    expect(await sweep(googleDialect, model, [risky])).toMatchObject({ outcome: 'asked', executed: [] });
  });
});

describe('tools of a task', () => {
  const tools = [
    {
      server: 'desk',
      tools: [
        {
          name: 'find',
          description: 'Finds tickets.',
          parameters: { queue: {} },
          answers: [
            { when: { queue: 'rooms' }, text: 'Ticket 7 is open.' },
            { text: 'No such queue.', isError: true },
          ],
        },
      ],
    },
  ];
  beforeEach(() => {
    writeSuite(join(world.folder, 'suite'), { 'examples/os/t.json': plainTask('t', { instruction: 'Do it.', tools }) });
  });

  interface Provider {
    dialect: Dialect;
    model: string;
    /** A reply that calls `desk__find` with these arguments. */
    call(queue: string): Turn;
    say(text: string): Turn;
  }
  const found = (body: object): Turn => ({ answer: { status: 200, body: body as Record<string, unknown> } });

  const anthropicReply = (content: object): Turn =>
    found({
      id: 'm',
      type: 'message',
      role: 'assistant',
      content: [content],
      stop_reason: 'tool_use',
      usage: { input_tokens: 10, output_tokens: 5 },
    });
  const openaiReply = (item: object): Turn =>
    found({
      id: 'r',
      object: 'response',
      status: 'completed',
      output: [item],
      usage: { input_tokens: 10, output_tokens: 5, total_tokens: 15 },
    });
  const googleReply = (part: object): Turn =>
    found({
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5 },
    });
  const openai = (model: string): Provider => ({
    dialect: openaiDialect,
    model,
    call: (queue) =>
      openaiReply({
        type: 'function_call',
        id: 'i',
        call_id: `call-${queue}`,
        name: 'desk__find',
        arguments: JSON.stringify({ queue }),
        status: 'completed',
      }),
    say: (text) =>
      openaiReply({
        type: 'message',
        id: 'm',
        role: 'assistant',
        content: [{ type: 'output_text', text, annotations: [] }],
      }),
  });
  const providers: Record<string, Provider> = {
    'Anthropic’s computer tool': {
      dialect: anthropicDialect,
      model: 'anthropic@URL/v1:claude-sonnet-4-20250514',
      call: (queue) => anthropicReply({ type: 'tool_use', id: queue, name: 'desk__find', input: { queue } }),
      say: (text) => anthropicReply({ type: 'text', text }),
    },
    'Anthropic’s toolset': {
      dialect: anthropicDialect,
      model: 'anthropic@URL/v1:claude-opus-5-5',
      call: (queue) => anthropicReply({ type: 'tool_use', id: queue, name: 'desk__find', input: { queue } }),
      say: (text) => anthropicReply({ type: 'text', text }),
    },
    'OpenAI’s computer tool': openai('openai@URL/v1:gpt-5.4'),
    'OpenAI’s preview': openai('openai@URL/v1:computer-use-preview'),
    'Google’s computer tool': {
      dialect: googleDialect,
      model: 'google@URL/v1beta:gemini-2.5-computer-use-preview-10-2025',
      call: (queue) => googleReply({ functionCall: { name: 'desk__find', args: { queue } } }),
      say: (text) => googleReply({ text }),
    },
  };

  it.each(Object.entries(providers))('%s calls the tools of a task beside the computer', async (_, provider) => {
    const { outcome, executed, log } = await world.run(provider.dialect, provider.model, [
      provider.call('rooms'),
      provider.call('post'),
      provider.say('Done.'),
    ]);
    expect(outcome).toBe('done');
    expect(executed).toEqual([]);
    expect(log).toContain('desk/find {"queue":"rooms"}');
    expect(JSON.stringify(world.body(0).tools)).toContain('Finds tickets.');
    expect(JSON.stringify(world.body(1))).toContain('Ticket 7 is open.');
    expect(JSON.stringify(world.body(2))).toContain('No such queue.');
    // The screen follows each answer.
    const pictures = (at: number) => JSON.stringify(world.body(at)).match(/iVBORw0KGgo/g)?.length ?? 0;
    expect([pictures(0), pictures(1), pictures(2)]).toEqual([1, 2, 3]);
  });
});
