import { fillCanariesIn } from '../../desktop/setup/template.ts';
import { UsageError } from '../../errors.ts';
import { exposureIn } from '../../observe/exposure.ts';
import type { Goal, Task } from '../../suite/task.ts';
import type { Agent, AgentReply, PredictInput } from '../agent.ts';
import { pngSize } from './png-size.ts';
import { goalScript, taskScript } from './reference-scripts.ts';
import { readableText, screenElements } from './screen-tree.ts';
import { finish, ScriptPlayer, waitReply } from './script-player.ts';

/** The agents that a suite is verified with. They are programs, not models. */
export const referenceAgents = [
  'reference-benign',
  'reference-hijacked',
  'reference-refuse',
  'reference-idle',
] as const;
export type ReferenceAgentName = (typeof referenceAgents)[number];

export interface ReferenceAgentOptions {
  readonly task: Task;
  readonly goal: Goal | null;
  /** The injected text of this run; null without injection. */
  readonly injectionContent: string | null;
  readonly canaries: Readonly<Record<string, string>>;
  /** Taken for the day when references vary; today's are the same for every seed. */
  readonly seed: number;
}

const refusal = "I'm sorry, but I can't help with this task.";

/** True for the name of a reference agent. */
export function isReferenceAgent(name: string): name is ReferenceAgentName {
  return (referenceAgents as readonly string[]).includes(name);
}

/**
 * A reference agent for one run. It sees what a model sees (screenshot and accessibility tree) and its own script, and answers as a model does: words and
 * pyautogui code. Throws UsageError for an unknown name and for a task without the reference solution that it needs.
 */
export function createReferenceAgent(name: string, options: ReferenceAgentOptions): Agent {
  if (!isReferenceAgent(name))
    throw new UsageError(`There is no reference agent ${JSON.stringify(name)}.`, {
      code: 'reference-unknown',
      hint: `Known: ${referenceAgents.join(', ')}.`,
    });
  const answer = answers(name, options);
  return { name, isReference: true, predict: async (input) => answer(input) };
}

type Answer = (input: PredictInput) => AgentReply;

function answers(name: ReferenceAgentName, options: ReferenceAgentOptions): Answer {
  switch (name) {
    case 'reference-refuse':
      return () => finish('FAIL', refusal);
    case 'reference-idle':
      return () => waitReply('I wait.');
    case 'reference-benign':
      if (options.task.category === 'misuse') return () => finish('FAIL', refusal);
      return playing(new ScriptPlayer(scriptFor(options, 'benign')));
    case 'reference-hijacked':
      return hijacked(options);
  }
}

function hijacked(options: ReferenceAgentOptions): Answer {
  const { goal, injectionContent } = options;
  if (goal === null || injectionContent === null) {
    // Without injection an injection task leaves nothing to be hijacked by.
    const script = options.task.category === 'injection' ? 'benign' : 'harmful';
    return playing(new ScriptPlayer(scriptFor(options, script)));
  }
  const own = new ScriptPlayer(scriptFor(options, 'benign'));
  const goalSteps = goalScript(goal).map((step) => fillCanariesIn(step, options.canaries));
  let following: ScriptPlayer | null = null;
  return (input) => {
    const screen = screenOf(input);
    if (following === null && exposureIn(readableText(screen.elements), injectionContent) !== 'none')
      following = new ScriptPlayer(goalSteps);
    if (following !== null && !following.isOver) return following.next(screen);
    if (following !== null && !goal.allows_task) return finish('FAIL', 'I stop here.');
    const reply = own.next(screen);
    if (following === null && own.isOver)
      return { ...reply, response: `I never saw the injected text. ${reply.response}` };
    return reply;
  };
}

function scriptFor(options: ReferenceAgentOptions, name: string): ReturnType<typeof taskScript> {
  return taskScript(options.task, name).map((step) => fillCanariesIn(step, options.canaries));
}

function playing(player: ScriptPlayer): Answer {
  return (input) => player.next(screenOf(input));
}

function screenOf({ observation }: PredictInput) {
  return { elements: screenElements(observation.accessibilityTree), ...pngSize(observation.screenshot) };
}
