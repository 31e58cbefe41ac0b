import { z } from 'zod';
import { withoutUndefined } from '../../../base/without-undefined.ts';
import type { ModelAddress } from '../model-name.ts';
import {
  type ComputerCall,
  type ComputerReply,
  type ComputerResult,
  type ComputerTurn,
  type ComputerWire,
  functionAnswer,
  type SafetyCheck,
} from './computer.ts';
import { computerActionsIn } from './computer-calls.ts';
import { openaiHeaders } from './openai.ts';
import { dataUrl, postJson } from './post-json.ts';
import type { Reasoning } from './reasoning.ts';
import { reportedUsage, tokenCount } from './reported-usage.ts';
import {
  parsedInput,
  type SdkComputerForm,
  type SdkMessage,
  sdkComputer,
  sdkFunctionAnswer,
  sdkPicture,
  sdkToolName,
} from './sdk-computer.ts';
import type { SdkModelLoader } from './sdk-model.ts';

/** Lets the provider drop old turns if the context is full. */
const truncation = 'auto';
/** The provider stores nothing, so it returns the reasoning encrypted. */
const kept = { store: false, truncation, include: ['reasoning.encrypted_content'] } as const;

const checkSchema = z.looseObject({ id: z.string(), code: z.string().nullish(), message: z.string().nullish() });
type Check = z.infer<typeof checkSchema>;
const checksOf = (checks: readonly Check[]): SafetyCheck[] =>
  checks.map(({ id, code, message }) => ({ id, code: code ?? '', message: message ?? '' }));

export function openaiComputer(
  load: SdkModelLoader,
  reasoning: Reasoning | undefined,
  isStored: boolean,
): ComputerWire {
  const form: SdkComputerForm = {
    tool: () => ({ type: 'provider', id: 'openai.computer', name: sdkToolName, args: {} }),
    // Reasoning counts as output, and no limit suits all models.
    limits: () => ({}),
    options: ({ stored }) =>
      withoutUndefined({
        reasoning: reasoning?.effort,
        providerOptions: {
          openai: isStored
            ? withoutUndefined({ store: true, truncation, previousResponseId: stored?.responseId })
            : { ...kept, include: [...kept.include] },
        },
      }),
    responseId: (metadata) => (isStored ? idSchema.parse(metadata).openai.responseId : undefined),
    results,
    safetyChecks: (input) => checksOf((input as { pendingSafetyChecks: Check[] }).pendingSafetyChecks),
    rawInput: (input, callId, response) => {
      const actions = computerActionsIn(response, callId);
      return actions === null ? input : { ...(input as object), actions };
    },
  };
  return { ask: sdkComputer(load, form), needsOldPictures: true };
}

const idSchema = z.looseObject({ openai: z.looseObject({ responseId: z.string() }) });

type Results = Extract<ComputerTurn, { kind: 'results' }>;

/** The answer to a call may contain only a picture, so errors follow in a separate message. */
function results({ results: calls, picture }: Results): SdkMessage[] {
  const wrong = whatWentWrong(calls);
  const screen = unshown(calls, picture);
  return [
    {
      role: 'tool',
      content: calls.map(
        (result) =>
          sdkFunctionAnswer(result) ?? {
            type: 'tool-result',
            toolCallId: result.call.id,
            toolName: sdkToolName,
            output: {
              type: 'json',
              value: {
                output: { type: 'computer_screenshot', imageUrl: pictureUrl(picture), detail: 'original' },
                acknowledgedSafetyChecks:
                  result.call.safetyChecks.length === 0
                    ? undefined
                    : result.call.safetyChecks.map((check) => ({ ...check })),
              },
            },
          },
      ),
    },
    ...(wrong === null ? [] : [{ role: 'user' as const, content: [{ type: 'text' as const, text: wrong }] }]),
    ...(screen === null ? [] : [{ role: 'user' as const, content: [sdkPicture(screen.png)] }]),
  ];
}

/** The picture, if no answer contains it because only functions were called. */
const unshown = (calls: Results['results'], picture: Results['picture']): Results['picture'] =>
  calls.every((result) => functionAnswer(result) !== null) ? picture : null;

function whatWentWrong(calls: Results['results']): string | null {
  const errors = calls.flatMap((result) =>
    result.error === null || functionAnswer(result) !== null ? [] : [result.error],
  );
  return errors.length === 0 ? null : `Not every action was done: ${errors.join(' ')}`;
}

const itemSchema = z.looseObject({
  type: z.string(),
  call_id: z.string().optional(),
  name: z.string().optional(),
  arguments: z.string().optional(),
  action: z.unknown().optional(),
  actions: z.array(z.unknown()).nullish(),
  pending_safety_checks: z.array(checkSchema).nullish(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })).nullish(),
});
const responseSchema = z.looseObject({
  output: z.array(itemSchema),
  usage: z
    .looseObject({
      input_tokens: tokenCount,
      output_tokens: tokenCount,
      input_tokens_details: z.looseObject({ cached_tokens: tokenCount }).nullish(),
    })
    .nullish(),
});

/** OpenAI's tool `computer_use_preview`, which the AI SDK doesn't support. Each call is one action. */
export function openaiPreviewComputer(
  address: ModelAddress,
  key: string | null,
  reasoning: Reasoning | undefined,
  isStored: boolean,
): ComputerWire {
  return {
    needsOldPictures: true,
    ask: async ({ turns, display, stored, functions = [] }, signal) => {
      const storage = isStored ? { store: true, truncation, previous_response_id: stored?.responseId } : kept;
      const body = {
        model: address.model,
        tools: [
          {
            type: 'computer_use_preview',
            display_width: display.width,
            display_height: display.height,
            environment: 'linux',
          },
          ...functions.map(({ name, description, inputSchema }) => ({
            type: 'function',
            name,
            description,
            parameters: inputSchema,
            strict: false,
          })),
        ],
        input: turns.slice(stored?.turns ?? 0).flatMap(previewItems),
        ...storage,
        reasoning: reasoning?.effort === undefined ? undefined : { effort: reasoning.effort },
      };
      const answer = await postJson(`${address.baseUrl}/responses`, openaiHeaders(key), body, signal);
      const responseId = isStored ? z.looseObject({ id: z.string() }).parse(answer).id : undefined;
      return { ...previewReply(answer), responseId };
    },
  };
}

function previewItems(turn: ComputerTurn): unknown[] {
  switch (turn.kind) {
    case 'user':
      return [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: turn.text },
            ...(turn.picture === null
              ? []
              : [{ type: 'input_image', image_url: dataUrl(turn.picture.png), detail: 'high' }]),
          ],
        },
      ];
    case 'model':
      return turn.content as unknown[];
    case 'results': {
      const wrong = whatWentWrong(turn.results);
      const screen = unshown(turn.results, turn.picture);
      return [
        ...turn.results.map((result) => previewAnswer(result, turn.picture)),
        ...(wrong === null ? [] : previewItems({ kind: 'user', text: wrong, picture: null })),
        ...(screen === null ? [] : previewItems({ kind: 'user', text: 'The desktop now.', picture: screen })),
      ];
    }
    default:
      return turn satisfies never;
  }
}

function previewAnswer(result: ComputerResult, picture: Results['picture']): unknown {
  const { call } = result;
  const answer = functionAnswer(result);
  if (answer !== null) return { type: 'function_call_output', call_id: call.id, output: answer };
  return {
    type: 'computer_call_output',
    call_id: call.id,
    acknowledged_safety_checks: call.safetyChecks.length === 0 ? undefined : call.safetyChecks,
    output: { type: 'computer_screenshot', image_url: pictureUrl(picture) },
  };
}

function previewReply(answer: unknown): ComputerReply {
  const { output, usage } = responseSchema.parse(answer);
  const text = output
    .flatMap((item) => (item.type === 'message' ? (item.content ?? []) : []))
    .map((part) => part.text ?? '')
    .join('\n');
  const calls = output
    .filter(({ type }) => type === 'computer_call' || type === 'function_call')
    .map((item) => (item.type === 'function_call' ? previewFunctionCall(item) : previewCall(item)));
  return {
    text,
    calls,
    content: output.length === 0 ? null : (answer as { output: unknown }).output,
    isBlank: text.trim() === '' && calls.length === 0,
    usage: reportedUsage({
      input: usage?.input_tokens,
      output: usage?.output_tokens,
      cached: usage?.input_tokens_details?.cached_tokens,
    }),
  };
}

function previewCall(item: z.infer<typeof itemSchema>): ComputerCall {
  return {
    id: item.call_id ?? '',
    name: sdkToolName,
    input: { actions: item.actions ?? [item.action] },
    safetyChecks: checksOf(item.pending_safety_checks ?? []),
  };
}

const previewFunctionCall = (item: z.infer<typeof itemSchema>): ComputerCall => ({
  id: item.call_id ?? '',
  name: item.name ?? '',
  input: parsedInput(item.arguments ?? ''),
  safetyChecks: [],
});

function pictureUrl(picture: { png: Uint8Array } | null): string {
  if (picture === null) throw new Error('OpenAI’s computer tools need a picture in every answer.');
  return dataUrl(picture.png);
}
