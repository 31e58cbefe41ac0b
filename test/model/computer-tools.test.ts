import { describe, expect, it } from 'vitest';
import { NativeWorld } from './native-world.ts';
import { anthropicDialect } from './servers/anthropic-dialect.ts';
import { googleDialect } from './servers/google-dialect.ts';
import type { Turn } from './servers/model-server.ts';
import { openaiDialect } from './servers/openai-dialect.ts';

// The answers here have the forms of the providers' own references: Anthropic's and OpenAI's API types, Google's computer-use guide.
const world = new NativeWorld();

describe('Anthropic’s computer toolset', () => {
  const model = 'anthropic@URL/v1:claude-opus-5-5';
  const usage = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 100, cache_creation_input_tokens: 1000 };
  const message = (...content: object[]): Turn => ({
    answer: {
      status: 200,
      body: { id: 'm', type: 'message', role: 'assistant', model: 'm', content, stop_reason: 'tool_use', usage },
    },
  });
  const member = (id: string, name: string, input: object) => ({
    type: 'tool_use',
    id,
    name,
    toolset_name: 'computer',
    input,
  });
  const thinking = { type: 'thinking', thinking: 'I look first.', signature: 'signed' };

  it('Anthropic’s computer toolset is called by member; each result names the toolset, and thoughts are returned signed', async () => {
    const { executed, outcome, tokens } = await world.run(anthropicDialect, model, [
      message(
        thinking,
        member('a', 'left_click', { coordinate: [100, 200] }),
        member('b', 'key', { text: 'Down', repeat: 2 }),
      ),
      message(member('c', 'left_click_drag', { start_coordinate: [1, 2], coordinate: [3, 4], text: 'ctrl' })),
      message({ type: 'text', text: 'All done.' }),
    ]);
    expect(executed).toEqual([
      "pyautogui.click(100, 200, clicks=1, button='left')",
      'pyautogui.hotkey("down")',
      'pyautogui.hotkey("down")',
      expect.stringContaining('pyautogui.moveTo(1, 2)\npyautogui.keyDown("ctrl")\npyautogui.mouseDown()'),
    ]);
    expect(outcome).toBe('done');
    expect(tokens?.agent).toMatchObject({ inputTokens: 3 * 1110, outputTokens: 15 });
    const first = world.body(0);
    expect(first.tools).toEqual([{ type: 'computer_toolset_20260801', configs: { zoom: { enabled: false } } }]);
    // This model takes no temperature, no forced choice, and counts its thoughts as output.
    expect(first).not.toHaveProperty('temperature');
    expect(first).not.toHaveProperty('tool_choice');
    expect(first.max_tokens).toBe(16_384);
    const messages = world.body(1).messages as { role: string; content: Record<string, unknown>[] }[];
    expect(messages[1]?.content).toMatchObject([
      thinking,
      member('a', 'left_click', { coordinate: [100, 200] }),
      { id: 'b' },
    ]);
    expect(messages[2]?.content).toMatchObject([
      { type: 'tool_result', tool_use_id: 'a', toolset_name: 'computer' },
      { type: 'tool_result', tool_use_id: 'b', toolset_name: 'computer', content: [{ type: 'image' }] },
    ]);
  });

  it('Anthropic’s computer toolset is replaced by --computer-tool; a model that rejects it prints the alternatives', async () => {
    const rejection = (tool: string) => ({
      answer: {
        status: 400,
        body: {
          type: 'error',
          error: { type: 'invalid_request_error', message: `'claude-opus-5-5' does not support tool types: ${tool}.` },
        },
      },
    });
    const { output } = await world.run(
      anthropicDialect,
      model,
      [rejection('computer_20251124')],
      ['--computer-tool', 'computer_20251124'],
      1,
    );
    expect(world.requests).toHaveLength(1);
    expect(world.body(0).tools).toMatchObject([
      { type: 'computer_20251124', name: 'computer', display_width_px: 1920 },
    ]);
    expect(world.requests[0]?.headers['anthropic-beta']).toBe('computer-use-2025-11-24');
    expect(output).toContain('does not support the computer tool computer_20251124');
    expect(output).toContain('--computer-tool computer_toolset_20260801');
  });

  it('a model known for it gets Anthropic’s computer toolset, even without --agent', async () => {
    const { executed, outcome } = await world.run(
      anthropicDialect,
      model,
      [
        message({ type: 'tool_use', id: 'a', name: 'computer', input: { action: 'left_click', coordinate: [7, 8] } }),
        message({ type: 'text', text: 'All done.' }),
      ],
      ['--agent', 'auto'],
    );
    expect(outcome).toBe('done');
    expect(executed).toHaveLength(1);
    expect(world.body(0).tools).toHaveLength(1);
  });

  it('Anthropic’s computer toolset falls back to the next tool of the table, with a warning, if the model rejects it', async () => {
    const message400 = "'claude-opus-5-5' does not support tool types: computer_toolset_20260801.";
    const rejection = {
      answer: { status: 400, body: { type: 'error', error: { type: 'invalid_request_error', message: message400 } } },
    };
    const { executed, outcome, log } = await world.run(anthropicDialect, model, [
      rejection,
      message({ type: 'tool_use', id: 'a', name: 'computer', input: { action: 'left_click', coordinate: [7, 8] } }),
      message({ type: 'text', text: 'All done.' }),
    ]);
    expect(executed).toEqual(["pyautogui.click(7, 8, clicks=1, button='left')"]);
    expect(outcome).toBe('done');
    expect(world.requests.map(({ body }) => (body.tools as { type: string }[])[0]?.type)).toEqual([
      'computer_toolset_20260801',
      'computer_20251124',
      'computer_20251124',
    ]);
    const warning =
      /claude-opus-5-5 rejects the computer tool computer_toolset_20260801; computer_20251124 is used instead/;
    expect(log).toMatch(warning);
    expect(world.warnings.filter((sentence) => warning.test(sentence))).toHaveLength(1);
  });

  it('Anthropic’s computer toolset is not used with a provider that lacks it', async () => {
    await expect(world.run(anthropicDialect, model, [], ['--computer-tool', 'computer'])).rejects.toMatchObject({
      message: 'anthropic has no computer tool "computer".',
      hint: '--computer-tool can be computer_toolset_20260801, computer_20251124, computer_20250124 for anthropic.',
    });
  });
});

describe('OpenAI’s computer tool', () => {
  const model = 'openai@URL/v1:gpt-5.4';
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 4 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 2 },
    total_tokens: 15,
  };
  const response = (...output: object[]): Turn => ({
    answer: {
      status: 200,
      body: { id: 'r', object: 'response', created_at: 1, status: 'completed', model: 'gpt-5.4', output, usage },
    },
  });
  const call = (id: string, actions: object[], checks: object[] = []) => ({
    type: 'computer_call',
    id: `cu_${id}`,
    call_id: id,
    status: 'completed',
    actions,
    pending_safety_checks: checks,
  });
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' };
  const say = (text: string) => ({
    type: 'message',
    id: 'msg_1',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations: [] }],
  });

  it('OpenAI’s computer tool runs batches of actions and returns encrypted reasoning', async () => {
    const { executed, outcome } = await world.run(openaiDialect, model, [
      response(
        reasoning,
        call('a', [
          { type: 'click', button: 'left', x: 10, y: 20 },
          { type: 'type', text: 'hi' },
          { type: 'keypress', keys: ['CTRL', 'S'] },
          { type: 'scroll', x: 5, y: 6, scroll_x: 0, scroll_y: -200 },
          {
            type: 'drag',
            path: [
              { x: 1, y: 2 },
              { x: 3, y: 4 },
            ],
          },
          { type: 'wait' },
        ]),
      ),
      response(say('Finished.')),
    ]);
    expect(executed.slice(0, 4)).toEqual([
      "pyautogui.click(10, 20, clicks=1, button='left')",
      'pyautogui.write("hi")',
      'pyautogui.hotkey("ctrl", "s")',
      'pyautogui.moveTo(5, 6)\npyautogui.scroll(2)',
    ]);
    expect(executed).toHaveLength(6);
    expect(outcome).toBe('done');
    expect(world.body(0)).toMatchObject({
      tools: [{ type: 'computer' }],
      store: false,
      truncation: 'auto',
      include: ['reasoning.encrypted_content'],
    });
    expect(world.body(0)).not.toHaveProperty('tool_choice');
    const input = world.body(1).input as Record<string, unknown>[];
    expect(input.slice(1)).toMatchObject([
      { type: 'reasoning', encrypted_content: 'sealed' },
      {
        type: 'computer_call',
        call_id: 'a',
        id: 'cu_a',
        actions: [{ type: 'click' }, { type: 'type' }, {}, {}, {}, {}],
      },
      { type: 'computer_call_output', call_id: 'a', output: { type: 'computer_screenshot', detail: 'original' } },
    ]);
  });

  it('OpenAI’s computer tool keeps the conversation at OpenAI under --openai-store and sends only what is new', async () => {
    const stored = (id: string, ...output: object[]): Turn => ({
      answer: {
        status: 200,
        body: { id, object: 'response', created_at: 1, status: 'completed', model: 'gpt-5.4', output, usage },
      },
    });
    const { executed, outcome } = await world.run(
      openaiDialect,
      model,
      [
        stored('resp_1', call('a', [{ type: 'click', button: 'left', x: 10, y: 20 }])),
        stored('resp_2', call('b', [{ type: 'click', button: 'left', x: 30, y: 40 }])),
        stored('resp_3', say('Finished.')),
      ],
      ['--openai-store'],
    );
    expect([executed.length, outcome]).toEqual([2, 'done']);
    expect(world.body(0)).toMatchObject({ store: true, truncation: 'auto' });
    expect(world.body(0)).not.toHaveProperty('previous_response_id');
    expect(world.body(0)).not.toHaveProperty('include');
    expect(world.body(1)).toMatchObject({
      store: true,
      previous_response_id: 'resp_1',
      input: [{ type: 'computer_call_output', call_id: 'a' }],
    });
    expect(world.body(2)).toMatchObject({
      previous_response_id: 'resp_2',
      input: [{ type: 'computer_call_output', call_id: 'b' }],
    });
  });

  it('OpenAI’s computer tool acknowledges safety checks if it is configured to', async () => {
    const check = { id: 'cu_sc', code: 'malicious_instructions', message: 'Look first.' };
    const risky = response(call('a', [{ type: 'click', button: 'left', x: 1, y: 2 }], [check]));
    expect(await world.run(openaiDialect, model, [risky])).toMatchObject({ outcome: 'asked', executed: [] });
    const acknowledged = await world.run(
      openaiDialect,
      model,
      [risky, response(say('Done.'))],
      ['--safety-checks', 'ack'],
    );
    expect(acknowledged.executed).toHaveLength(1);
    expect((world.body(1).input as object[]).at(-1)).toMatchObject({ acknowledged_safety_checks: [check] });
  });

  it('OpenAI’s computer tool accepts numbers as text', async () => {
    const { executed } = await world.run(openaiDialect, model, [
      response(
        call('a', [
          { type: 'click', button: 'left', x: '640', y: ' 360.0 ' },
          {
            type: 'drag',
            path: [
              { x: '1', y: 2 },
              { x: 3, y: '4' },
            ],
          },
        ]),
      ),
      response(say('Done.')),
    ]);
    expect(executed).toEqual([
      "pyautogui.click(640, 360, clicks=1, button='left')",
      expect.stringContaining('moveTo(3, 4'),
    ]);
    const input = world.body(1).input as { type: string; actions?: { x?: number }[] }[];
    expect(input.find(({ type }) => type === 'computer_call')?.actions?.[0]).toMatchObject({ x: 640, y: 360 });
  });

  it.each([
    [{ type: 'click', button: 'left', x: 'left', y: 5 }, 'click: x must be a number; it is \\"left\\".'],
    [{ type: 'click', button: 'left', y: 5 }, 'click: x must be a number; it is missing.'],
    [{ type: 'zoom', x: 1, y: 5 }, 'There is no action \\"zoom\\".'],
    [{ type: 'scroll', x: 1, y: 5 }, 'scroll: scroll_y must be'],
    [{ type: 'keypress' }, 'keypress: keys must be a list of keys'],
    [{ type: 'click', button: 'left', x: 5000, y: 5 }, 'outside of the picture'],
  ])('OpenAI’s computer tool reports the mistake in %j in one more request', async (action, message) => {
    const { executed, outcome, log } = await world.run(openaiDialect, model, [
      response(call('a', [{ type: 'wait' }, action])),
      response(say('Done.')),
    ]);
    expect(executed).toEqual([]);
    expect(outcome).toBe('done');
    expect(world.requests).toHaveLength(2);
    const last = JSON.stringify((world.body(1).input as object[]).at(-1));
    expect(last).toContain('Action 2 of 2 can’t be done, so none of the 2 was');
    expect(last).toContain(message);
    expect(log).toContain('not an action');
  });

  it('OpenAI’s computer tool reports an action that this desktop does not support', async () => {
    await world.run(openaiDialect, model, [
      response(call('a', [{ type: 'click', button: 'back', x: 1, y: 2 }])),
      response(say('Done.')),
    ]);
    const last = (world.body(1).input as object[]).at(-1);
    expect(JSON.stringify(last)).toContain('no button \\"back\\"');
  });

  it('OpenAI’s computer tool is refused by models without it, with an explanation', async () => {
    const rejected: Turn = {
      answer: {
        status: 400,
        body: {
          error: {
            message: "Tool 'computer' is not supported with gpt-4.1.",
            type: 'invalid_request_error',
            param: 'tools',
            code: null,
          },
        },
      },
    };
    const { output } = await world.run(openaiDialect, 'openai@URL/v1:gpt-4.1', [rejected, rejected], [], 1);
    expect(world.requests.map(({ body }) => (body.tools as { type: string }[])[0]?.type)).toEqual([
      'computer',
      'computer_use_preview',
    ]);
    expect(output).toContain('does not support the computer tool computer ');
    expect(output).toContain('--computer-tool computer_use_preview, or use --agent prompt');
  });
});

describe('Google’s computer use', () => {
  const model = 'google@URL/v1beta:gemini-3.5-flash';
  const answer = (...parts: object[]): Turn => ({
    answer: {
      status: 200,
      body: {
        candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, thoughtsTokenCount: 7 },
      },
    },
  });
  const call = (id: string, name: string, args: object) => ({
    functionCall: { id, name, args },
    thoughtSignature: `signed ${id}`,
  });

  it('Google’s computer use has the names of the desktop environment and returns signatures', async () => {
    const { executed, outcome, tokens } = await world.run(googleDialect, model, [
      answer(
        { text: 'I think.', thought: true },
        call('1', 'click', { x: 500, y: 500, intent: 'open the menu' }),
        call('2', 'type', { text: 'hi', press_enter: true, intent: 'search' }),
        call('3', 'hotkey', { keys: ['Control', 'S'], intent: 'save' }),
        call('4', 'scroll', { x: 0, y: 0, direction: 'down', magnitude_in_wheel_clicks: 4, intent: 'more' }),
        call('5', 'scroll', { x: 0, y: 0, direction: 'up', magnitude_in_pixels: 300, intent: 'back' }),
        call('6', 'drag_and_drop', { start_x: 0, start_y: 0, end_x: 999, end_y: 999, intent: 'move' }),
        call('7', 'key_down', { key: 'shift', intent: 'hold' }),
        call('8', 'take_screenshot', { intent: 'look' }),
      ),
      answer({ text: 'Done.' }),
    ]);
    expect(executed.slice(0, 6)).toEqual([
      "pyautogui.click(960, 540, clicks=1, button='left')",
      'pyautogui.write("hi")',
      'pyautogui.hotkey("enter")',
      'pyautogui.hotkey("ctrl", "s")',
      'pyautogui.moveTo(0, 0)\npyautogui.scroll(-4)',
      'pyautogui.moveTo(0, 0)\npyautogui.scroll(3)',
    ]);
    expect(executed[6]).toContain('moveTo(1918, 1078');
    expect(executed[7]).toBe('pyautogui.keyDown("shift")');
    expect(outcome).toBe('done');
    expect(tokens?.agent).toMatchObject({ outputTokens: 24 });
    expect(world.body(0).tools).toEqual([{ computerUse: { environment: 'ENVIRONMENT_DESKTOP' } }]);
    const contents = world.body(1).contents as { role: string; parts: Record<string, unknown>[] }[];
    expect(contents[1]?.parts[1]).toMatchObject({ thoughtSignature: 'signed 1' });
    expect(contents[2]?.parts.map((part) => (part.functionResponse as { id: string }).id)).toEqual([...'12345678']);
    expect(contents[2]?.parts.at(-1)).toMatchObject({ functionResponse: { parts: [{ inlineData: {} }] } });
  });

  it('Google’s computer use reports a model without this tool', async () => {
    const rejected: Turn = {
      answer: {
        status: 400,
        body: {
          error: { code: 400, status: 'INVALID_ARGUMENT', message: 'Computer Use is not enabled for this model.' },
        },
      },
    };
    const { output } = await world.run(googleDialect, model, [rejected], [], 1);
    expect(output).toContain('--computer-tool environment_browser');
  });
});
