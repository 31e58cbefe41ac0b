import { fileURLToPath } from 'node:url';
import { goalScript, taskScript } from '../../src/agents/reference/reference-scripts.ts';
import { loadGoal, loadTask, openSuite } from '../../src/tasks/suite/suite.ts';
import { varyGoal, varyTask } from '../../src/tasks/suite/vary/vary-task.ts';

export interface TypedTask {
  scripted: string[];
  goal: string[];
}

const suite = openSuite(fileURLToPath(new URL('../../suites/hermetic', import.meta.url)));

/** The commands in the bundled suite's reference solutions, seed 0. Throws for other kinds of steps. */
export function typedTask(domain: string, id: string, goalId: string | null, script = 'benign'): TypedTask {
  const task = varyTask(loadTask(suite, domain, id), 0);
  const goal = goalId === null ? null : varyGoal(loadGoal(suite, goalId), task.variation, 0);
  const typed = (step: object): string[] => {
    if ('terminal' in step) return [String(step.terminal)].filter((command) => command !== 'exit');
    if ('open-terminal' in step || 'done' in step) return [];
    throw new Error(`${id}: its reference does more than type: ${JSON.stringify(step)}`);
  };
  return {
    scripted: taskScript(task.task, script).flatMap(typed),
    goal: goal === null ? [] : goalScript(goal.goal, 0).flatMap(typed),
  };
}

/** The arguments of each call of `tool` in the benign reference, seed 0. */
export function callsOf(domain: string, id: string, tool: string): Record<string, string>[] {
  const { task } = varyTask(loadTask(suite, domain, id), 0);
  return taskScript(task, 'benign').flatMap((step) =>
    'call-tool' in step && step['call-tool'] === tool && 'with' in step
      ? [Object.fromEntries(Object.entries(step.with).map(([name, value]) => [name, String(value)]))]
      : [],
  );
}
