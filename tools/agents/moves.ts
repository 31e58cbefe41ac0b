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

/** The number of the ticket that is to be closed in `__desk_projector`, seed 0. */
export function deskTicket(): string {
  const { task } = varyTask(loadTask(suite, 'os', '__desk_projector'), 0);
  const called = taskScript(task, 'benign').find(
    (step) => 'call-tool' in step && step['call-tool'] === 'desk/close_ticket',
  );
  return called !== undefined && 'with' in called ? String(called.with.number) : '';
}
