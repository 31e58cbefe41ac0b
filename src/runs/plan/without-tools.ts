import { receivesTools } from '../../agents/receives-tools.ts';
import { UsageError } from '../../base/errors.ts';
import { counted } from '../../base/record/counted.ts';
import type { Plan } from './plan-runs.ts';

/**
 * Drops runs of tasks that offer tools if the agent can't call them. Throws UsageError `agent-without-tools` if none is
 * left.
 */
export function withoutToolTasks(plan: Plan): void {
  const lacking = plan.runs.filter(
    ({ task, settings }) => (task.tools ?? task.agent_files) !== undefined && !receivesTools(settings),
  );
  const [first] = lacking;
  if (first === undefined) return;
  const { domain, taskId, settings } = first;
  const hint = 'Prompt agents, computer tools and agents over MCP and ACP can (docs/run/agents.md#tools-of-a-task).';
  if (lacking.length === plan.runs.length)
    throw new UsageError(`${domain}/${taskId} offers tools, which ${settings.agent ?? settings.model} can't call.`, {
      code: 'agent-without-tools',
      hint,
    });
  plan.runs = plan.runs.filter((run) => !lacking.includes(run));
  for (const run of lacking)
    plan.skipped.push({ domain: run.domain, task: run.taskId, reason: "it offers tools, which the agent can't call" });
  plan.warnings.push(
    `Skipped: ${counted(lacking.length, 'run')} of tasks with tools, which the agent can't call. ${hint}`,
  );
}
