import { z } from 'zod';
import { dataUrl } from '../../model/os-harm/post-json.ts';
import { refusalIn } from '../../model/refusal.ts';
import { toScreen } from '../shrink-screenshot.ts';
import { keyName } from './key-names.ts';
import type { Button, NativeAction, Point } from './native-action.ts';
import type { Item, NativeCall, NativeDialect, Picture } from './native-dialect.ts';

const actionSchema = z.looseObject({
  type: z.string(),
  button: z.string().nullish(),
  x: z.number().nullish(),
  y: z.number().nullish(),
  scroll_x: z.number().nullish(),
  scroll_y: z.number().nullish(),
  text: z.string().nullish(),
  keys: z.array(z.string()).nullish(),
  path: z.array(z.looseObject({ x: z.number(), y: z.number() })).nullish(),
});
const itemSchema = z.looseObject({
  type: z.string(),
  call_id: z.string().optional(),
  /** One action, or a batch of them from newer models. */
  action: actionSchema.nullish(),
  actions: z.array(actionSchema).nullish(),
  pending_safety_checks: z
    .array(z.looseObject({ id: z.string(), code: z.string().nullish(), message: z.string().nullish() }))
    .nullish(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).nullish(),
});
const answerSchema = z.looseObject({
  output: z.array(itemSchema),
  status: z.string().nullish(),
  usage: z
    .looseObject({
      input_tokens: z.number(),
      output_tokens: z.number(),
      input_tokens_details: z.looseObject({ cached_tokens: z.number().nullish() }).nullish(),
    })
    .nullish(),
});

/** Pixels of the wheel for one notch. */
const pixelsPerNotch = 100;

/** OpenAI's computer tool, through its Responses interface: `computer_use_preview` for the preview model, `computer` for later ones. */
export const openaiTool: NativeDialect = {
  path: () => '/responses',
  headers: (key) => ({ authorization: `Bearer ${key ?? ''}` }),
  start: (instruction, picture) => [
    {
      role: 'user',
      content: [
        { type: 'input_text', text: instruction },
        { type: 'input_image', image_url: dataUrl(picture.png), detail: 'high' },
      ],
    },
  ],
  body: (model, items, { width, height }) => ({
    model,
    tools: [
      model.startsWith('computer-use-preview')
        ? { type: 'computer_use_preview', display_width: width, display_height: height, environment: 'linux' }
        : { type: 'computer' },
    ],
    input: items,
    truncation: 'auto',
    store: false,
    include: ['reasoning.encrypted_content'],
  }),
  read(answer, picture) {
    const { output, status, usage } = answerSchema.parse(answer);
    const refusal = refusalIn(JSON.stringify(answer));
    const items = (answer as { output: Item[] }).output;
    return {
      text: output
        .flatMap((item) => (item.type === 'message' ? (item.content ?? []) : []))
        .map((part) => part.text ?? '')
        .join('\n'),
      calls: output.filter((item) => item.type === 'computer_call').map((item) => callOf(item, picture)),
      items,
      finish: refusal !== null ? 'refusal' : status === 'incomplete' ? 'length' : 'stop',
      refusal,
      usage: {
        inputTokens: usage?.input_tokens ?? 0,
        outputTokens: usage?.output_tokens ?? 0,
        cachedInputTokens: usage?.input_tokens_details?.cached_tokens ?? 0,
      },
    };
  },
  results: (calls, picture) =>
    calls.map(({ call, acknowledged }) => ({
      type: 'computer_call_output',
      call_id: call.id,
      ...(acknowledged && call.safetyChecks.length > 0 ? { acknowledged_safety_checks: call.safetyChecks } : {}),
      output: { type: 'computer_screenshot', image_url: dataUrl(picture.png) },
    })),
  say: (text) => ({ role: 'user', content: [{ type: 'input_text', text }] }),
  // A call's answer must be a picture; the provider leaves out old turns itself.
  withoutPictures: () => null,
};

function callOf(item: z.infer<typeof itemSchema>, picture: Picture): NativeCall {
  const call = {
    id: item.call_id ?? '',
    name: 'computer',
    safetyChecks: (item.pending_safety_checks ?? []).map(({ id, code, message }) => ({
      id,
      code: code ?? '',
      message: message ?? '',
    })),
  };
  try {
    const given = item.actions ?? (item.action == null ? [] : [item.action]);
    return { ...call, actions: given.map((action) => actionOf(action, picture)), problem: null };
  } catch (error) {
    return { ...call, actions: [], problem: (error as Error).message };
  }
}

function actionOf(action: z.infer<typeof actionSchema>, { scale }: Picture): NativeAction {
  const point = (x: number, y: number): Point => [toScreen(x, scale.x), toScreen(y, scale.y)];
  const at = action.x == null || action.y == null ? null : point(action.x, action.y);
  const holding = action.type === 'keypress' ? [] : (action.keys ?? []).map(keyName);
  switch (action.type) {
    case 'click':
      return { kind: 'click', button: buttonOf(action.button), at, count: 1, holding };
    case 'double_click':
      return { kind: 'click', button: 'left', at, count: 2, holding };
    case 'move':
      if (at === null) break;
      return { kind: 'move', at };
    case 'drag':
      return { kind: 'drag', path: (action.path ?? []).map(({ x, y }) => point(x, y)) };
    case 'scroll':
      return { kind: 'scroll', at, down: notches(action.scroll_y), right: notches(action.scroll_x), holding };
    case 'type':
      return { kind: 'type', text: action.text ?? '' };
    case 'keypress':
      return {
        kind: 'keys',
        keys: (action.keys ?? []).map((key) => keyName(key)).map((key) => (key.length === 1 ? key.toLowerCase() : key)),
      };
    case 'wait':
      return { kind: 'wait', seconds: 2 };
    case 'screenshot':
      return { kind: 'look' };
  }
  throw new Error(`There is no action ${JSON.stringify(action.type)}, or something is missing in it.`);
}

function buttonOf(button: string | null | undefined): Button {
  if (button === 'right') return 'right';
  return button === 'wheel' || button === 'middle' ? 'middle' : 'left';
}

function notches(pixels: number | null | undefined): number {
  if (pixels == null || pixels === 0) return 0;
  return Math.sign(pixels) * Math.max(1, Math.round(Math.abs(pixels) / pixelsPerNotch));
}
