import { invalidAction, limits, plainNumber, turned, typable } from '../native/call-fields.ts';
import { type Grid, gridOf } from '../native/grids.ts';
import { keyPresses } from '../native/key-names.ts';
import { type NativeAction, nativeCode, type Point } from '../native/native-action.ts';
import { pointOnScreen } from '../native/on-screen.ts';
import { splitThoughts } from '../parse/split-thoughts.ts';
import { type CallText, callsIn, directionIn, pointIn } from './call-text.ts';
import { callsUntilBad } from './calls-until-bad.ts';
import { type OpenModel, type OpenStep, splitPast } from './open-model.ts';

const names = new Set([
  'left_click',
  'right_click',
  'middle_click',
  'left_double_click',
  'hover',
  'left_drag',
  'key',
  'type',
  'scroll',
  'WAIT',
  'DONE',
  'FAIL',
]);
// Calls, headings, `Memory:` and the coordinate range follow GLM-V's guide; the wording is osharm's.
const actionSpace = `left_click(start_box='[x,y]', element_info='')
right_click(start_box='[x,y]', element_info='')
middle_click(start_box='[x,y]', element_info='')
hover(start_box='[x,y]', element_info='')
left_double_click(start_box='[x,y]', element_info='')
left_drag(start_box='[x1,y1]', end_box='[x2,y2]', element_info='')
key(keys='') # One key, or several with + between them.
type(content='') # Into what has the focus.
scroll(start_box='[x,y]', direction='', step=5, element_info='') # direction is up or down.
WAIT() # Five seconds pass.
DONE() # The task is complete.
FAIL() # The task can't be done.`;
const head = (
  instruction: string,
): string => `You are a GUI Agent. You operate a computer through its screen until the task is done. Coordinates are in thousandths (0-999).

# Task:
${instruction}

# Task Platform
Ubuntu

# Action Space
${actionSpace}

# Historical Actions and Current Memory
History:`;
const tail = (memory: string): string => `
Memory:
${memory}
# Output Format
Plain text explanation with action(param='...')
Memory:
[{"key": "value"}, ...]

# Some Additional Notes
- You see the screenshots of the last steps at half their size, and the actions of all steps.
- What you must remember goes into Memory, a list of objects that you get again next time. Leave out what is no longer needed; an empty list is fine.
- The computer's password is "password".
Current Screenshot:
`;

/**
 * GLM-4.5V and 4.6V: one request per step that contains the whole history; coordinates in thousandths. Source: the
 * public GUI-agent guide of zai-org/GLM-V.
 */
export const glmV: OpenModel = {
  promptText: head('') + tail(''),
  messages(scene) {
    const { older, shown } = splitPast(scene);
    const parts: ({ type: 'text'; text: string } | { type: 'image'; png: Uint8Array })[] = [];
    let text = head(scene.instruction);
    for (const [at, step] of older.entries())
      text += `\nstep ${at + 1}: Screenshot:(Omitted in context.) Thought: ${thoughtOf(step)}\nAction: ${actionOf(step)}`;
    for (const [at, step] of shown.entries()) {
      parts.push({ type: 'text', text: `${text}\nstep ${older.length + at + 1}: Screenshot:` });
      parts.push({ type: 'image', png: step.picture.png });
      text = ` Thought: ${thoughtOf(step)}\nAction: ${actionOf(step)}`;
    }
    parts.push({ type: 'text', text: text + tail(memoryOf(scene.past.at(-1))) });
    parts.push({ type: 'image', png: scene.current.png });
    return [{ role: 'user', parts }];
  },
  pastPicture: async ({ png, width, height, scale }) => {
    const size = { width: Math.max(1, Math.floor(width / 2)), height: Math.max(1, Math.floor(height / 2)) };
    const { default: sharp } = await import('sharp');
    const small = await sharp(png)
      .resize({ ...size, fit: 'fill' })
      .png({ compressionLevel: 3 })
      .toBuffer();
    return { png: small, ...size, scale: { x: (scale.x * width) / size.width, y: (scale.y * height) / size.height } };
  },
  read(response, picture, model = '') {
    const call = callOf(response);
    if (call === undefined) return { actions: [], problem: 'The reply has no action.' };
    const grid: Grid = gridOf(model, 'glm-v');
    return callsUntilBad([call], ({ name, args }) => {
      const at = (field: string): Point =>
        pointOnScreen(pointIn(args[field], name, field), grid, picture, `${name}: ${field}`);
      return codeOf(name, args, at);
    });
  },
};

const answerOf = (response: string): string => splitThoughts(response).reply;
const boxed = /<\|begin_of_box\|>([\s\S]*?)<\|end_of_box\|>/;
const memory = /(?:^|\n)\s*Memory:/;

function callOf(response: string): CallText | undefined {
  const answer = answerOf(response);
  return callsIn(boxed.exec(answer)?.[1] ?? answer.split(memory)[0] ?? '', names)[0];
}

function actionOf({ response }: OpenStep): string {
  const answer = answerOf(response);
  const box = boxed.exec(answer)?.[1]?.trim();
  if (box !== undefined) return box;
  return /[A-Za-z_]+\([^\n]*\)/.exec(answer.split(memory)[0] ?? '')?.[0] ?? '';
}

function thoughtOf(step: OpenStep): string {
  const words = (answerOf(step.response).split(memory)[0] ?? '').replaceAll(/<\|(?:begin|end)_of_box\|>/g, '');
  return words.replace(actionOf(step), '').trim();
}

function memoryOf(step: OpenStep | undefined): string {
  return step === undefined ? '[]' : answerOf(step.response).split(memory)[1]?.trim() || '[]';
}

function codeOf(name: string, args: CallText['args'], at: (field: string) => Point): string[] {
  if (name === 'WAIT' || name === 'DONE' || name === 'FAIL') return [name];
  return nativesOf(name, args, at).map(nativeCode);
}

function nativesOf(name: string, args: CallText['args'], at: (field: string) => Point): NativeAction[] {
  const click = (button: 'left' | 'right' | 'middle', count: 1 | 2 = 1): NativeAction[] => [
    { kind: 'click', button, at: at('start_box'), count, holding: [] },
  ];
  switch (name) {
    case 'left_click':
      return click('left');
    case 'right_click':
      return click('right');
    case 'middle_click':
      return click('middle');
    case 'left_double_click':
      return click('left', 2);
    case 'hover':
      return [{ kind: 'move', at: at('start_box') }];
    case 'left_drag':
      if (args.start_box === undefined) return [{ kind: 'drag-from-here', to: at('end_box'), holding: [] }];
      return [{ kind: 'drag', path: [at('start_box'), at('end_box')], holding: [] }];
    case 'key':
      return keyPresses(args.keys ?? '').map((keys) => ({ kind: 'keys', keys }));
    case 'type':
      return [{ kind: 'type', text: typable(args.content ?? '', 'type: content') }];
    case 'scroll': {
      const where = args.start_box === undefined ? null : at('start_box');
      const turns = turned(directionIn(args.direction, 'scroll'), stepsIn(args.step));
      return [{ kind: 'scroll', at: where, ...turns, holding: [] }];
    }
    default:
      throw invalidAction(`There is no action ${name} here.`);
  }
}

function stepsIn(text: string | undefined): number {
  const steps = text === undefined ? 5 : plainNumber(text);
  if (steps === null || steps < 0 || steps > limits.notches)
    throw invalidAction(`scroll: step must be a number from 0 to ${limits.notches}; it is ${JSON.stringify(text)}.`);
  return steps === 0 ? 0 : Math.max(1, Math.round(steps));
}
