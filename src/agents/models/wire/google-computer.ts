import type { ModelAddress } from '../model-name.ts';
import {
  type ComputerReply,
  type ComputerResult,
  type ComputerTurn,
  type ComputerWire,
  functionAnswer,
  type ModelFunction,
  type SafetyCheck,
} from './computer.ts';
import { geminiAnswerSchema, geminiHeaders, geminiPath, geminiUsage } from './google.ts';
import { base64, postJson } from './post-json.ts';
import type { Reasoning } from './reasoning.ts';

type GoogleTool = 'environment_desktop' | 'environment_browser';

/** Excludes the browser's functions, so that the model uses the desktop's. */
const browserOnly = ['open_web_browser', 'search', 'navigate', 'go_back', 'go_forward'];

const tools: Record<GoogleTool, Record<string, unknown>> = {
  environment_desktop: { environment: 'ENVIRONMENT_DESKTOP' },
  environment_browser: { environment: 'ENVIRONMENT_BROWSER', excludedPredefinedFunctions: browserOnly },
};

/** Google's computer tool through generateContent, because the AI SDK doesn't support it. */
export function googleComputer(
  address: ModelAddress,
  key: string | null,
  tool: GoogleTool,
  reasoning: Reasoning | undefined,
): ComputerWire {
  return {
    needsOldPictures: false,
    ask: async ({ turns, maxTokens, temperature, topP, functions = [] }, signal) => {
      const body = {
        contents: turns.map(contentOf),
        tools: [
          { computerUse: tools[tool] },
          ...(functions.length === 0 ? [] : [{ functionDeclarations: functions.map(functionDeclaration) }]),
        ],
        generationConfig: {
          candidateCount: 1,
          maxOutputTokens: maxTokens ?? undefined,
          temperature,
          topP,
          ...thinkingConfig(reasoning),
        },
      };
      return replyOf(
        await postJson(`${address.baseUrl}${geminiPath(address.model)}`, geminiHeaders(key), body, signal),
      );
    },
  };
}

const functionDeclaration = ({ name, description, inputSchema }: ModelFunction): Record<string, unknown> => ({
  name,
  description,
  parametersJsonSchema: inputSchema,
});

function thinkingConfig({ effort, budget }: Reasoning = {}): { thinkingConfig?: Record<string, unknown> } {
  if (budget !== undefined) return { thinkingConfig: { thinkingBudget: budget } };
  return effort === undefined ? {} : { thinkingConfig: { thinkingLevel: effort } };
}

function contentOf(turn: ComputerTurn): Record<string, unknown> {
  switch (turn.kind) {
    case 'user':
      return { role: 'user', parts: [{ text: turn.text }, ...pictureParts(turn.picture)] };
    case 'model':
      return { role: 'model', parts: turn.content };
    case 'results':
      return {
        role: 'user',
        parts: turn.results.map((result, at) => {
          const { call } = result;
          const picture = at === turn.results.length - 1 ? pictureParts(turn.picture) : [];
          return {
            functionResponse: {
              id: call.id || undefined,
              name: call.name,
              response: responseTo(result),
              parts: picture.length === 0 ? undefined : picture,
            },
          };
        }),
      };
    default:
      return turn satisfies never;
  }
}

function responseTo(result: ComputerResult): Record<string, unknown> {
  const { call, error } = result;
  const answer = functionAnswer(result);
  if (answer !== null) return error === null ? { output: answer } : { error: answer };
  return {
    url: '',
    error: error ?? undefined,
    safety_acknowledgement: call.safetyChecks.length === 0 ? undefined : 'true',
  };
}

function pictureParts(picture: { png: Uint8Array } | null) {
  return picture === null ? [] : [{ inlineData: { mimeType: 'image/png', data: base64(picture.png) } }];
}

function replyOf(body: unknown): ComputerReply {
  const answer = geminiAnswerSchema.parse(body);
  const candidate = answer.candidates?.[0];
  const parts = candidate?.content?.parts ?? [];
  const text = parts
    .flatMap((part) => (part.thought === true || part.text === undefined || part.text === '' ? [] : [part.text]))
    .join('\n');
  const calls = parts.flatMap(({ functionCall: call }) =>
    call === undefined
      ? []
      : [{ id: call.id ?? '', name: call.name, input: call.args ?? {}, safetyChecks: checksIn(call.args ?? {}) }],
  );
  return {
    text,
    calls,
    content: parts.length === 0 ? null : parts,
    isBlank: text.trim() === '' && calls.length === 0,
    usage: geminiUsage(answer),
  };
}

function checksIn(args: Record<string, unknown>): SafetyCheck[] {
  const decision = args.safety_decision as { decision?: unknown; explanation?: unknown } | undefined;
  return decision?.decision === 'require_confirmation'
    ? [{ id: 'safety_decision', code: 'require_confirmation', message: String(decision.explanation ?? '') }]
    : [];
}
