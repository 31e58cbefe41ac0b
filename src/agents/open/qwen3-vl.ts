import { z } from 'zod';
import { keyName } from '../native/key-names.ts';
import { clicksByName, type ModelPicture, type NativeAction, nativeCode, type Point } from '../native/native-action.ts';
import { onScreen } from './on-screen.ts';
import { type OpenModel, type OpenReply, pictureMessage, splitPast, textMessage } from './open-model.ts';

/** Coordinates are in thousandths of the picture. */
const grid = { width: 1000, height: 1000 };
const actions = [
  ...['key', 'type', 'mouse_move', 'left_click', 'left_click_drag', 'right_click', 'middle_click', 'double_click'],
  ...['triple_click', 'scroll', 'hscroll', 'wait', 'terminate', 'answer'],
];
// The function, its parameters and the marks around calls are the model's own; the descriptions are ours.
const tool = {
  type: 'function',
  function: {
    name: 'computer_use',
    description:
      "Operates a computer by mouse and keyboard. You see its screen after every action. The screen's resolution is 1000x1000. Click the middle of what you mean. What takes time may need a wait.",
    parameters: {
      type: 'object',
      properties: {
        action: {
          type: 'string',
          enum: actions,
          description:
            'key presses keys together; type types text; scroll and hscroll turn the wheel; terminate ends the task; answer answers a question; the others use the mouse at a coordinate.',
        },
        keys: { type: 'array', description: 'Of action=key.' },
        text: { type: 'string', description: 'Of action=type and action=answer.' },
        coordinate: { type: 'array', description: '(x, y) of mouse actions; where a drag ends.' },
        pixels: { type: 'number', description: 'Of action=scroll and action=hscroll: above 0 is up and right.' },
        time: { type: 'number', description: 'Seconds, of action=wait.' },
        status: { type: 'string', enum: ['success', 'failure'], description: 'Of action=terminate.' },
      },
      required: ['action'],
    },
  },
};
const system = `# Tools

You may call one or more functions to assist with the user query.

You are provided with function signatures within <tools></tools> XML tags:
<tools>
${JSON.stringify(tool)}
</tools>

For each function call, return a json object with function name and arguments within <tool_call></tool_call> XML tags:
<tool_call>
{"name": <function-name>, "arguments": <args-json-object>}
</tool_call>

# Response format

First one line that begins with Action: and says in a sentence what you do. Then one <tool_call>, and nothing else.`;

const callSchema = z.object({
  name: z.string(),
  arguments: z.looseObject({
    action: z.string(),
    keys: z.union([z.array(z.string()), z.string()]).optional(),
    text: z.string().optional(),
    coordinate: z.array(z.number()).optional(),
    pixels: z.number().optional(),
    time: z.number().optional(),
    status: z.string().optional(),
  }),
});
type Arguments = z.infer<typeof callSchema>['arguments'];

/**
 * Qwen3-VL: computer use as a function call, coordinates in thousandths. Source: the public cookbooks of QwenLM/Qwen3-VL.
 */
export const qwen3Vl: OpenModel = {
  promptText: system,
  messages(scene) {
    const { older, shown } = splitPast(scene);
    const before = older.map(({ response }, at) => `Step ${at + 1}: ${actionLine(response)}`).join('\n') || 'None';
    const ask = `Say the next action by the screenshot, the instruction and the previous actions.\n\nInstruction: ${scene.instruction}\n\nPrevious actions:\n${before}`;
    const pictures = [...shown.map((step) => step.picture), scene.current];
    return [
      textMessage('system', system),
      ...pictures.flatMap((picture, at) => {
        const response = shown[at]?.response;
        return [
          pictureMessage(picture, at === 0 ? ask : undefined),
          ...(response === undefined ? [] : [textMessage('assistant', response)]),
        ];
      }),
    ];
  },
  read(response, picture) {
    const calls = [...response.matchAll(/<tool_call>\s*([\s\S]*?)\s*(?:<\/tool_call>|$)/g)].map(
      (match) => match[1] ?? '',
    );
    if (calls.length === 0) return { actions: [], problem: 'The reply has no call.' };
    const reply: OpenReply = { actions: [], problem: null };
    for (const text of calls) {
      try {
        reply.actions.push(...actionsOf(callSchema.parse(JSON.parse(text)).arguments, picture));
      } catch (error) {
        reply.problem =
          error instanceof SyntaxError || error instanceof z.ZodError
            ? 'A call is not what the function takes.'
            : (error as Error).message;
      }
    }
    return reply;
  },
};

function actionLine(response: string): string {
  return /^Action:\s*(.*)$/m.exec(response)?.[1] ?? response.split('\n')[0] ?? '';
}

function actionsOf(args: Arguments, picture: ModelPicture): string[] {
  if (args.action === 'terminate') return [args.status === 'failure' ? 'FAIL' : 'DONE'];
  if (args.action === 'answer') return ['DONE'];
  return [nativeCode(actionOf(args, picture))];
}

function actionOf(args: Arguments, picture: ModelPicture): NativeAction {
  const [x, y] = args.coordinate ?? [];
  const at: Point | null = x === undefined || y === undefined ? null : onScreen([x, y], grid, picture);
  const click = clicksByName.get(args.action);
  if (click !== undefined) return { kind: 'click', ...click, at, holding: [] };
  switch (args.action) {
    case 'mouse_move':
      if (at === null) break;
      return { kind: 'move', at };
    case 'left_click_drag':
      if (at === null) break;
      return { kind: 'drag-from-here', to: at };
    case 'type':
      return { kind: 'type', text: args.text ?? '' };
    case 'key': {
      const keys = (Array.isArray(args.keys) ? args.keys : (args.keys ?? '').split('+')).map((key) =>
        keyName(key.trim()),
      );
      if (keys.length === 0) break;
      return { kind: 'keys', keys };
    }
    case 'scroll':
      return { kind: 'scroll', at, down: -notches(args.pixels), right: 0, holding: [] };
    case 'hscroll':
      return { kind: 'scroll', at, down: 0, right: notches(args.pixels), holding: [] };
    case 'wait':
      return { kind: 'wait', seconds: args.time ?? 1 };
  }
  throw new Error(`There is no action ${JSON.stringify(args.action)}, or a field is missing.`);
}

/** The wheel's notches. Pixels are meant; small numbers are notches, as some models write. */
function notches(pixels = 0): number {
  if (Math.abs(pixels) <= 10) return Math.round(pixels);
  return Math.sign(pixels) * Math.max(1, Math.round(Math.abs(pixels) / 100));
}
