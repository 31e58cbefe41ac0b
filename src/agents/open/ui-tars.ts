import { keyName } from '../native/key-names.ts';
import { type NativeAction, nativeCode, type Point } from '../native/native-action.ts';
import { type CallText, callsIn, pointIn } from './call-text.ts';
import { onScreen } from './on-screen.ts';
import { type OpenModel, type OpenReply, pictureMessage, splitPast, textMessage } from './open-model.ts';
import { smartResize } from './smart-resize.ts';

// Names of actions and parameters, `Thought:` and `Action:` are the model's own; the words are ours.
const prompt = `You operate a computer through its screen. You get a task, your earlier answers and screenshots. Say the next action.

## Output Format
\`\`\`
Thought: ...
Action: ...
\`\`\`

## Action Space
click(point='<point>x1 y1</point>')
left_double(point='<point>x1 y1</point>')
right_single(point='<point>x1 y1</point>')
drag(start_point='<point>x1 y1</point>', end_point='<point>x2 y2</point>')
hotkey(key='ctrl c') # Lower case, with spaces between keys; three keys at most.
type(content='xxx') # Escape quotes and line ends with a backslash. A line end as the last sign submits what was typed.
scroll(point='<point>x1 y1</point>', direction='down or up or right or left')
wait() # Five seconds pass.
finished(content='xxx') # The task is complete.
call_user() # The task can't be done, or the user has to say something.

## Note
- Write English in \`Thought\`: a short plan, then the next action and what it acts on, in one sentence.

## User Instruction
`;
const names = new Set([
  ...['click', 'left_single', 'left_double', 'right_single', 'middle_single', 'hover', 'drag', 'select', 'hotkey'],
  ...['press', 'keydown', 'release', 'keyup', 'type', 'scroll', 'wait', 'finished', 'call_user'],
]);
/** Of Qwen2.5-VL's picture processor as UI-TARS-1.5 has it. */
const picture = { factor: 28, minimum: 100 * 28 * 28, maximum: 16_384 * 28 * 28 };
const notches = 5;

/**
 * UI-TARS 1.5: thoughts and one call a turn, coordinates in pixels of the resized picture. Source: its public repository and model card
 * (ByteDance-Seed/UI-TARS-1.5-7B).
 */
export const uiTars: OpenModel = {
  promptText: prompt,
  messages(scene) {
    const { older, shown } = splitPast(scene);
    return [
      textMessage('user', prompt + scene.instruction),
      ...older.map(({ response }) => textMessage('assistant', response)),
      ...shown.flatMap((step) => [pictureMessage(step.picture), textMessage('assistant', step.response)]),
      pictureMessage(scene.current),
    ];
  },
  read(response, shown) {
    const actionText = response.split(/Action:\s*/).at(-1) ?? '';
    const calls = callsIn(actionText, names);
    if (calls.length === 0) return { actions: [], problem: 'The reply has no action.' };
    const grid = smartResize(shown, picture);
    const reply: OpenReply = { actions: [], problem: null };
    for (const call of calls) {
      try {
        if (call.name === 'finished') reply.actions.push('DONE');
        else if (call.name === 'call_user') reply.question = response;
        else
          reply.actions.push(
            ...actionsOf(call, (text, what) => onScreen(pointIn(text, what), grid, shown)).map(nativeCode),
          );
      } catch (error) {
        reply.problem = (error as Error).message;
      }
    }
    return reply;
  },
};

function actionsOf({ name, args }: CallText, at: (text: string | undefined, what: string) => Point): NativeAction[] {
  const point = (): Point => at(args.point ?? args.start_box ?? args.start_point, name);
  const keys = (): string[] =>
    (args.key ?? args.hotkey ?? args.press ?? '')
      .split(/[\s+]+/)
      .filter(Boolean)
      .map(keyName);
  const click = (button: 'left' | 'right' | 'middle', count: 1 | 2 = 1): NativeAction[] => [
    { kind: 'click', button, at: point(), count, holding: [] },
  ];
  switch (name) {
    case 'click':
    case 'left_single':
      return click('left');
    case 'left_double':
      return click('left', 2);
    case 'right_single':
      return click('right');
    case 'middle_single':
      return click('middle');
    case 'hover':
      return [{ kind: 'move', at: point() }];
    case 'drag':
    case 'select':
      return [{ kind: 'drag', path: [point(), at(args.end_point ?? args.end_box, name)], holding: [] }];
    case 'hotkey':
      return [{ kind: 'keys', keys: keys() }];
    case 'press':
    case 'keydown':
      return keys().map((key) => ({ kind: 'press-key', key }));
    case 'release':
    case 'keyup':
      return keys().map((key) => ({ kind: 'release-key', key }));
    case 'type':
      return typed(args.content ?? '');
    case 'scroll': {
      const direction = args.direction ?? 'down';
      const where = args.point ?? args.start_box ?? args.start_point;
      const down = /up/i.test(direction) ? -notches : /down/i.test(direction) ? notches : 0;
      const right = /left/i.test(direction) ? -notches : /right/i.test(direction) ? notches : 0;
      return [{ kind: 'scroll', at: where === undefined ? null : point(), down, right, holding: [] }];
    }
    case 'wait':
      return [{ kind: 'wait', seconds: 5 }];
    default:
      throw new Error(`There is no action ${name} here.`);
  }
}

/** A line end as the last sign is Enter. */
function typed(content: string): NativeAction[] {
  const text = content.replace(/\n$/, '');
  return [
    ...(text === '' ? [] : [{ kind: 'type' as const, text }]),
    ...(text === content ? [] : [{ kind: 'keys' as const, keys: ['enter'] }]),
  ];
}
