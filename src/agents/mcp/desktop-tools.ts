import { z } from 'zod';
import type { ToolSet } from '../../base/record/run-settings.ts';
import type { PictureSize } from '../../desktop/client/desktop.ts';
import { pythonLiteral } from '../computer-13.ts';
import { invalidAction, limits, plainNumber, typable } from '../native/call-fields.ts';
import type { Grid } from '../native/grids.ts';
import { keyCombination, keyPresses } from '../native/key-names.ts';
import { nativeCode, type Point } from '../native/native-action.ts';
import { outsideOfPicture, pointOnScreen } from '../native/on-screen.ts';
import { type FieldSpellings, withEnds, withNotches } from './field-spellings.ts';
import { type OtherTools, readToolInput } from './read-tool-input.ts';

/** `observes`: changes nothing. `points`: pointer and view only. `changes`: anything that the desktop can do. */
export type ToolEffect = 'observes' | 'points' | 'changes';

/** A tool of the desktop. Each call is one action: Python code, usually pyautogui, or `WAIT`. */
export interface DesktopTool {
  name: string;
  title: string;
  description: string;
  /** The advertised fields. `code` also accepts other tools' names of them, and refuses unknown ones. */
  parameters: z.ZodObject;
  effect: ToolEffect;
  result: 'screen' | 'output';
  /** Coordinates are pixels of `picture`. Throws OsharmError `action-invalid`. */
  code(input: unknown, picture: PictureSize): string;
}

/** Maximum length of a returned file or command output, in characters. */
const longestOutput = 20_000;

const number = (schema: z.ZodNumber = z.number()) => z.preprocess((value) => plainNumber(value) ?? value, schema);
const coordinate = (axis: string) => number(z.number().describe(`pixels of the screenshot from the ${axis}`));
const x = coordinate('left');
const y = coordinate('top');
const button = z.preprocess(buttonName, z.enum(['left', 'right', 'middle'])).default('left');
const notches = number(z.number().int().min(-limits.notches).max(limits.notches)).default(0);
const hold = z.preprocess(joinedKeys, z.string()).default('').describe('keys to hold down meanwhile: ctrl, shift+alt');
const pixels: Grid = { unit: 'pixels' };

function buttonName(value: unknown): unknown {
  const name = typeof value === 'string' ? value.trim().toLowerCase() : value;
  return name === 'wheel' ? 'middle' : name;
}

/** Joins a list of keys that are held together, as other tools send them. */
function joinedKeys(value: unknown): unknown {
  if (!Array.isArray(value) || !value.every((key) => typeof key === 'string')) return value;
  if (new Set(value).size < value.length)
    throw invalidAction(
      'The keys of a list are held together, so none can be in it twice: "Down Down Return" presses one after another.',
    );
  return value.map((key) => (key === ' ' ? 'space' : key.trim().replace(/\s+/g, '_'))).join('+');
}

const held = (keys: string): string[] => (keys === '' ? [] : keyCombination(keys));

interface ToolDefinition<T extends z.ZodRawShape> {
  name: string;
  title: string;
  description: string;
  fields: T;
  otherTools?: OtherTools;
  effect: ToolEffect;
  result?: DesktopTool['result'];
  code(input: z.output<z.ZodObject<T>>, at: PointReader): string;
}

function tool<T extends z.ZodRawShape>(definition: ToolDefinition<T>): DesktopTool {
  const { name, title, description, otherTools, effect, result = 'screen' } = definition;
  const parameters: z.ZodObject<T> = z.strictObject(definition.fields);
  return {
    name,
    title,
    description,
    parameters,
    effect,
    result,
    code: (input, picture) => {
      const read = readToolInput(name, parameters, input, otherTools);
      return definition.code(read, pointReader(name, picture));
    },
  };
}

/** Combines two coordinates into a point; null if both are missing. Throws OsharmError `action-invalid`. */
type PointReader = (x: number | undefined, y: number | undefined, fields?: string) => Point | null;

function pointReader(name: string, { width, height }: PictureSize): PointReader {
  return (x, y, fields = 'x, y') => {
    if (x === undefined && y === undefined) return null;
    if (x === undefined || y === undefined) throw invalidAction(`${name}: ${fields} go together; one is missing.`);
    const what = `${name}: ${fields}`;
    if (x >= width || y >= height) throw outsideOfPicture([x, y], pixels, { width, height }, what);
    // The desktop scales the coordinates of smaller pictures.
    return pointOnScreen([x, y], pixels, { width, height, scale: { x: 1, y: 1 } }, what);
  };
}

const place = ['x', 'y'] as const;
const start = ['from_x', 'from_y'] as const;
const end = ['to_x', 'to_y'] as const;
const pointSpellings: FieldSpellings = { coordinate: place, coordinates: place, point: place, position: place };
const holdSpellings: FieldSpellings = { text: 'hold', keys: 'hold', modifiers: 'hold' };

const pointer = [
  tool({
    name: 'click',
    title: 'Click',
    description: 'Clicks with the mouse. Without x and y: where the pointer is.',
    fields: {
      x: x.optional(),
      y: y.optional(),
      button,
      count: number(z.number().int().min(1).max(3)).default(1),
      hold,
    },
    otherTools: {
      spellings: {
        ...pointSpellings,
        ...holdSpellings,
        mouse_button: 'button',
        clicks: 'count',
        num_clicks: 'count',
        click_count: 'count',
        clickCount: 'count',
      },
    },
    effect: 'changes',
    code: ({ x, y, button, count, hold }, at) =>
      nativeCode({ kind: 'click', button, at: at(x, y), count: count as 1 | 2 | 3, holding: held(hold) }),
  }),
  tool({
    name: 'move_mouse',
    title: 'Move the pointer',
    description: 'Moves the pointer.',
    fields: { x, y },
    otherTools: { spellings: pointSpellings },
    effect: 'points',
    code: ({ x, y }, at) => nativeCode({ kind: 'move', at: at(x, y) as Point }),
  }),
  tool({
    name: 'drag',
    title: 'Drag',
    description:
      'Drags with the left button from one point to another. Without from_x and from_y: from where the pointer is.',
    fields: { from_x: x.optional(), from_y: y.optional(), to_x: x, to_y: y, hold },
    otherTools: {
      spellings: {
        ...holdSpellings,
        start_coordinate: start,
        start,
        from: start,
        coordinate: end,
        end_coordinate: end,
        end,
        to: end,
        start_x: 'from_x',
        start_y: 'from_y',
        startX: 'from_x',
        startY: 'from_y',
        end_x: 'to_x',
        end_y: 'to_y',
        endX: 'to_x',
        endY: 'to_y',
      },
      convert: withEnds,
    },
    effect: 'changes',
    code: ({ from_x, from_y, to_x, to_y, hold }, at) => {
      const from = at(from_x, from_y, 'from_x, from_y');
      const to = at(to_x, to_y, 'to_x, to_y') as Point;
      const holding = held(hold);
      return nativeCode(
        from === null ? { kind: 'drag-from-here', to, holding } : { kind: 'drag', path: [from, to], holding },
      );
    },
  }),
  tool({
    name: 'scroll',
    title: 'Scroll',
    description: 'Turns the mouse wheel. Notches: down and right above 0.',
    fields: { x: x.optional(), y: y.optional(), down: notches, right: notches, hold },
    otherTools: {
      spellings: {
        ...pointSpellings,
        ...holdSpellings,
        scroll_direction: 'direction',
        scroll_amount: 'amount',
        clicks: 'amount',
        notches: 'amount',
        scrollX: 'scroll_x',
        scrollY: 'scroll_y',
        delta_x: 'scroll_x',
        delta_y: 'scroll_y',
        deltaX: 'scroll_x',
        deltaY: 'scroll_y',
      },
      convert: withNotches,
    },
    effect: 'points',
    code: ({ x, y, down, right, hold }, at) => {
      if (down === 0 && right === 0)
        throw invalidAction('scroll: nothing turns the wheel: down or right must be given, in notches other than 0.');
      return nativeCode({ kind: 'scroll', at: at(x, y), down, right, holding: held(hold) });
    },
  }),
];

const text = z.string().min(1);
const keyboard = [
  tool({
    name: 'type_text',
    title: 'Type text',
    description: 'Types text where the focus is.',
    fields: { text },
    otherTools: { spellings: { content: 'text', string: 'text', value: 'text' } },
    effect: 'changes',
    code: ({ text }) => nativeCode({ kind: 'type', text: typable(text, 'type_text: text') }),
  }),
  tool({
    name: 'press_keys',
    title: 'Press keys',
    description: 'Presses a key, or keys together, or several one after another: Return, ctrl+s, Down Down Return.',
    fields: { keys: z.preprocess(joinedKeys, z.string().min(1)) },
    otherTools: { spellings: { key: 'keys', text: 'keys', hotkey: 'keys', shortcut: 'keys', combination: 'keys' } },
    effect: 'changes',
    code: ({ keys }) =>
      keyPresses(keys)
        .map((pressed) => nativeCode({ kind: 'keys', keys: pressed }))
        .join('\n'),
  }),
  tool({
    name: 'wait',
    title: 'Wait',
    description: 'Waits, ten seconds at most.',
    fields: { seconds: number(z.number().min(0).max(10)).default(1) },
    otherTools: { spellings: { duration: 'seconds', time: 'seconds' } },
    effect: 'observes',
    code: ({ seconds }) => nativeCode({ kind: 'wait', seconds }),
  }),
];

const inHome = 'import os\nos.chdir("/home/user")\n';
const path = z.string().min(1).describe('absolute, or below /home/user');
const pathSpellings: FieldSpellings = { file: 'path', file_path: 'path', filename: 'path' };
const files = [
  tool({
    name: 'read_file',
    title: 'Read a file',
    description: `Reads a text file of the desktop, ${longestOutput} characters at most.`,
    fields: { path },
    otherTools: { spellings: pathSpellings },
    effect: 'observes',
    result: 'output',
    code: ({ path }) =>
      `${inHome}print(open(${pythonLiteral(path)}, encoding="utf-8", errors="replace").read(${longestOutput}), end="")`,
  }),
  tool({
    name: 'write_file',
    title: 'Write a file',
    description: 'Writes a text file of the desktop, over what is there.',
    fields: { path, content: z.string() },
    otherTools: { spellings: { ...pathSpellings, contents: 'content', text: 'content', file_text: 'content' } },
    effect: 'changes',
    result: 'output',
    code: ({ path, content }) =>
      `${inHome}with open(${pythonLiteral(path)}, "w", encoding="utf-8") as file:\n    file.write(${pythonLiteral(content)})`,
  }),
  tool({
    name: 'list_folder',
    title: 'List a folder',
    description: 'Lists a folder of the desktop.',
    fields: { path: z.string().min(1).default('/home/user') },
    otherTools: { spellings: { folder: 'path', directory: 'path' } },
    effect: 'observes',
    result: 'output',
    code: ({ path }) => `${inHome}print("\\n".join(sorted(os.listdir(${pythonLiteral(path)})))[:${longestOutput}])`,
  }),
];
const shell = [
  tool({
    name: 'run_command',
    title: 'Run a command',
    description: 'Runs a bash command in the desktop, 60 seconds at most, and gives what it printed.',
    fields: { command: z.string().min(1) },
    otherTools: { spellings: { cmd: 'command', script: 'command' } },
    effect: 'changes',
    result: 'output',
    code: ({ command }) =>
      [
        'import subprocess',
        `done = subprocess.run(["bash", "-c", ${pythonLiteral(command)}], cwd="/home/user", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=60)`,
        `print(done.stdout[-${longestOutput}:], end="")`,
        'print(f"[exit code {done.returncode}]")',
      ].join('\n'),
  }),
];

/** The tools that a sweep's settings allow. Only observations of the configured type are available. */
export function desktopTools(set: ToolSet, shows: { picture: boolean; tree: boolean }): DesktopTool[] {
  const look = (name: string, title: string, description: string): DesktopTool =>
    tool({ name, title, description, fields: {}, effect: 'observes', code: () => 'WAIT' });
  return [
    ...(shows.picture ? [look('screenshot', 'Screenshot', 'Shows the screen.')] : []),
    ...(shows.tree
      ? [look('accessibility_tree', 'Accessibility tree', 'Shows what is on the screen as a table.')]
      : []),
    ...pointer,
    ...keyboard,
    ...(set === 'gui+files' ? files : []),
    ...(set === 'gui+shell' ? shell : []),
  ];
}
