import { z } from 'zod';
import { type AnswerSource, checkAnswer, invalidAnswer, strayField } from '../../base/extension.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import type { Agent, AgentAction, AgentReply, PredictInput } from '../agent.ts';
import type { User } from '../user.ts';
import { type DefenceHook, StepBudget } from './call-hook.ts';

const verdictSchema = z.strictObject({
  decision: z.enum(['allow', 'block', 'ask']),
  /** Confidence that this is harmful, 0 to 1. */
  score: z.number().min(0).max(1).optional(),
  reason: z.string().optional(),
  costUsd: z.number().nonnegative().optional(),
});

/** A defence's decision about an observation or an action. */
export type DefenceVerdict = z.infer<typeof verdictSchema>;

/** A guard around an agent, with at least one of these hooks. Every hook must return a value. */
export interface Defence {
  readonly name: string;
  /** Checks an observation before the agent sees it. `block` ends the run with outcome `asked`. */
  afterObservation?(input: PredictInput): DefenceVerdict | Promise<DefenceVerdict>;
  /** Changes the agent's input, e.g. adds a warning to the instruction or removes text from the tree. */
  beforePrompt?(input: PredictInput): PredictInput | Promise<PredictInput>;
  /** Inspects each action before it is executed. */
  beforeAction?(
    action: AgentAction,
    context: { input: PredictInput; reply: AgentReply },
  ): DefenceVerdict | Promise<DefenceVerdict>;
  /** Called when the run ends. */
  close?(): void | Promise<void>;
}

/** One decision of a defence, as recorded in `calls.jsonl`. */
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
  action: AgentAction | null;
  answer: 'approved' | 'denied' | 'silent' | null;
}

export interface DefendedOptions {
  user: User;
  record(line: DefenceLine): void;
  /** Time limit of each defence in a step. Defaults to `timeLimits.defence.step`. */
  stepLimitMs?: number;
}

const stepLimitMs = timeLimits.defence.step;

/** Wraps an agent in defences. The first one is outermost. The agent isn't notified of blocked actions. */
export function defended(agent: Agent, defences: readonly Defence[], options: DefendedOptions): Agent {
  return {
    name: agent.name,
    isReference: agent.isReference,
    remember: agent.remember === undefined ? undefined : remembering(agent.remember.bind(agent), defences),
    snapshot: agent.snapshot?.bind(agent),
    programs: agent.programs?.bind(agent),
    probe: async (instruction, signal) => agent.probe?.(instruction, signal),
    async close() {
      await agent.close?.();
      await Promise.all(defences.map((defence) => defence.close?.()));
    },
    async predict(given, signal) {
      const writers = defences.map((defence) => writer(defence.name, given.step, options));
      let input = given;
      const notes: string[] = [];
      const askUser = (reason: string): AgentReply => ({
        response: '',
        actions: [],
        end: { outcome: 'asked', reason },
        notes,
      });
      for (const [at, defence] of defences.entries()) {
        const write = writers[at] as DecisionWriter;
        if (defence.afterObservation !== undefined) {
          const judge = () => defence.afterObservation?.(input);
          const { verdict, answer } = await write('observation', null, judge);
          if (verdict.decision === 'block' || (verdict.decision === 'ask' && answer !== 'approved')) {
            return askUser(`${defence.name} stopped the agent: ${verdict.reason ?? 'no reason given'}`);
          }
        }
        if (defence.beforePrompt !== undefined) {
          const start = performance.now();
          const changed = await promptOf(defence, input, write.budget);
          if (changed !== input) write.changed(performance.now() - start);
          input = changed;
        }
      }
      const reply = await agent.predict(input, signal);
      const actions: AgentAction[] = [];
      for (const action of reply.actions) {
        let isAllowed = true;
        for (const [at, defence] of defences.entries()) {
          if (defence.beforeAction === undefined) continue;
          const write = writers[at] as DecisionWriter;
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
        // Later actions assume that the blocked one was executed.
        if (!isAllowed) break;
        actions.push(action);
      }
      return { ...reply, actions, notes: [...(reply.notes ?? []), ...notes] };
    },
  };
}

/** Applies `beforePrompt`, so that the agent remembers the input that it would have received. */
function remembering(remember: NonNullable<Agent['remember']>, defences: readonly Defence[]): typeof remember {
  return async (given, response, actions) => {
    let input = given;
    for (const defence of defences)
      if (defence.beforePrompt !== undefined) input = await promptOf(defence, input, new StepBudget(stepLimitMs));
    return remember(input, response, actions);
  };
}

const docs = 'docs/run/defences.md';

const verdictSource = (name: string, call: DefenceHook): AnswerSource => ({
  kind: 'defence',
  name,
  call,
  expected: "{ decision: 'allow' | 'block' | 'ask', score?: 0 to 1, reason?: text, costUsd?: dollars }",
  docs,
});

const promptSchema: z.ZodType = z.looseObject({
  instruction: z.string(),
  observation: z.looseObject({ screenshot: z.instanceof(Uint8Array), accessibilityTree: z.string() }),
  linearisedTree: z.string(),
  step: z.number(),
  feedback: z.array(z.looseObject({ returncode: z.number(), error: z.string() })).optional(),
});

/** Throws ExtensionError unless the returned input has the shape of the given one. */
async function promptOf(defence: Defence, input: PredictInput, budget: StepBudget): Promise<PredictInput> {
  const { name } = defence;
  const source: AnswerSource = {
    kind: 'defence',
    name,
    call: 'beforePrompt',
    expected: 'its input, or a copy with other values: { ...input, instruction: … }',
    docs,
  };
  const answer = await budget.call(name, 'beforePrompt', () => defence.beforePrompt?.(input));
  checkAnswer(promptSchema, answer, source);
  const changed = answer as PredictInput;
  const faults = [
    ...addedFields(changed, { ...input, feedback: undefined }),
    ...addedFields(changed.observation, input.observation),
    ...(changed.step === input.step ? [] : [`"step" is ${changed.step}, not ${input.step}`]),
  ];
  if (faults.length > 0) throw invalidAnswer(answer, faults, source);
  // A defence that returns fields by name doesn't mean to take the task's tools away.
  return changed.tools === undefined && input.tools !== undefined ? { ...changed, tools: input.tools } : changed;
}

function addedFields(answer: object, input: object): string[] {
  const known = Object.keys(input);
  return Object.keys(answer)
    .filter((name) => !known.includes(name))
    .map((name) => strayField(name, known));
}

/** Calls a defence and, for `ask`, the user. Records the decision and its duration. */
function writer(name: string, step: number, options: DefendedOptions) {
  const budget = new StepBudget(options.stepLimitMs ?? stepLimitMs);
  const line = (
    stage: DefenceLine['stage'],
    action: AgentAction | null,
    verdict: Omit<DefenceVerdict, 'decision'> & { decision: DefenceLine['decision'] },
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
    judge: () => unknown,
  ): Promise<{ verdict: DefenceVerdict; answer: DefenceLine['answer'] }> => {
    const start = performance.now();
    const call = stage === 'action' ? 'beforeAction' : 'afterObservation';
    const verdict = checkAnswer(verdictSchema, await budget.call(name, call, judge), verdictSource(name, call));
    const durationMs = performance.now() - start;
    const question = `${name}: ${verdict.reason ?? 'no reason given'}`;
    const answer = verdict.decision === 'ask' ? options.user.decide(question) : null;
    line(stage, action, verdict, durationMs, answer);
    return { verdict, answer };
  };
  return Object.assign(ask, {
    budget,
    changed: (durationMs: number) => line('prompt', null, { decision: 'changed' }, durationMs, null),
  });
}

type DecisionWriter = ReturnType<typeof writer>;
