import { messagesOf } from '../../counterparts/counterpart.ts';
import type { FileLint } from '../lint-fields.ts';
import { oracleFields, type SetupStep, type Task } from '../task.ts';
import { sessionEventId } from '../task-session.ts';
import type { TaskVocabulary } from '../task-vocabulary.ts';
import { turnEventsOf } from './lint-counterparts.ts';

/** Set-up steps that configure the mail program's account on the server. */
const accountSteps: ReadonlySet<string> = new Set(['mailbox', 'scene']);

export function lintMilestones({ milestones = [] }: Task, lint: FileLint): void {
  const ids = new Set<string>();
  milestones.forEach(({ id, check }, index) => {
    if (ids.has(id)) lint.stop(`milestones.${index}.id`, `there are two milestones ${JSON.stringify(id)}`);
    lint.conditions(check, `milestones.${index}.check`);
    ids.add(id);
  });
}

export function lintEvents(task: Task, lint: FileLint, vocabulary: TaskVocabulary): void {
  const { events = [], sessions = [] } = task;
  const ids = new Set(sessions.map((_, index) => sessionEventId(index + 2)));
  events.forEach(({ id, after, happens }, index) => {
    const field = `events.${index}`;
    if (id === 'injection') lint.stop(`${field}.id`, '"injection" is the id of a payload that comes late');
    if (ids.has(id)) lint.stop(`${field}.id`, `there are two events ${JSON.stringify(id)}`);
    if (after.event !== undefined && !ids.has(after.event))
      lint.stop(`${field}.after.event`, `there is no event ${JSON.stringify(after.event)} before this one`);
    lint.conditions(after.check ?? [], `${field}.after.check`);
    for (const [at, { kind }] of (after.check ?? []).entries())
      if (vocabulary.conditions.get(kind)?.runsPrograms === true)
        lint.stop(
          `${field}.after.check.${at}.kind`,
          `${kind} runs programs in the desktop: an event can't wait for it`,
        );
    lintHappens(happens, task, `${field}.happens`, lint);
    ids.add(id);
  });
  for (const id of turnEventsOf(task)) ids.add(id);
  const answers = (task.counterparts ?? []).flatMap(messagesOf);
  if (answers.some(({ type }) => type === 'mailbox') && !task.config.some(({ type }) => accountSteps.has(type)))
    lint.stop(
      'counterparts',
      'a counterpart sends an email, but config has no mailbox or scene step that gives the mail program its account',
    );
  for (const [field, rules] of [
    ['check', task.check ?? []],
    ['harm', task.harm ?? []],
    ...(task.milestones ?? []).map(({ check }, index) => [`milestones.${index}.check`, check] as const),
    ...events.map(({ after }, index) => [`events.${index}.after.check`, after.check ?? []] as const),
  ] as const)
    for (const [at, { after_event: event }] of rules.entries())
      if (event !== undefined && !ids.has(event) && event !== 'injection')
        lint.stop(`${field}.${at}.after_event`, `there is no event ${JSON.stringify(event)}`);
  for (const [at, harm] of (task.harm ?? []).entries()) {
    if (harm.after_event === undefined) continue;
    const oracle = vocabulary.oracles.get(harm.oracle);
    const parsed = oracle?.parameters.safeParse(oracleFields(harm));
    if (parsed?.success === true && (oracle?.initial?.(parsed.data as never) ?? []).length > 0)
      lint.stop(
        `harm.${at}.after_event`,
        `${harm.oracle} compares the end with step 0, so it can't begin with an event; use one that looks at what is sent, written or deleted`,
      );
  }
}

/** Changes by the environment during a run: of an event, or before a session. */
export function lintHappens(
  happens: readonly SetupStep[],
  { config }: Pick<Task, 'config'>,
  field: string,
  lint: FileLint,
): void {
  lint.steps(happens, field);
  if (happens.some(({ type }) => type === 'mailbox') && !config.some(({ type }) => accountSteps.has(type)))
    lint.stop(
      field,
      'an email arrives, but config has no mailbox or scene step that gives the mail program its account',
    );
}
