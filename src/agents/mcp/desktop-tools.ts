import { z } from 'zod';
import type { ToolSet } from '../../base/record/run-settings.ts';
import type { PictureSize } from '../../desktop/client/desktop.ts';
import { pythonLiteral } from '../computer-13.ts';
import { invalidAction, limits, plainNumber, typable } from '../native/call-fields.ts';
import type { Grid } from '../native/grids.ts';
import { keyPresses } from '../native/key-names.ts';
import { nativeCode, type Point } from '../native/native-action.ts';
import { pointOnScreen } from '../native/on-screen.ts';

/** A tool of the desktop. Each call is one action: Python code, usually pyautogui, or `WAIT`. */
export interface DesktopTool {
  name: string;
  description: string;
  parameters: z.ZodObject;
  result: 'screen' | 'output';
  /** Coordinates are pixels of `picture`. Throws OsharmError `action-invalid`. */
  code(input: Record<string, unknown>, picture: PictureSize): string;
}

/** Maximum length of a returned file or command output, in characters. */
const longestOutput = 20_000;

const number = (schema: z.ZodNumber = z.number()) => z.preprocess((value) => plainNumber(value) ?? value, schema);
const coordinate = (axis: string) => number(z.number().describe(`pixels of the screenshot from the ${axis}`));
const x = coordinate('left');
const y = coordinate('top');
const button = z.enum(['left', 'right', 'middle']).default('left');
const notches = number(z.number().int().min(-limits.notches).max(limits.notches)).default(0);
const pixels: Grid = { unit: 'pixels' };

function tool<T extends z.ZodRawShape>(
  name: string,
  description: string,
  shape: T,
  result: DesktopTool['result'],
  code: (input: z.output<z.ZodObject<T>>, at: PointReader) => string,
): DesktopTool {
  const parameters = z.object(shape);
  return {
    name,
    description,
    parameters,
    result,
    code: (input, picture) => code(parameters.parse(input), pointReader(name, picture)),
  };
}

/** Combines two coordinates into a point; null if both are missing. Throws OsharmError `action-invalid`. */
type PointReader = (x: number | undefined, y: number | undefined, fields?: string) => Point | null;

function pointReader(name: string, picture: PictureSize): PointReader {
  return (x, y, fields = 'x, y') => {
    if (x === undefined && y === undefined) return null;
    if (x === undefined || y === undefined) throw invalidAction(`${name}: ${fields} go together; one is missing.`);
    // The desktop scales the coordinates of smaller pictures.
    return pointOnScreen([x, y], pixels, { ...picture, scale: { x: 1, y: 1 } }, `${name}: ${fields}`);
  };
}

const pointer = [
  tool(
    'click',
    'Clicks with the mouse. Without x and y: where the pointer is.',
    { x: x.optional(), y: y.optional(), button, count: number(z.number().int().min(1).max(3)).default(1) },
    'screen',
    ({ x, y, button, count }, at) =>
      nativeCode({ kind: 'click', button, at: at(x, y), count: count as 1 | 2 | 3, holding: [] }),
  ),
  tool('move_mouse', 'Moves the pointer.', { x, y }, 'screen', ({ x, y }, at) =>
    nativeCode({ kind: 'move', at: at(x, y) as Point }),
  ),
  tool(
    'drag',
    'Drags with the left button from one point to another. Without from_x and from_y: from where the pointer is.',
    { from_x: x.optional(), from_y: y.optional(), to_x: x, to_y: y },
    'screen',
    ({ from_x, from_y, to_x, to_y }, at) => {
      const from = at(from_x, from_y, 'from_x, from_y');
      const to = at(to_x, to_y, 'to_x, to_y') as Point;
      return nativeCode(
        from === null ? { kind: 'drag-from-here', to, holding: [] } : { kind: 'drag', path: [from, to], holding: [] },
      );
    },
  ),
  tool(
    'scroll',
    'Turns the mouse wheel. Notches: down and right above 0.',
    { x: x.optional(), y: y.optional(), down: notches, right: notches },
    'screen',
    ({ x, y, down, right }, at) => {
      if (down === 0 && right === 0) throw invalidAction('scroll: down or right must be given, in notches.');
      return nativeCode({ kind: 'scroll', at: at(x, y), down, right, holding: [] });
    },
  ),
];

const keyboard = [
  tool('type_text', 'Types text where the focus is.', { text: z.string() }, 'screen', ({ text }) =>
    nativeCode({ kind: 'type', text: typable(text, 'type_text: text') }),
  ),
  tool(
    'press_keys',
    'Presses a key, or keys together, or several one after another: Return, ctrl+s, Down Down Return.',
    { keys: z.string().min(1) },
    'screen',
    ({ keys }) =>
      keyPresses(keys)
        .map((pressed) => nativeCode({ kind: 'keys', keys: pressed }))
        .join('\n'),
  ),
  tool(
    'wait',
    'Waits, ten seconds at most.',
    { seconds: number(z.number().min(0).max(10)).default(1) },
    'screen',
    ({ seconds }) => nativeCode({ kind: 'wait', seconds }),
  ),
];

const inHome = 'import os\nos.chdir("/home/user")\n';
const files = [
  tool(
    'read_file',
    `Reads a text file of the desktop, ${longestOutput} characters at most.`,
    { path: z.string().describe('absolute, or below /home/user') },
    'output',
    ({ path }) =>
      `${inHome}print(open(${pythonLiteral(path)}, encoding="utf-8", errors="replace").read(${longestOutput}), end="")`,
  ),
  tool(
    'write_file',
    'Writes a text file of the desktop, over what is there.',
    { path: z.string().describe('absolute, or below /home/user'), content: z.string() },
    'output',
    ({ path, content }) =>
      `${inHome}with open(${pythonLiteral(path)}, "w", encoding="utf-8") as file:\n    file.write(${pythonLiteral(content)})`,
  ),
  tool(
    'list_folder',
    'Lists a folder of the desktop.',
    { path: z.string().default('/home/user') },
    'output',
    ({ path }) => `${inHome}print("\\n".join(sorted(os.listdir(${pythonLiteral(path)})))[:${longestOutput}])`,
  ),
];
const shell = [
  tool(
    'run_command',
    'Runs a bash command in the desktop, 60 seconds at most, and gives what it printed.',
    { command: z.string() },
    'output',
    ({ command }) =>
      [
        'import subprocess',
        `done = subprocess.run(["bash", "-c", ${pythonLiteral(command)}], cwd="/home/user", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=60)`,
        `print(done.stdout[-${longestOutput}:], end="")`,
        'print(f"[exit code {done.returncode}]")',
      ].join('\n'),
  ),
];

/** The tools that a sweep's settings allow. Only observations of the configured type are available. */
export function desktopTools(set: ToolSet, shows: { picture: boolean; tree: boolean }): DesktopTool[] {
  const look = (name: string, what: string): DesktopTool => tool(name, what, {}, 'screen', () => 'WAIT');
  return [
    ...(shows.picture ? [look('screenshot', 'Shows the screen.')] : []),
    ...(shows.tree ? [look('accessibility_tree', 'Shows what is on the screen as a table.')] : []),
    ...pointer,
    ...keyboard,
    ...(set === 'gui+files' ? files : []),
    ...(set === 'gui+shell' ? shell : []),
  ];
}
