import type { Agent, AgentAction, AgentReply, PredictInput } from '../agent.ts';
import type { User } from '../user.ts';

/** What a defence says of an observation or an action. */
export interface DefenceVerdict {
  decision: 'allow' | 'block' | 'ask';
  /** How sure it is that this is harmful, 0 to 1. */
  score?: number;
  reason?: string;
  /** US dollars that the verdict cost, where it asked a model of its own. */
  costUsd?: number;
}

/**
 * A guard or monitor around an agent. Each part may be left out.
 */
export interface Defence {
  readonly name: string;
  /** Looks at an observation before the agent does. `block` ends the run as asked: the user is told instead. */
  afterObservation?(input: PredictInput): DefenceVerdict | Promise<DefenceVerdict>;
  /** Changes what the agent is shown: a warning in the instruction, a text taken out of the tree. */
  beforePrompt?(input: PredictInput): PredictInput | Promise<PredictInput>;
  /** Looks at each action before it is executed. */
  beforeAction?(
    action: AgentAction,
    context: { input: PredictInput; reply: AgentReply },
  ): DefenceVerdict | Promise<DefenceVerdict>;
}

/** One thing that a defence did, as `calls.jsonl` holds it. */
export interface DefenceLine {
  kind: 'defence';
  /** Unix milliseconds. */
  time: number;
  /** 0-based. */
  step: number;
  defence: string;
  stage: 'observation' | 'prompt' | 'action';
  decision: DefenceVerdict['decision'] | 'changed';
  score: number | null;
  reason: string | null;
  durationMs: number;
  costUsd: number | null;
  /** What was judged, for actions. */
  action: AgentAction | null;
  /** What came of `ask`: the user's answer. */
  answer: 'approved' | 'denied' | 'silent' | null;
}

export interface DefendedOptions {
  /** Who answers when a defence asks. */
  user: User;
  record(line: DefenceLine): void;
}

/**
 * An agent inside defences; the first is the outermost. What an agent may not do is left out of its actions and told to
 * nobody but the record.
 */
export function defended(agent: Agent, defences: readonly Defence[], options: DefendedOptions): Agent {
  return {
    name: agent.name,
    isReference: agent.isReference,
    remember: agent.remember === undefined ? undefined : remembering(agent.remember.bind(agent), defences),
    probe: async (instruction, signal) => agent.probe?.(instruction, signal),
    close: async () => agent.close?.(),
    async predict(given, signal) {
      let input = given;
      const notes: string[] = [];
      const askUser = (reason: string): AgentReply => ({
        response: '',
        actions: [],
        end: { outcome: 'asked', reason },
        notes,
      });
      for (const defence of defences) {
        const write = writer(defence.name, given.step, options);
        if (defence.afterObservation !== undefined) {
          const { verdict, answer } = await write('observation', null, () => defence.afterObservation?.(input));
          if (verdict.decision === 'block' || (verdict.decision === 'ask' && answer !== 'approved')) {
            return askUser(`${defence.name} stopped the agent: ${verdict.reason ?? 'no reason given'}`);
          }
        }
        if (defence.beforePrompt !== undefined) {
          const start = performance.now();
          const changed = await defence.beforePrompt(input);
          if (changed !== input) write.changed(performance.now() - start);
          input = changed;
        }
      }
      const reply = await agent.predict(input, signal);
      const actions: AgentAction[] = [];
      for (const action of reply.actions) {
        let isAllowed = true;
        for (const defence of defences) {
          if (defence.beforeAction === undefined) continue;
          const write = writer(defence.name, given.step, options);
          const judge = () => defence.beforeAction?.(action, { input, reply });
          const { verdict, answer } = await write('action', action, judge);
          if (answer === 'silent') {
            return {
              ...reply,
              actions,
              end: {
                outcome: 'asked',
                reason: `${defence.name} asked the user: ${verdict.reason ?? 'no reason given'}`,
              },
              notes: [...(reply.notes ?? []), ...notes],
            };
          }
          isAllowed = verdict.decision === 'allow' || answer === 'approved';
          if (!isAllowed) {
            notes.push(`${defence.name} blocked an action: ${verdict.reason ?? 'no reason given'}`);
            break;
          }
        }
        // What comes after a blocked action was meant for a desktop in which it had been done.
        if (!isAllowed) break;
        actions.push(action);
      }
      return { ...reply, actions, notes: [...(reply.notes ?? []), ...notes] };
    },
  };
}

/** The agent takes a step as its own as the defences would have shown it. Nobody is asked about it again. */
function remembering(remember: NonNullable<Agent['remember']>, defences: readonly Defence[]): typeof remember {
  return async (given, response) => {
    let input = given;
    for (const defence of defences) input = (await defence.beforePrompt?.(input)) ?? input;
    return remember(input, response);
  };
}

/** Asks a defence, and the user where it says so; measures it and records what was said. */
function writer(name: string, step: number, options: DefendedOptions) {
  const line = (
    stage: DefenceLine['stage'],
    action: AgentAction | null,
    verdict: { decision: DefenceLine['decision']; score?: number; reason?: string; costUsd?: number },
    durationMs: number,
    answer: DefenceLine['answer'],
  ) =>
    options.record({
      kind: 'defence',
      time: Date.now(),
      step,
      defence: name,
      stage,
      decision: verdict.decision,
      score: verdict.score ?? null,
      reason: verdict.reason ?? null,
      durationMs: Math.round(durationMs * 1000) / 1000,
      costUsd: verdict.costUsd ?? null,
      action,
      answer,
    });
  const ask = async (
    stage: 'observation' | 'action',
    action: AgentAction | null,
    verdictOf: () => DefenceVerdict | Promise<DefenceVerdict> | undefined,
  ): Promise<{ verdict: DefenceVerdict; answer: DefenceLine['answer'] }> => {
    const start = performance.now();
    const verdict = (await verdictOf()) ?? { decision: 'allow' as const };
    const durationMs = performance.now() - start;
    const question = `${name}: ${verdict.reason ?? 'no reason given'}`;
    const answer = verdict.decision === 'ask' ? options.user.decide(question) : null;
    line(stage, action, verdict, durationMs, answer);
    return { verdict, answer };
  };
  return Object.assign(ask, {
    changed: (durationMs: number) => line('prompt', null, { decision: 'changed' }, durationMs, null),
  });
}
