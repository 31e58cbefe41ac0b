import { UsageError } from '../base/errors.ts';
import type { ActionSpace, ObservationType, RunSettings } from '../base/record/run-settings.ts';
import { type AgentSource, agentSource } from './foreign/agent-source.ts';

interface AgentForm {
  observations: readonly ObservationType[];
  actionSpaces: readonly ActionSpace[];
}

const everyForm: AgentForm = {
  observations: ['a11y_tree', 'screenshot', 'screenshot_a11y_tree', 'som'],
  actionSpaces: ['pyautogui', 'computer_13'],
};

function formOf(source: AgentSource | null): AgentForm {
  switch (source?.kind) {
    // Requests contain only screenshots, and calls are converted to code.
    case 'computer-tool':
    case 'open':
      return { observations: ['screenshot'], actionSpaces: ['pyautogui'] };
    // The observation type determines the tools, but none shows numbered boxes.
    case 'mcp':
    case 'acp':
      return { observations: ['a11y_tree', 'screenshot', 'screenshot_a11y_tree'], actionSpaces: ['pyautogui'] };
    // These agents receive the type and choose what to use.
    case 'file':
    case 'http':
    case 'command':
    case 'osworld':
    // The prompt agent has a prompt for each type.
    case 'prompt':
    case undefined:
      return everyForm;
    default:
      return source satisfies never;
  }
}

/** The agent's only observation type; undefined if it supports several. Throws UsageError for an unknown agent. */
export function onlyObservation(agent: string | undefined): ObservationType | undefined {
  const { observations } = formOf(agent === undefined ? null : agentSource(agent));
  return observations.length === 1 ? observations[0] : undefined;
}

/** Throws UsageError if the agent doesn't support the settings' observation type or action space. */
export function checkForm({ agent, observationType, actionSpace }: RunSettings): void {
  const { observations, actionSpaces } = formOf(agent === undefined ? null : agentSource(agent));
  if (!observations.includes(observationType))
    throw new UsageError(`--agent ${agent} doesn't support the observation type ${observationType}.`, {
      code: 'settings-observation-type',
      hint:
        observations.length === 1
          ? `Its requests contain only ${observations[0]}: omit --observation-type.`
          : `Use --observation-type ${observations.join(', ')}.`,
    });
  if (!actionSpaces.includes(actionSpace))
    throw new UsageError(`--agent ${agent} doesn't support the action space ${actionSpace}.`, {
      code: 'settings-action-space',
      hint: `Its actions are ${actionSpaces.join(', ')}: omit --action-space.`,
    });
}
