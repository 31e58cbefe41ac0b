import { type Grid, gridOf, gridSize } from '../native/grids.ts';
import type { ModelPicture } from '../native/native-action.ts';
import { pointOnScreen } from '../native/on-screen.ts';
import { splitThoughts } from '../parse/split-thoughts.ts';
import { type OpenModel, type OpenReply, type OpenStep, pictureMessage, splitPast, textMessage } from './open-model.ts';

// Headings, `computer.…` and pyautogui follow OpenCUA's model card; the wording is osharm's.
const prompt = `You are a GUI agent. You operate a Linux computer through its screen: you get a task, a screenshot and your earlier steps, and say the next step.
The password of the computer's user is "password". Use wait where something takes time. Say that a task has failed only when it can't be done.

For each step, answer in this form:
# Step: {step number}
## Thought:
{what was done, whether it worked, and what comes next}
## Action:
{the next action in one sentence, with what it acts on}
## Code:
{code}

The code is pyautogui in one block fenced by \`\`\`python, or one of these functions in a block fenced by \`\`\`code:
- {"name": "computer.triple_click", "description": "Triple click on the screen", "parameters": {"type": "object", "properties": {"x": {"type": "number", "description": "The x coordinate of the triple click"}, "y": {"type": "number", "description": "The y coordinate of the triple click"}}, "required": ["x", "y"]}}
- {"name": "computer.wait", "description": "Make the computer wait for 20 seconds", "parameters": {"type": "object", "properties": {}, "required": []}}
- {"name": "computer.terminate", "description": "Terminate the current task and report its completion status", "parameters": {"type": "object", "properties": {"status": {"type": "string", "enum": ["success", "failure"], "description": "The status of the task"}, "answer": {"type": "string", "description": "The answer of the task"}}, "required": ["status"]}}`;
const task = (instruction: string): string =>
  `# Task Instruction:\n${instruction}\n\nSay the next step for the task, by the screenshot and the earlier steps.`;
/**
 * OpenCUA (7B, 32B, 72B): each step has a thought, an action and pyautogui code; coordinates in pixels of the resized
 * picture. Source: its public repository and model cards (xlangai/OpenCUA-7B).
 */
export const openCua: OpenModel = {
  promptText: prompt + task(''),
  messages(scene) {
    const { older, shown } = splitPast(scene);
    return [
      textMessage('system', prompt),
      ...(older.length === 0 ? [] : [textMessage('assistant', older.map((step, at) => stepText(step, at)).join('\n'))]),
      ...shown.flatMap((step, at) => [
        pictureMessage(step.picture),
        textMessage('assistant', stepText(step, older.length + at)),
      ]),
      pictureMessage(scene.current, task(scene.instruction)),
    ];
  },
  read: readCode,
};

function stepText({ response }: OpenStep, at: number): string {
  const section = (name: string): string =>
    new RegExp(`^##\\s*${name}\\s*:?\\s*\\n([\\s\\S]*?)(?=^##|(?![\\s\\S]))`, 'm').exec(response)?.[1]?.trim() ?? '';
  return `# Step ${at + 1}:\n## Thought:\n${section('Thought')}\n\n## Action:\n${section('Action')}\n`;
}

function readCode(response: string, shown: ModelPicture, model = ''): OpenReply {
  const { reply } = splitThoughts(response);
  const blocks = [...reply.matchAll(/```(?:code|python)?[ \t]*\n?([\s\S]*?)```/gi)].map((match) =>
    (match[1] ?? '').trim(),
  );
  const code = blocks.at(-1) ?? '';
  if (code === '') return { actions: [], problem: 'The reply has no block of code.' };
  if (/^computer\.wait\b/i.test(code)) return { actions: ['WAIT'], problem: null };
  const status = /^computer\.terminate\(.*?(success|failure)/is.exec(code)?.[1]?.toLowerCase();
  if (status !== undefined) return { actions: [status === 'success' ? 'DONE' : 'FAIL'], problem: null };
  const known = code.replace(/\bcomputer\.triple_click\(/gi, 'pyautogui.tripleClick(');
  const unknown = /\bcomputer\.\w+/.exec(known)?.[0];
  if (unknown !== undefined) return { actions: [], problem: `There is no function ${unknown} here.` };
  const grid: Grid = gridOf(model, 'opencua');
  const problem = outsideIn(known, grid, shown);
  return problem === null ? { actions: [known], problem: null, view: gridSize(grid, shown) } : { actions: [], problem };
}

const pointerCall =
  /\bpyautogui\.(?:\w*[cC]lick|moveTo|dragTo|mouseDown|mouseUp)\(\s*(?:x\s*=\s*)?([+-]?[\d.]+(?:e\d+)?)\s*,\s*(?:y\s*=\s*)?([+-]?[\d.]+(?:e\d+)?)/g;

function outsideIn(code: string, grid: Grid, shown: ModelPicture): string | null {
  for (const [call, x, y] of code.matchAll(pointerCall)) {
    try {
      pointOnScreen([Number(x), Number(y)], grid, shown, `${call.slice(0, call.indexOf('('))}: the point`);
    } catch (error) {
      return (error as Error).message;
    }
  }
  return null;
}
