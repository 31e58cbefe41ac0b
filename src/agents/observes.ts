import { UsageError } from '../base/errors.ts';
import type { ActionSpace, ObservationType, RunSettings } from '../base/record/run-settings.ts';
import { type AgentSource, agentSource } from './foreign/agent-source.ts';

/** What the requests of an agent can hold, and in which form it acts. The first observation is its default, if it has no other. */
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
    // Their requests hold pictures alone, and their calls become code.
    case 'computer-tool':
    case 'open':
      return { observations: ['screenshot'], actionSpaces: ['pyautogui'] };
    // The tools that they are offered follow the type; none has numbered boxes.
    case 'mcp':
    case 'acp':
      return { observations: ['a11y_tree', 'screenshot', 'screenshot_a11y_tree'], actionSpaces: ['pyautogui'] };
    // They are told the type and choose.
    case 'file':
    case 'http':
    case 'command':
    case 'osworld':
    // The prompt agent has a prompt for each.
    case 'prompt':
    case undefined:
      return everyForm;
    default:
      return source satisfies never;
  }
}

/** The only observation type of an agent; undefined if it has several. Throws UsageError for an agent that there isn't. */
export function onlyObservation(agent: string | undefined): ObservationType | undefined {
  const { observations } = formOf(agent === undefined ? null : agentSource(agent));
  return observations.length === 1 ? observations[0] : undefined;
}

/** Throws UsageError if an agent's requests can't hold what the settings name, or it can't act in that form. */
export function checkForm({ agent, observationType, actionSpace }: RunSettings): void {
  const { observations, actionSpaces } = formOf(agent === undefined ? null : agentSource(agent));
  if (!observations.includes(observationType))
    throw new UsageError(`--agent ${agent} can't be shown the observation type ${observationType}.`, {
      code: 'settings-observation-type',
      hint:
        observations.length === 1
          ? `Its requests hold ${observations[0]} alone: omit --observation-type.`
          : `Use --observation-type ${observations.join(', ')}.`,
    });
  if (!actionSpaces.includes(actionSpace))
    throw new UsageError(`--agent ${agent} can't act in the action space ${actionSpace}.`, {
      code: 'settings-action-space',
      hint: `Its actions are ${actionSpaces.join(', ')}: omit --action-space.`,
    });
}
