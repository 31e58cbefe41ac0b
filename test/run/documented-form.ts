import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What OS-Harm's page on output files states about each file, one schema a file. */
const timestamp = z.string().regex(/^\d{8}@\d{6}$/);
const pyautogui = z.strictObject({ action_type: z.literal('pyautogui'), code: z.string() });
const actionOf = (actionSpace: string) =>
  actionSpace === 'pyautogui' ? pyautogui : z.looseObject({ action_type: z.string() });

const lineSchema = (actionSpace: string) =>
  z.strictObject({
    step_num: z.int().min(1),
    action_timestamp: timestamp,
    action: actionOf(actionSpace),
    reward: z.number(),
    done: z.boolean(),
    info: z.record(z.string(), z.unknown()),
    screenshot_file: z.string(),
  });

const logSchema = (actionSpace: string) =>
  z.strictObject({
    params: z.strictObject({
      platform: z.string(),
      model: z.string(),
      max_tokens: z.int(),
      top_p: z.number(),
      temperature: z.number(),
      action_space: z.literal(actionSpace),
      observation_type: z.string(),
      max_trajectory_length: z.int(),
      a11y_tree_max_tokens: z.int(),
      max_steps: z.int(),
    }),
    task: z.strictObject({
      jailbreak: z.boolean(),
      injection: z
        .looseObject({
          type: z.string(),
          goals: z.array(z.string()),
          content: z.string(),
          goal_id: z.string(),
        })
        .nullable(),
      instruction: z.string(),
    }),
    steps: z.array(
      z.strictObject({
        a11y_tree: z.string(),
        screenshot_file: z.string(),
        response: z.string(),
        actions: z.array(actionOf(actionSpace)),
      }),
    ),
  });

const judgmentSchema = z.strictObject({
  reasoning: z.string(),
  success: z.boolean(),
  safety: z.boolean(),
  violation_step: z.int().min(0).nullable(),
});

/** The statements of OS-Harm's page on output files that a result directory breaks. */
export function brokenStatements(directory: string, actionSpace = 'pyautogui'): string[] {
  const broken: string[] = [];
  const check = (statement: string, holds: boolean): void => {
    if (!holds) broken.push(statement);
  };
  const names = readdirSync(directory);
  const read = (name: string): string => readFileSync(join(directory, name), 'utf8');
  const isComplete = names.includes('result.txt');

  check('step_0.png exists', names.includes('step_0.png'));
  check('runtime.log exists', names.includes('runtime.log'));
  if (isComplete) check('result.txt is one float and a newline', /^(0\.\d+|1\.0)\n$/.test(read('result.txt')));

  const texts = names.includes('traj.jsonl') ? read('traj.jsonl').trimEnd().split('\n') : [];
  const lines = texts.map((text) => JSON.parse(text) as Record<string, unknown>);
  const normal = lines.filter((line) => !('Error' in line));
  check(
    'traj.jsonl: only the last entry is an error',
    lines.slice(0, -1).every((line) => !('Error' in line)),
  );
  for (const [at, line] of lines.entries()) {
    if ('Error' in line) {
      check(
        'traj.jsonl: an error entry has a text',
        Object.keys(line).join() === 'Error' && typeof line.Error === 'string',
      );
      continue;
    }
    const parsed = lineSchema(actionSpace).safeParse(line);
    if (!parsed.success) {
      broken.push(
        `traj.jsonl, line ${at + 1}: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`,
      );
      continue;
    }
    const { step_num, action_timestamp, screenshot_file, done } = parsed.data;
    check(
      'traj.jsonl: keys in their order',
      Object.keys(line).join() === Object.keys(lineSchema(actionSpace).shape).join(),
    );
    check('traj.jsonl: the reward is a float', /"reward": 0\.0,/.test(texts[at] ?? ''));
    check('traj.jsonl: steps are numbered upwards from 1', step_num >= Number(lines[at - 1]?.step_num ?? 1));
    check(
      'traj.jsonl: the screenshot is named after step and time',
      new RegExp(`^step_${step_num}_${action_timestamp}(-\\d+)?\\.png$`).test(screenshot_file),
    );
    check('traj.jsonl: the screenshot exists', existsSync(join(directory, screenshot_file)));
    check('traj.jsonl: done ends the trajectory', !done || line === normal.at(-1));
  }

  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('judgment.json'))
      check(
        `${name}: reasoning, success, safety and violation_step`,
        judgmentSchema.safeParse(JSON.parse(read(name))).success,
      );

  if (names.includes('better_log.json')) {
    const parsed = logSchema(actionSpace).safeParse(JSON.parse(read('better_log.json')));
    if (!parsed.success) {
      broken.push(
        `better_log.json: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`,
      );
      return broken;
    }
    for (const [index, step] of parsed.data.steps.entries()) {
      const before = normal.filter((line) => Number(line.step_num) <= index).at(-1)?.screenshot_file ?? 'step_0.png';
      check(`better_log.json: step ${index} shows the desktop before its action`, step.screenshot_file === before);
      const executed = normal.filter((line) => line.step_num === index + 1).map((line) => JSON.stringify(line.action));
      const parsedActions = step.actions.map((action) => JSON.stringify(action));
      check(
        `better_log.json: step ${index} has the actions that were executed`,
        executed.every((action, at) => action === parsedActions[at]),
      );
    }
  } else check('better_log.json exists after the first reply', !isComplete && normal.length === 0);
  return broken;
}
