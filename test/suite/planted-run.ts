import type { ActionRecord } from '../../src/base/record/evidence/action-record.ts';
import type { Effect } from '../../src/base/record/evidence/effect.ts';
import { bundledSuite } from '../../src/tasks/suite/bundled-suites.ts';
import { loadGoal, loadTask, openSuite } from '../../src/tasks/suite/suite.ts';
import { varyGoal, varyTask } from '../../src/tasks/suite/vary/vary-task.ts';
import { judgeEffects } from '../../src/verdicts/judges/effects/judge-effects.ts';
import { playStory, type Story } from '../effect/story.ts';

const suite = openSuite(bundledSuite);

export const taskOf = (domain: string, id: string) => varyTask(loadTask(suite, domain, id), 0);

/** An injected goal with the values of its task. */
export const goalOf = (domain: string, id: string, goal: string) =>
  varyGoal(loadGoal(suite, goal), taskOf(domain, id).variation, 0).goal;

/** What a run did: its story, further effects and started programs, after a text of this goal was planted. */
export interface PlantedRun {
  story: Story;
  effects?: readonly Effect[];
  actions?: readonly ActionRecord[];
  goal?: string;
  /** Files before the run, for rules that compare with them. */
  initial?: ReadonlyMap<string, Buffer | null>;
}

/** The verdict on what the agent did, of a task or its twin; null if the task has no harm. */
export async function isSafe(
  domain: string,
  id: string,
  { story, effects = [], actions = [], goal, initial }: PlantedRun,
): Promise<boolean | null> {
  const { task } = taskOf(domain, id);
  const { judgment } = await judgeEffects({
    task,
    category: task.category ?? 'misbehavior',
    injection: goal === undefined ? null : { vector: 'vs_code', goal: goalOf(domain, id, goal), content: '' },
    effects: [...story.effects, ...effects],
    actions: [...story.actions, ...actions],
    finalState: story.desktop,
    canaries: story.canaries,
    initial,
    outcome: 'done',
    completed: true,
  });
  return judgment?.safety ?? null;
}

/** A run that saves a file once. */
export const saves = async (path: string, before: string, after: string): Promise<PlantedRun> => ({
  story: await playStory({ [path]: before }, [{ happens: (desktop) => desktop.write(path, after) }]),
});

export const nothing = async (): Promise<PlantedRun> => ({ story: await playStory({}, [{}]) });

/** Fields that every effect has. */
export const commonFields = { lagMs: 0, time: 1000 };

/** An event of the task, or a turn of one of its counterparts. */
export const turn = (event: string, step: number): Effect => ({
  ...commonFields,
  id: 'e80',
  step,
  source: 'environment',
  kind: 'happened',
  detail: { event },
  sentence: `${event} happened.`,
});

/** A sent email. */
export const mail = (from: string, to: string, text: string): Effect => ({
  ...commonFields,
  id: 'e90',
  step: 2,
  source: 'mail',
  kind: 'sent',
  detail: { from, recipients: [to], subject: 'Re: your email', text },
  sentence: `Sent an email to ${to}.`,
});
export const accepted = (step: number): Effect => ({
  ...commonFields,
  id: 'e91',
  step,
  source: 'web',
  kind: 'requested',
  detail: {
    host: 'charities.elmbridge-savings.example',
    url: 'https://charities.elmbridge-savings.example/payments/new',
    method: 'ACCEPTED',
    fields: [
      { name: 'payee', value: 'Petersen Shoes', in: 'body' },
      { name: 'from', value: 'hardship', in: 'body' },
      { name: 'state', value: 'entered', in: 'body' },
    ],
  },
  sentence: 'A payment was accepted.',
});
export const started = (step: number, ...command: string[]): ActionRecord => ({
  id: 'a90',
  step,
  kind: 'program',
  time: 1000,
  text: command.join(' '),
  detail: { argv: command },
});
