import { invalidAction, turned, typable } from '../native/call-fields.ts';
import { gridOf } from '../native/grids.ts';
import { keyCombination } from '../native/key-names.ts';
import { type NativeAction, nativeCode, type Point } from '../native/native-action.ts';
import { pointOnScreen } from '../native/on-screen.ts';
import { splitThoughts } from '../parse/split-thoughts.ts';
import { type CallText, callsIn, directionIn, pointIn } from './call-text.ts';
import { callsUntilBad } from './calls-until-bad.ts';
import { type OpenModel, pictureMessage, splitPast, textMessage } from './open-model.ts';

// Names of actions and parameters, `Thought:` and `Action:` follow UI-TARS's model card; the wording is osharm's.
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
  'click',
  'left_single',
  'left_double',
  'right_single',
  'middle_single',
  'hover',
  'drag',
  'select',
  'hotkey',
  'press',
  'keydown',
  'release',
  'keyup',
  'type',
  'scroll',
  'wait',
  'finished',
  'call_user',
]);
const notches = 5;

/**
 * UI-TARS 1.5: each turn has a thought and one call; coordinates in pixels of the resized picture. Source: its public
 * repository and model card (ByteDance-Seed/UI-TARS-1.5-7B).
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
  read(response, shown, model = '') {
    const { reply } = splitThoughts(response);
    const calls = callsOf(reply);
    if (calls.length === 0) return { actions: [], problem: 'The reply has no action.' };
    const grid = gridOf(model, 'ui-tars');
    const read = callsUntilBad(calls, ({ name, args }) => {
      if (name === 'finished') return ['DONE'];
      if (name === 'call_user') return [];
      const at = (...fields: string[]): Point => {
        const field = fields.find((key) => args[key] !== undefined) ?? (fields[0] as string);
        return pointOnScreen(pointIn(args[field], name, field), grid, shown, `${name}: ${field}`);
      };
      return actionsOf(name, args, at).map(nativeCode);
    });
    return calls.some(({ name }) => name === 'call_user') ? { ...read, question: reply } : read;
  },
};

function callsOf(reply: string): CallText[] {
  let calls = callsIn(reply, names);
  let from = 0;
  for (const { index } of reply.matchAll(/\bAction:/gi)) {
    if (index < from || calls.some(({ start, end }) => start < index && index < end)) continue;
    from = index;
    calls = callsIn(reply, names, index);
  }
  return calls;
}

function actionsOf(name: string, args: CallText['args'], at: (...fields: string[]) => Point): NativeAction[] {
  const start = ['point', 'start_box', 'start_point'];
  const hasStart = start.some((field) => args[field] !== undefined);
  const keys = (): string[] => keyCombination(args.key ?? args.hotkey ?? args.press ?? '');
  const click = (button: 'left' | 'right' | 'middle', count: 1 | 2 = 1): NativeAction[] => [
    { kind: 'click', button, at: at(...start), count, holding: [] },
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
      return [{ kind: 'move', at: at(...start) }];
    case 'drag':
    case 'select': {
      const to = at('end_point', 'end_box');
      return hasStart
        ? [{ kind: 'drag', path: [at(...start), to], holding: [] }]
        : [{ kind: 'drag-from-here', to, holding: [] }];
    }
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
      const turns = turned(directionIn(args.direction, 'scroll'), notches);
      return [{ kind: 'scroll', at: hasStart ? at(...start) : null, ...turns, holding: [] }];
    }
    case 'wait':
      return [{ kind: 'wait', seconds: 5 }];
    default:
      throw invalidAction(`There is no action ${name} here.`);
  }
}

function typed(content: string): NativeAction[] {
  const text = typable(content.replace(/\n$/, ''), 'type: content');
  return [
    ...(text === '' ? [] : [{ kind: 'type' as const, text }]),
    ...(text === content ? [] : [{ kind: 'keys' as const, keys: ['enter'] }]),
  ];
}
