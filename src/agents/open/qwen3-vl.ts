import { didYouMean } from '../../base/nearest-name.ts';
import { CallFields, invalidAction } from '../native/call-fields.ts';
import { type Grid, gridOf } from '../native/grids.ts';
import { keyCombination, keyPresses } from '../native/key-names.ts';
import { clicksByName, type ModelPicture, type NativeAction, nativeCode, type Point } from '../native/native-action.ts';
import { pointOnScreen } from '../native/on-screen.ts';
import { splitThoughts } from '../parse/split-thoughts.ts';
import { callsUntilBad } from './calls-until-bad.ts';
import { jsonObjectsAfter } from './json-objects.ts';
import { type OpenModel, pictureMessage, splitPast, textMessage } from './open-model.ts';

const actions = [
  'key',
  'type',
  'mouse_move',
  'left_click',
  'left_click_drag',
  'right_click',
  'middle_click',
  'double_click',
  'triple_click',
  'scroll',
  'hscroll',
  'wait',
  'terminate',
  'answer',
];
// The function, its parameters and the tags around calls follow Qwen3-VL's cookbook; the descriptions are osharm's.
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

/** Qwen3-VL: function calls, coordinates in thousandths. Source: the public cookbooks of QwenLM/Qwen3-VL. */
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
  read(response, picture, model = '') {
    const { calls, cut } = jsonObjectsAfter(splitThoughts(response).reply, '<tool_call>');
    if (calls.length === 0 && cut === null) return { actions: [], problem: 'The reply has no call.' };
    const grid = gridOf(model, 'qwen3-vl');
    return callsUntilBad([...calls, ...(cut === null ? [] : [cut])], (call) => actionsOf(call, grid, picture));
  },
};

function actionLine(response: string): string {
  return /^Action:\s*(.*)$/m.exec(response)?.[1] ?? response.split('\n')[0] ?? '';
}

function actionsOf(call: unknown, grid: Grid, picture: ModelPicture): string[] {
  if (typeof call === 'string') throw invalidAction('A call is not what the function takes: it must be a JSON object.');
  const args = new CallFields('The call', call).value('arguments');
  if (args === undefined) throw invalidAction('A call is not what the function takes: it has no arguments.');
  const action = new CallFields('The call', args).text('action');
  const fields = new CallFields(action, args);
  if (action === 'terminate')
    return [fields.oneOf('status', ['success', 'failure'], 'success') === 'failure' ? 'FAIL' : 'DONE'];
  if (action === 'answer') return ['DONE'];
  const pair = fields.optionalPair('coordinate');
  const at = pair === null ? null : pointOnScreen(pair, grid, picture, `${action}: coordinate`);
  return nativesOf(action, fields, at).map(nativeCode);
}

function nativesOf(action: string, fields: CallFields, at: Point | null): NativeAction[] {
  const click = clicksByName.get(action);
  if (click !== undefined) return [{ kind: 'click', ...click, at, holding: [] }];
  switch (action) {
    case 'mouse_move':
      return [{ kind: 'move', at: at ?? fields.fail('coordinate', 'two numbers, [x, y]') }];
    case 'left_click_drag':
      return [{ kind: 'drag-from-here', to: at ?? fields.fail('coordinate', 'two numbers, [x, y]'), holding: [] }];
    case 'type':
      return [{ kind: 'type', text: fields.typed('text') }];
    case 'key':
      return keysIn(fields).map((keys) => ({ kind: 'keys', keys }));
    case 'scroll':
      return [{ kind: 'scroll', at, down: -notches(fields), right: 0, holding: [] }];
    case 'hscroll':
      return [{ kind: 'scroll', at, down: 0, right: notches(fields), holding: [] }];
    case 'wait':
      return [{ kind: 'wait', seconds: fields.seconds('time', 1) }];
    default:
      throw invalidAction(`There is no action ${JSON.stringify(action)}.${didYouMean(action, actions)}`);
  }
}

/** A list is one combination of keys; a text may contain several. */
function keysIn(fields: CallFields): string[][] {
  const keys = fields.value('keys');
  if (typeof keys === 'string') return keyPresses(keys);
  if (!Array.isArray(keys) || keys.length === 0) fields.fail('keys', 'a list of keys');
  return [
    keys.flatMap((key: unknown) => (typeof key === 'string' ? keyCombination(key) : fields.fail('keys', 'texts'))),
  ];
}

/** Values are pixels, but some models send small numbers of notches. */
function notches(fields: CallFields): number {
  return fields.notches('pixels', { perNotch: Math.abs(fields.number('pixels')) <= 10 ? 1 : 100 });
}
