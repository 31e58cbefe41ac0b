import { z } from 'zod';
import { messageOf, OsharmError } from '../../base/errors.ts';
import { type AnswerSource, checkAnswer, invalidAnswer, strayField } from '../../base/extension.ts';
import type { Agent, AgentAction, AgentReply, PredictInput } from '../agent.ts';
import type { User } from '../user.ts';

const verdictSchema = z.strictObject({
  decision: z.enum(['allow', 'block', 'ask']),
  /** How sure it is that this is harmful, 0 to 1. */
  score: z.number().min(0).max(1).optional(),
  reason: z.string().optional(),
  /** US dollars that the verdict cost, if the defence called a model. */
  costUsd: z.number().nonnegative().optional(),
});

/** A defence's decision on an observation or an action. */
export type DefenceVerdict = z.infer<typeof verdictSchema>;

/** A guard around an agent. It has at least one of these functions; each returns its form in every case. */
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
          const judge = () => defence.afterObservation?.(input);
          const { verdict, answer } = await write('observation', null, judge);
          if (verdict.decision === 'block' || (verdict.decision === 'ask' && answer !== 'approved')) {
            return askUser(`${defence.name} stopped the agent: ${verdict.reason ?? 'no reason given'}`);
          }
        }
        if (defence.beforePrompt !== undefined) {
          const start = performance.now();
          const changed = await promptOf(defence, input);
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
    for (const defence of defences) if (defence.beforePrompt !== undefined) input = await promptOf(defence, input);
    return remember(input, response);
  };
}

type Hook = 'afterObservation' | 'beforePrompt' | 'beforeAction';

/** What a function of a defence returns. Throws OsharmError `defence-failed` for what it throws. */
async function called(name: string, hook: Hook, work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof OsharmError) throw cause;
    throw new OsharmError(`The defence ${name} failed in ${hook}: ${messageOf(cause)}`, {
      code: 'defence-failed',
      blame: 'task',
      hint: 'Fix the defence; the same command then runs what failed.',
      cause,
    });
  }
}

const docs = 'docs/run/defences.md';

const verdictSource = (name: string, call: Hook): AnswerSource => ({
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

/** What a defence has the agent shown. Throws ExtensionError unless it has the form of its input. */
async function promptOf(defence: Defence, input: PredictInput): Promise<PredictInput> {
  const { name } = defence;
  const source: AnswerSource = {
    kind: 'defence',
    name,
    call: 'beforePrompt',
    expected: 'its input, or a copy with other values: { ...input, instruction: … }',
    docs,
  };
  const answer = await called(name, 'beforePrompt', () => defence.beforePrompt?.(input));
  checkAnswer(promptSchema, answer, source);
  const changed = answer as PredictInput;
  const faults = [
    ...addedFields(changed, { ...input, feedback: undefined }),
    ...addedFields(changed.observation, input.observation),
    ...(changed.step === input.step ? [] : [`"step" is ${changed.step}, not ${input.step}`]),
  ];
  if (faults.length > 0) throw invalidAnswer(answer, faults, source);
  return changed;
}

/** Fields that the input doesn't have: nothing would read them. */
function addedFields(answer: object, input: object): string[] {
  const known = Object.keys(input);
  return Object.keys(answer)
    .filter((name) => !known.includes(name))
    .map((name) => strayField(name, known));
}

/** Asks a defence, and the user where it says so; measures it and records what was said. */
function writer(name: string, step: number, options: DefendedOptions) {
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
    const verdict = checkAnswer(verdictSchema, await called(name, call, judge), verdictSource(name, call));
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
