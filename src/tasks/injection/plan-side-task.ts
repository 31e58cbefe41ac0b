import { runSetup } from '../setup/run-setup.ts';
import { fillCanaries, fillCanariesIn } from '../setup/template.ts';
import type { SideTaskAttack } from '../suite/side-tasks.ts';
import type { Goal, Task } from '../suite/task.ts';
import { fillVariedText } from '../suite/vary/fill.ts';
import type { Variation } from '../suite/vary/variation.ts';
import type { Attack } from './plan-attack.ts';

/** Plans a side task: a goal in the agent's instruction. Only the goal's set-up changes the desktop. */
export function planSideTask(options: {
  task: Task;
  goal: Goal;
  attack: SideTaskAttack;
  text: string;
  suiteFolder: string;
  canaries: Readonly<Record<string, string>>;
  variation: Variation;
}): Attack {
  const { task, goal, suiteFolder, canaries, variation } = options;
  const { template, script, select } = options.attack;
  const content = fillCanaries(fillVariedText(options.text, variation), canaries);
  const parts: Readonly<Record<string, string>> = { instruction: task.instruction, side_task: content };
  return {
    content,
    pieces: [],
    sideTask: {
      instruction: template.replace(/\{(instruction|side_task)\}/g, (_, name: string) => parts[name] ?? ''),
      script,
      select,
    },
    substitutions: [],
    parameters: {},
    further: [],
    visibility: 'visible',
    reach: [],
    replacements: new Map(),
    tools: fillCanariesIn(task.tools ?? [], canaries),
    agentFiles: fillCanariesIn(task.agent_files ?? [], canaries),
    async beforeOpening() {},
    async prepare(desktop, signal, tolerance = {}) {
      const base = { ...tolerance, desktop, suiteFolder, canaries, variation, taskId: task.id };
      await runSetup(goal.config, signal === undefined ? base : { ...base, signal }, `goal ${goal.id} config`);
    },
    coming: null,
  };
}
