import sharp from 'sharp';
import { keyCombination } from '../native/key-names.ts';
import { type NativeAction, nativeCode, type Point } from '../native/native-action.ts';
import { type CallText, callsIn, pointIn } from './call-text.ts';
import { onScreen } from './on-screen.ts';
import { type OpenModel, type OpenReply, type OpenStep, splitPast } from './open-model.ts';

/** Coordinates are in thousandths of the picture. */
const grid = { width: 1000, height: 1000 };
const names = new Set([
  ...['left_click', 'right_click', 'middle_click', 'left_double_click', 'hover', 'left_drag', 'key', 'type', 'scroll'],
  ...['WAIT', 'DONE', 'FAIL'],
]);
// Calls, headings, `Memory:` and the thousandths are the model's own; the words are ours.
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
 * GLM-4.5V and 4.6V: one request a step that holds the whole history, coordinates in thousandths. Source: the public GUI-agent guide of
 * zai-org/GLM-V.
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
    const small = await sharp(png)
      .resize({ ...size, fit: 'fill' })
      .png({ compressionLevel: 3 })
      .toBuffer();
    return { png: small, ...size, scale: { x: (scale.x * width) / size.width, y: (scale.y * height) / size.height } };
  },
  read(response, picture) {
    const call = callOf(response);
    if (call === undefined) return { actions: [], problem: 'The reply has no action.' };
    try {
      const at = (text: string | undefined): Point => onScreen(pointIn(text, call.name), grid, picture);
      return { actions: [codeOf(call, at)], problem: null };
    } catch (error) {
      return { actions: [], problem: (error as Error).message } satisfies OpenReply;
    }
  },
};

const answerOf = (response: string): string => response.split('</think>').at(-1) ?? '';
const boxed = /<\|begin_of_box\|>([\s\S]*?)<\|end_of_box\|>/;

function callOf(response: string): CallText | undefined {
  const answer = answerOf(response);
  return callsIn(boxed.exec(answer)?.[1] ?? answer.split(/\bMemory:/)[0] ?? '', names)[0];
}

function actionOf({ response }: OpenStep): string {
  const answer = answerOf(response);
  const box = boxed.exec(answer)?.[1]?.trim();
  if (box !== undefined) return box;
  return /[A-Za-z_]+\([^\n]*\)/.exec(answer.split(/\bMemory:/)[0] ?? '')?.[0] ?? '';
}

function thoughtOf(step: OpenStep): string {
  const words = (answerOf(step.response).split(/\bMemory:/)[0] ?? '').replaceAll(/<\|(?:begin|end)_of_box\|>/g, '');
  return words.replace(actionOf(step), '').trim();
}

function memoryOf(step: OpenStep | undefined): string {
  return step === undefined
    ? '[]'
    : answerOf(step.response)
        .split(/\bMemory:/)[1]
        ?.trim() || '[]';
}

function codeOf({ name, args }: CallText, at: (text: string | undefined) => Point): string {
  if (name === 'WAIT' || name === 'DONE' || name === 'FAIL') return name;
  return nativeCode(nativeOf(name, args, at));
}

function nativeOf(name: string, args: CallText['args'], at: (text: string | undefined) => Point): NativeAction {
  const click = (button: 'left' | 'right' | 'middle', count: 1 | 2 = 1): NativeAction => ({
    kind: 'click',
    button,
    at: at(args.start_box),
    count,
    holding: [],
  });
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
      return { kind: 'move', at: at(args.start_box) };
    case 'left_drag':
      return { kind: 'drag', path: [at(args.start_box), at(args.end_box)], holding: [] };
    case 'key':
      return { kind: 'keys', keys: keyCombination(args.keys ?? '') };
    case 'type':
      return { kind: 'type', text: args.content ?? '' };
    case 'scroll': {
      const steps = Math.max(1, Math.round(Number(args.step ?? 5)) || 5);
      return {
        kind: 'scroll',
        at: at(args.start_box),
        down: /up/i.test(args.direction ?? '') ? -steps : steps,
        right: 0,
        holding: [],
      };
    }
    default:
      throw new Error(`There is no action ${name} here.`);
  }
}
