import { z } from 'zod';
import type { ToolSet } from '../../base/record/run-settings.ts';
import { pythonLiteral } from '../computer-13.ts';
import { keyCombination } from '../native/key-names.ts';
import { nativeCode } from '../native/native-action.ts';

/** One tool of the desktop. Each call is one action: pyautogui or other Python code that runs in the desktop, or `WAIT`. */
export interface DesktopTool {
  name: string;
  description: string;
  parameters: z.ZodObject;
  /** What the result holds: what the screen shows afterwards, or what the code printed. */
  result: 'screen' | 'output';
  /** Throws OsharmError `action-invalid`. */
  code(input: Record<string, unknown>): string;
}

/** Characters of a file or of a command's output that one call gives. */
const longestOutput = 20_000;

const coordinate = (axis: string) => z.number().describe(`pixels of the screenshot from the ${axis}`);
const x = coordinate('left');
const y = coordinate('top');
const button = z.enum(['left', 'right', 'middle']).default('left');

function tool<T extends z.ZodRawShape>(
  name: string,
  description: string,
  shape: T,
  result: DesktopTool['result'],
  code: (input: z.output<z.ZodObject<T>>) => string,
): DesktopTool {
  const parameters = z.object(shape);
  return { name, description, parameters, result, code: (input) => code(parameters.parse(input)) };
}

const pointer = [
  tool(
    'click',
    'Clicks with the mouse. Without x and y: where the pointer is.',
    { x: x.optional(), y: y.optional(), button, count: z.number().int().min(1).max(3).default(1) },
    'screen',
    ({ x, y, button, count }) =>
      nativeCode({
        kind: 'click',
        button,
        at: x === undefined || y === undefined ? null : [x, y],
        count: count as 1 | 2 | 3,
        holding: [],
      }),
  ),
  tool('move_mouse', 'Moves the pointer.', { x, y }, 'screen', ({ x, y }) => nativeCode({ kind: 'move', at: [x, y] })),
  tool(
    'drag',
    'Drags with the left button from one point to another.',
    { from_x: x, from_y: y, to_x: x, to_y: y },
    'screen',
    ({ from_x, from_y, to_x, to_y }) =>
      nativeCode({
        kind: 'drag',
        path: [
          [from_x, from_y],
          [to_x, to_y],
        ],
        holding: [],
      }),
  ),
  tool(
    'scroll',
    'Turns the mouse wheel. Notches: down and right above 0.',
    { x: x.optional(), y: y.optional(), down: z.number().int().default(0), right: z.number().int().default(0) },
    'screen',
    ({ x, y, down, right }) =>
      nativeCode({ kind: 'scroll', at: x === undefined || y === undefined ? null : [x, y], down, right, holding: [] }),
  ),
];

const keyboard = [
  tool('type_text', 'Types text where the focus is.', { text: z.string() }, 'screen', ({ text }) =>
    nativeCode({ kind: 'type', text }),
  ),
  tool(
    'press_keys',
    'Presses a key, or keys together: Return, ctrl+s, alt+F4.',
    { keys: z.string().min(1) },
    'screen',
    ({ keys }) => nativeCode({ kind: 'keys', keys: keyCombination(keys) }),
  ),
  tool(
    'wait',
    'Waits, ten seconds at most.',
    { seconds: z.number().min(0).max(10).default(1) },
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

/** The tools that a sweep's settings allow: nobody sees what its observation type doesn't show. */
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
