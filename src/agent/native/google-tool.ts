import { z } from 'zod';
import { base64 } from '../../model/os-harm/post-json.ts';
import { refusalIn } from '../../model/refusal.ts';
import { keyCombination } from './key-names.ts';
import type { NativeAction, Point } from './native-action.ts';
import type { Item, NativeCall, NativeDialect, Picture } from './native-dialect.ts';

const partSchema = z.looseObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  functionCall: z
    .looseObject({ id: z.string().optional(), name: z.string(), args: z.record(z.string(), z.unknown()).optional() })
    .optional(),
});
const answerSchema = z.looseObject({
  candidates: z
    .array(
      z.looseObject({
        finishReason: z.string().optional(),
        content: z.looseObject({ parts: z.array(partSchema).optional() }).optional(),
      }),
    )
    .optional(),
  usageMetadata: z
    .looseObject({
      promptTokenCount: z.number().optional(),
      candidatesTokenCount: z.number().optional(),
      thoughtsTokenCount: z.number().optional(),
    })
    .optional(),
});

/** Coordinates are in thousandths of the screen. */
const grid = 1000;
/** The tool thinks in a browser; what only a browser has is left out, so that the model works with the desktop's own. */
const browserOnly = ['open_web_browser', 'search', 'navigate', 'go_back', 'go_forward'];

/** Google's computer tool. */
export const googleTool: NativeDialect = {
  path: (model) => `/models/${encodeURIComponent(model)}:generateContent`,
  headers: (key) => ({ 'x-goog-api-key': key ?? '' }),
  start: (instruction, picture) => [{ role: 'user', parts: [{ text: instruction }, image(picture)] }],
  body: (_, items, __, { maxTokens, temperature, topP }) => ({
    contents: items,
    tools: [{ computerUse: { environment: 'ENVIRONMENT_BROWSER', excludedPredefinedFunctions: browserOnly } }],
    generationConfig: { candidateCount: 1, maxOutputTokens: maxTokens, temperature, topP },
  }),
  read(answer, picture) {
    const { candidates, usageMetadata: usage } = answerSchema.parse(answer);
    const candidate = candidates?.[0];
    const parts = candidate?.content?.parts ?? [];
    const refusal = refusalIn(JSON.stringify(answer));
    return {
      text: parts
        .filter((part) => part.thought !== true)
        .map((part) => part.text ?? '')
        .filter((text) => text !== '')
        .join('\n'),
      calls: parts.flatMap(({ functionCall: call }) =>
        call === undefined ? [] : [callOf(call.id ?? '', call.name, call.args ?? {}, picture)],
      ),
      items: parts.length === 0 ? [] : [{ role: 'model', parts }],
      finish: refusal !== null ? 'refusal' : candidate?.finishReason === 'MAX_TOKENS' ? 'length' : 'stop',
      refusal,
      usage: {
        inputTokens: usage?.promptTokenCount ?? 0,
        outputTokens: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
        cachedInputTokens: 0,
      },
    };
  },
  results: (calls, picture) => [
    {
      role: 'user',
      parts: calls.map(({ call, error, acknowledged }, at) => ({
        functionResponse: {
          ...(call.id === '' ? {} : { id: call.id }),
          name: call.name,
          response: {
            url: '',
            ...(error === null ? {} : { error }),
            ...(acknowledged && call.safetyChecks.length > 0 ? { safety_acknowledgement: 'true' } : {}),
          },
          ...(at === calls.length - 1 ? { parts: [image(picture)] } : {}),
        },
      })),
    },
  ],
  say: (text) => ({ role: 'user', parts: [{ text }] }),
  withoutPictures(item) {
    if (item.role !== 'user') return null;
    const parts = (item.parts as Item[]).flatMap((part) => {
      if (part.inlineData !== undefined) return [];
      const response = part.functionResponse as Item | undefined;
      if (response === undefined) return [part];
      const { parts: _, ...rest } = response;
      return [{ functionResponse: rest }];
    });
    return { ...item, parts };
  },
};

function image(picture: Picture) {
  return { inlineData: { mimeType: 'image/png', data: base64(picture.png) } };
}

function callOf(id: string, name: string, args: Record<string, unknown>, picture: Picture): NativeCall {
  const decision = args.safety_decision as { decision?: unknown; explanation?: unknown } | undefined;
  const needsConfirmation = decision?.decision === 'require_confirmation';
  const call = {
    id,
    name,
    safetyChecks: needsConfirmation
      ? [{ id: 'safety_decision', code: 'require_confirmation', message: String(decision?.explanation ?? '') }]
      : [],
  };
  try {
    return { ...call, actions: actionsOf(name, args, picture), problem: null };
  } catch (error) {
    return { ...call, actions: [], problem: (error as Error).message };
  }
}

function actionsOf(name: string, args: Record<string, unknown>, picture: Picture): NativeAction[] {
  const number = (key: string): number => {
    const value = args[key];
    if (typeof value !== 'number') throw new Error(`${name} needs the number ${key}.`);
    return value;
  };
  const at = (x = 'x', y = 'y'): Point => [
    Math.floor((number(x) / grid) * picture.width * picture.scale.x),
    Math.floor((number(y) / grid) * picture.height * picture.scale.y),
  ];
  const click = (point: Point): NativeAction => ({ kind: 'click', button: 'left', at: point, count: 1, holding: [] });
  switch (name) {
    case 'click_at':
      return [click(at())];
    case 'hover_at':
      return [{ kind: 'move', at: at() }];
    case 'type_text_at':
      return [
        click(at()),
        ...(args.clear_before_typing === false ? [] : [{ kind: 'keys' as const, keys: ['ctrl', 'a'] }]),
        { kind: 'type', text: String(args.text ?? '') },
        ...(args.press_enter === false ? [] : [{ kind: 'keys' as const, keys: ['enter'] }]),
      ];
    case 'key_combination':
      return [{ kind: 'keys', keys: keyCombination(String(args.keys ?? '')) }];
    case 'scroll_document':
      return [scroll(String(args.direction), 5, null)];
    case 'scroll_at':
      return [
        scroll(
          String(args.direction),
          Math.max(1, Math.round((typeof args.magnitude === 'number' ? args.magnitude : 800) / 100)),
          at(),
        ),
      ];
    case 'drag_and_drop':
      return [{ kind: 'drag', path: [at(), at('destination_x', 'destination_y')] }];
    case 'wait_5_seconds':
      return [{ kind: 'wait', seconds: 5 }];
    default:
      throw new Error(`There is no function ${JSON.stringify(name)} here.`);
  }
}

function scroll(direction: string, notches: number, at: Point | null): NativeAction {
  const sign = direction === 'up' || direction === 'left' ? -notches : notches;
  const isVertical = direction === 'up' || direction === 'down';
  return { kind: 'scroll', at, down: isVertical ? sign : 0, right: isVertical ? 0 : sign, holding: [] };
}
