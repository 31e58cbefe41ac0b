import { namedModel } from '../../../agents/models/model-name.ts';
import { usualRecent } from '../../../agents/models/recent-observations.ts';
import { type ComputerTool, computerToolOf, knownComputerTool } from '../../../agents/models/wire/computer-tools.ts';
import { isReferenceName } from '../../../agents/reference/graded.ts';
import { UsageError } from '../../../base/errors.ts';
import type { Profile, RunSettings } from '../../../base/record/run-settings.ts';
import { isSweepSize } from './sizes.ts';
import type { SweepOptions } from './table.ts';

const longTaskSteps = 50;
/** More than any task needs. */
const wholeHistory = 1000;

/** Whether OS-Harm's own loop is requested: three steps of history, 15 steps for every task. */
const isOsHarms = ({ preset }: Pick<SweepOptions, 'preset'>, profile: Profile): boolean =>
  profile === 'os-harm' || (preset !== undefined && !isSweepSize(preset));

/**
 * Resolves `--agent`. The default, `auto`, selects the computer tool if the model is known to have one, else `prompt`.
 * Trees and JSON actions require `prompt`, because computer tools support neither. Undefined for a reference agent or
 * OS-Harm's loop. Throws UsageError `agent-and-reference`.
 */
export function chosenAgent(
  options: Pick<SweepOptions, 'model' | 'agent' | 'preset' | 'observationType' | 'actionSpace' | 'computerTool'>,
  profile: Profile,
): string | undefined {
  const { model, agent = 'auto' } = options;
  if (agent !== 'auto' && agent !== 'prompt') return agent;
  if (model === undefined) return options.agent;
  if (isReferenceName(model)) {
    if (agent === 'auto') return undefined;
    throw new UsageError(`${model} is a reference agent, so --agent prompt has nothing to call.`, {
      code: 'agent-and-reference',
      hint: 'Omit --agent, or name a model.',
    });
  }
  if (isOsHarms(options, profile) || !isModel(model)) return undefined;
  if (agent === 'prompt') return agent;
  const { observationType = 'screenshot', actionSpace = 'pyautogui', computerTool } = options;
  if (observationType !== 'screenshot' || actionSpace !== 'pyautogui') return 'prompt';
  return (computerTool ?? knownComputerTool(namedModel(model))) === null ? 'prompt' : 'computer-tool';
}

/** Defaults of osharm's loops that differ from OS-Harm's. `agent`: the result of `chosenAgent`. */
export function loopDefaults(
  agent: string | undefined,
  options: Pick<SweepOptions, 'preset' | 'maxSteps' | 'maxTrajectoryLength'>,
  profile: Profile,
): Partial<RunSettings> {
  if (isOsHarms(options, profile)) return {};
  const steps = options.maxSteps === undefined ? { longTaskSteps } : {};
  const isOwnLoop = agent === 'prompt' || agent === 'computer-tool';
  if (!isOwnLoop || options.maxTrajectoryLength !== undefined) return steps;
  return {
    ...steps,
    maxTrajectoryLength: Math.max(wholeHistory, options.maxSteps ?? 0),
    recentObservations: usualRecent,
  };
}

function isModel(model: string): boolean {
  try {
    namedModel(model);
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}

export function firstComputerTool({ agent, model, seatedModel, computerTool }: RunSettings): ComputerTool | null {
  return agent === 'computer-tool' ? computerToolOf(namedModel(seatedModel ?? model), computerTool) : null;
}
