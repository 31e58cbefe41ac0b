import type { ShownMessage, ShownPart } from '../api.ts';

/** Null if the picture was not stored. */
export type PictureAddress = (sha256: string) => string | null;

type Fields = Record<string, unknown>;

/** Reads the wire format of any provider in `src/agents/models/wire`. Unknown formats are kept as JSON. */
export function messagesOfExchange(exchange: unknown, picture: PictureAddress): ShownMessage[] {
  const { request, response } = fields(exchange);
  const requestFields = fields(request);
  const input = fields(requestFields.input).messages ?? requestFields.input;
  const listed = [requestFields.messages, input, requestFields.contents].find((value) => value !== undefined);
  const system =
    requestFields.system ??
    requestFields.instructions ??
    requestFields.systemInstruction ??
    requestFields.system_instruction;
  return [
    ...(system === undefined ? [] : [messageOf('system', system, picture)]),
    ...(typeof listed === 'string'
      ? [messageOf('user', listed, picture)]
      : list(listed).map((value) => oneOf(value, picture))),
    ...repliesOf(response).map((reply) => ({ ...oneOf(reply, picture), isReply: true })),
  ].filter((message) => message.parts.length > 0);
}

function repliesOf(response: unknown): unknown[] {
  const body = fields(response);
  const choices = [...list(body.choices), ...list(fields(body.output).choices)].map((choice) => fields(choice).message);
  if (choices.length > 0) return choices;
  if (Array.isArray(body.candidates)) return body.candidates.map((candidate) => fields(candidate).content);
  if (Array.isArray(body.output)) return body.output;
  if (body.content !== undefined) return [{ role: 'assistant', content: body.content }];
  return response === undefined || response === null ? [] : [response];
}

function oneOf(value: unknown, picture: PictureAddress): ShownMessage {
  const { role, type } = fields(value);
  const isOutput = typeof type === 'string' && type.endsWith('_output');
  return messageOf(typeof role === 'string' ? role : isOutput ? 'tool' : 'assistant', value, picture);
}

function messageOf(role: string, value: unknown, picture: PictureAddress): ShownMessage {
  const message = fields(value);
  const content = message.content ?? message.parts;
  const reasoning = message.reasoning_content ?? message.reasoning;
  const isWrapped = content !== undefined && message.type !== 'tool_result';
  return {
    role,
    isReply: false,
    parts: [
      ...(typeof reasoning === 'string' && reasoning !== '' ? [{ kind: 'reasoning' as const, text: reasoning }] : []),
      ...(isWrapped ? partsOf(content, picture) : message.tool_calls === undefined ? partsOf(value, picture) : []),
      ...list(message.tool_calls).flatMap((call) => partsOf(call, picture)),
    ],
  };
}

function partsOf(value: unknown, picture: PictureAddress): ShownPart[] {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value === 'string') return [{ kind: 'text', text: value }];
  if (Array.isArray(value)) return value.flatMap((item) => partsOf(item, picture));
  const part = fields(value);
  const image = imageOf(part);
  if (image !== null) return [pictureOf(image, picture)];
  if (part.thinking !== undefined) return [{ kind: 'reasoning', text: words(part.thinking) }];
  if (part.type === 'reasoning')
    return [
      {
        kind: 'reasoning',
        text: [...list(part.summary), ...list(part.content)].map((item) => words(fields(item).text)).join('\n\n'),
      },
    ];
  if (part.text !== undefined) return [{ kind: part.thought === true ? 'reasoning' : 'text', text: words(part.text) }];
  const called = fields(part.function ?? part.functionCall ?? (isCall(part) ? part : undefined));
  if (Object.keys(called).length > 0)
    return [
      {
        kind: 'call',
        name: typeof called.name === 'string' ? called.name : String(part.type ?? 'call'),
        text: words(called.arguments ?? called.args ?? called.input ?? called.action ?? called),
      },
    ];
  const answered = part.functionResponse ?? (isAnswer(part) ? (part.content ?? part.output ?? {}) : undefined);
  if (answered !== undefined) {
    const { response, parts } = fields(answered);
    const inner = [
      ...partsOf(response ?? (parts === undefined ? answered : undefined), picture),
      ...partsOf(parts, picture),
    ];
    return [{ kind: 'result', text: '' }, ...inner];
  }
  if (part.$sha256 !== undefined) return [{ kind: 'text', text: words(part) }];
  return [{ kind: 'other', text: JSON.stringify(value, null, 2) }];
}

const isCall = ({ type }: Fields): boolean =>
  typeof type === 'string' && /^(tool_use|server_tool_use|function_call|computer_call)$/.test(type);
const isAnswer = ({ type }: Fields): boolean =>
  typeof type === 'string' && /^(tool_result|function_call_output|computer_call_output)$/.test(type);

/** A data URL, base64, or a reference by hash. Null if the part is not a picture. */
function imageOf(part: Fields): unknown {
  const linked = part.image_url ?? part.image;
  if (linked !== undefined) return typeof linked === 'object' ? (fields(linked).url ?? linked) : linked;
  if (part.type === 'image') return fields(part.source).data ?? part.source ?? null;
  const inline = fields(part.inlineData ?? part.inline_data);
  return inline.data ?? null;
}

function pictureOf(content: unknown, picture: PictureAddress): ShownPart {
  const { $sha256, bytes } = fields(content);
  if (typeof $sha256 === 'string')
    return { kind: 'picture', address: picture($sha256), bytes: typeof bytes === 'number' ? bytes : null };
  return { kind: 'picture', address: null, bytes: typeof content === 'string' ? content.length : null };
}

function words(value: unknown): string {
  if (typeof value === 'string') return value;
  const { $sha256, bytes } = fields(value);
  if (typeof $sha256 === 'string') return `(${bytes} bytes, too many to be shown here: see calls.jsonl)`;
  return JSON.stringify(value, null, 2) ?? '';
}

const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
