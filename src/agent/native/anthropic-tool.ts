import { z } from 'zod';
import { base64 } from '../../model/os-harm/post-json.ts';
import { refusalIn } from '../../model/refusal.ts';
import { toScreen } from '../shrink-screenshot.ts';
import { keyCombination } from './key-names.ts';
import type { Button, NativeAction, Point } from './native-action.ts';
import type { Item, NativeCall, NativeDialect, Picture } from './native-dialect.ts';

const inputSchema = z.looseObject({
  action: z.string(),
  coordinate: z.tuple([z.number(), z.number()]).nullish(),
  start_coordinate: z.tuple([z.number(), z.number()]).nullish(),
  text: z.string().nullish(),
  duration: z.number().nullish(),
  scroll_direction: z.enum(['up', 'down', 'left', 'right']).nullish(),
  scroll_amount: z.number().nullish(),
});
type Input = z.infer<typeof inputSchema>;

const answerSchema = z.looseObject({
  content: z.array(
    z.looseObject({
      type: z.string(),
      id: z.string().optional(),
      name: z.string().optional(),
      text: z.string().optional(),
      input: z.unknown().optional(),
    }),
  ),
  stop_reason: z.string().nullish(),
  usage: z
    .looseObject({ input_tokens: z.number(), output_tokens: z.number(), cache_read_input_tokens: z.number().nullish() })
    .nullish(),
});

/** Newer models have a newer tool; its actions are the same for us, but for looking closer, which we answer with the whole screen. */
const isNewer = (model: string) => /claude-(?:opus-4-[5-9]|sonnet-4-[6-9]|(?:opus|sonnet|haiku)-[5-9])/.test(model);

/** Anthropic's computer tool. */
export function anthropicTool(model: string): NativeDialect {
  const version = isNewer(model)
    ? { type: 'computer_20251124', beta: 'computer-use-2025-11-24' }
    : { type: 'computer_20250124', beta: 'computer-use-2025-01-24' };
  return {
    path: () => '/messages',
    headers: (key) => ({ 'x-api-key': key ?? '', 'anthropic-version': '2023-06-01', 'anthropic-beta': version.beta }),
    start: (instruction, picture) => [{ role: 'user', content: [{ type: 'text', text: instruction }, image(picture)] }],
    body: (name, items, { width, height }, { maxTokens, temperature }) => ({
      model: name,
      max_tokens: maxTokens,
      temperature,
      tools: [
        { type: version.type, name: 'computer', display_width_px: width, display_height_px: height, display_number: 1 },
      ],
      messages: items,
    }),
    read(answer, picture) {
      const { content, stop_reason, usage } = answerSchema.parse(answer);
      const refusal = refusalIn(JSON.stringify(answer));
      return {
        text: content
          .map((block) => block.text ?? '')
          .filter((text) => text !== '')
          .join('\n'),
        calls: content
          .filter((block) => block.type === 'tool_use')
          .map((block) => callOf(block.id ?? '', block.name ?? '', block.input, picture)),
        items: [{ role: 'assistant', content: (answer as { content: unknown }).content }],
        finish: refusal !== null ? 'refusal' : stop_reason === 'max_tokens' ? 'length' : 'stop',
        refusal,
        usage: {
          inputTokens: (usage?.input_tokens ?? 0) + (usage?.cache_read_input_tokens ?? 0),
          outputTokens: usage?.output_tokens ?? 0,
          cachedInputTokens: usage?.cache_read_input_tokens ?? 0,
        },
      };
    },
    results: (calls, picture) => [
      {
        role: 'user',
        content: calls.map(({ call, error }, at) => ({
          type: 'tool_result',
          tool_use_id: call.id,
          ...(error === null ? {} : { is_error: true }),
          content: [
            ...(error === null ? [] : [{ type: 'text', text: error }]),
            ...(at === calls.length - 1 ? [image(picture)] : error === null ? [{ type: 'text', text: 'done' }] : []),
          ],
        })),
      },
    ],
    say: (text) => ({ role: 'user', content: [{ type: 'text', text }] }),
    withoutPictures(item) {
      const text = JSON.stringify(item, (_, value: unknown) =>
        typeof value === 'object' && value !== null && (value as Item).type === 'image'
          ? { type: 'text', text: '[an earlier screenshot]' }
          : value,
      );
      return item.role === 'user' ? (JSON.parse(text) as Item) : null;
    },
  };
}

function image(picture: Picture) {
  return { type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64(picture.png) } };
}

function callOf(id: string, name: string, input: unknown, picture: Picture): NativeCall {
  const call = { id, name, safetyChecks: [] };
  const read = inputSchema.safeParse(input);
  if (!read.success) return { ...call, actions: [], problem: 'The input of the tool is not what it takes.' };
  try {
    const action = actionOf(read.data, picture);
    return action === null
      ? {
          ...call,
          actions: [],
          problem: `There is no action ${JSON.stringify(read.data.action)}, or something is missing in it.`,
        }
      : { ...call, actions: [action], problem: null };
  } catch (error) {
    return { ...call, actions: [], problem: (error as Error).message };
  }
}

function actionOf(input: Input, { scale }: Picture): NativeAction | null {
  const point = (pair: readonly [number, number] | null | undefined): Point | null =>
    pair == null ? null : [toScreen(pair[0], scale.x), toScreen(pair[1], scale.y)];
  const at = point(input.coordinate);
  const isTyped = input.action === 'type';
  const holding = isTyped || input.text == null || input.text === '' ? [] : keyCombination(input.text);
  const click = (button: Button, count: 1 | 2 | 3 = 1): NativeAction => ({ kind: 'click', button, at, count, holding });
  switch (input.action) {
    case 'left_click':
      return click('left');
    case 'right_click':
      return click('right');
    case 'middle_click':
      return click('middle');
    case 'double_click':
      return click('left', 2);
    case 'triple_click':
      return click('left', 3);
    case 'mouse_move':
      return at === null ? null : { kind: 'move', at };
    case 'left_mouse_down':
      return { kind: 'press-button', button: 'left', at };
    case 'left_mouse_up':
      return { kind: 'release-button', button: 'left', at };
    case 'left_click_drag': {
      const from = point(input.start_coordinate);
      return at === null || from === null ? null : { kind: 'drag', path: [from, at] };
    }
    case 'scroll': {
      const amount = Math.round(input.scroll_amount ?? 3);
      const sign = input.scroll_direction === 'up' || input.scroll_direction === 'left' ? -amount : amount;
      const isVertical = input.scroll_direction === 'up' || input.scroll_direction === 'down';
      return { kind: 'scroll', at, down: isVertical ? sign : 0, right: isVertical ? 0 : sign, holding };
    }
    case 'type':
      return { kind: 'type', text: input.text ?? '' };
    case 'key':
      return holding.length === 0 ? null : { kind: 'keys', keys: holding };
    case 'hold_key':
      return { kind: 'hold-keys', keys: holding, seconds: input.duration ?? 1 };
    case 'wait':
      return { kind: 'wait', seconds: input.duration ?? 1 };
    case 'screenshot':
    case 'cursor_position':
    case 'zoom':
      return { kind: 'look' };
    default:
      return null;
  }
}
