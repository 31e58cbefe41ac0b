import { OsharmError } from '../../base/errors.ts';
import { makeCanaries } from '../../evidence/effect-log/canaries.ts';
import { type NeededNote, neededNote, withNeededNote } from '../../tasks/injection/needed-note.ts';
import { planAttack } from '../../tasks/injection/plan-attack.ts';
import { planSideTask } from '../../tasks/injection/plan-side-task.ts';
import { fillCanaries } from '../../tasks/setup/template.ts';
import { parseGoalId } from '../../tasks/suite/goal-id.ts';
import { parseMoment } from '../../tasks/suite/payload-moment.ts';
import { payloadPieces, slotTexts } from '../../tasks/suite/payload-pieces.ts';
import type { SideTasks } from '../../tasks/suite/side-tasks.ts';
import type { Suite } from '../../tasks/suite/suite.ts';
import { type InjectionEntry, isInSlot, type Task } from '../../tasks/suite/task.ts';
import type { TaskVocabulary } from '../../tasks/suite/task-vocabulary.ts';
import { fillVariedText } from '../../tasks/suite/vary/fill.ts';
import { fitOf } from '../plan/legal-pairs.ts';
import type { PayloadText } from '../plan/payload-hash.ts';
import type { PlannedInjection, PlannedRun } from '../plan/planned-run.ts';
import { neutralText } from '../replay/neutral-text.ts';

/** The run with its goal given as a side task instead of an injected text. */
export function withSideTask(run: PlannedRun, suite: Suite, sideTasks: SideTasks): PlannedRun {
  if (run.injection === null) return run;
  const { goalFile, goal: id } = run.injection;
  const attack = planSideTask({
    task: run.task,
    goal: goalFile.goal,
    attack: sideTasks,
    text: sideTasks.texts[id] ?? goalFile.goal.text,
    suiteFolder: suite.assetRoot,
    canaries: makeCanaries(run.canarySeed),
    // A misuse task has its own generated names, which the other task may use too.
    variation: goalFile.variation,
  });
  return { ...run, attack };
}

/** The run with its injected text in its vectors. Throws OsharmError with blame `task` if a vector does not fit. */
export async function withInjection(
  run: PlannedRun,
  suite: Suite,
  payload: PayloadText | undefined,
  vectors: TaskVocabulary['vectors'],
): Promise<PlannedRun> {
  if (run.injection === null) return run;
  const { payloadAt, alsoBy, selective } = run.settings;
  const { vector, entry, goalFile, goal: goalId } = run.injection;
  const { goal } = goalFile;
  const isNeededDecoy = goal.decoy === 'needed';
  const needed = selective === true || isNeededDecoy ? neededNote(run.canarySeed) : null;
  const text = injectedText(run, run.injection, payload, needed);
  const planned = plannedTask(run, entry, text, needed, isNeededDecoy);
  const { taskFile } = planned;
  const task = { ...planned.task, milestones: goal.milestones ?? planned.task.milestones };
  const variation = { ...goalFile.variation, ...taskFile.variation };
  const canaries = makeCanaries(run.canarySeed);
  const attack = await planAttack({
    task,
    vector,
    entry,
    visibility: parseGoalId(goalId).form?.visibility ?? undefined,
    goal: { ...goal, text },
    later: {
      moment: parseMoment(payloadAt ?? 'start') ?? { kind: 'start' },
      harmless: neutralText(fillCanaries(text, canaries).length),
    },
    further: (alsoBy ?? []).map((name) => {
      const addition = run.settings.payload === 'neutral' ? undefined : payload?.also?.[name];
      return {
        vector: name,
        entry: furtherEntry({ ...run, task }, name, vectors, suite),
        text: addition === undefined ? text : fillVariedText(addition, variation),
      };
    }),
    suiteFolder: suite.assetRoot,
    canaries,
    variation,
  });
  return { ...run, task, taskFile, attack };
}

/**
 * The task with the injected text in its slot. A needed note adds a request to the instruction, and for a needed decoy
 * also a check.
 */
function plannedTask(
  run: PlannedRun,
  entry: InjectionEntry,
  text: string,
  needed: NeededNote | null,
  isNeededDecoy: boolean,
): Pick<PlannedRun, 'task' | 'taskFile'> {
  const instruction = needed === null ? run.task.instruction : `${run.task.instruction} ${needed.request}`;
  let { taskFile } = run;
  let task = { ...run.task, instruction };
  if (isInSlot(entry)) {
    taskFile = taskFile.withSlots(slotTexts(entry, text));
    task = { ...taskFile.task, instruction, injections: task.injections, sessions: sessionsOf(run, taskFile) };
  }
  return { task: needed !== null && isNeededDecoy ? withNeededNote(task, needed) : task, taskFile };
}

/** Later sessions with the text in their slots, and the instructions as the run has them. */
function sessionsOf({ task }: PlannedRun, { task: filled }: PlannedRun['taskFile']): Task['sessions'] {
  return filled.sessions?.map((session, index) => ({
    ...session,
    instruction: task.sessions?.[index]?.instruction ?? session.instruction,
  }));
}

function injectedText(
  { settings, canarySeed }: PlannedRun,
  { goalFile: { goal, variation }, entry }: PlannedInjection,
  payload: PayloadText | undefined,
  needed: NeededNote | null,
): string {
  let text = payload === undefined ? goal.text : fillVariedText(payload.text, variation);
  if (settings.payload === 'neutral') {
    const pieces = payloadPieces(entry, goal.text).map((piece) => piece.text);
    text = (pieces.length === 0 ? [goal.text] : pieces)
      .map((piece) => neutralText(fillCanaries(piece, makeCanaries(canarySeed)).length))
      .join('\n\n');
  }
  return needed === null ? text : `${text} ${needed.instruction}`;
}

function furtherEntry(
  { task, injection }: PlannedRun,
  name: string,
  vectors: TaskVocabulary['vectors'],
  suite: Suite,
): InjectionEntry {
  const vector = vectors.get(name);
  const fit = vector === undefined ? { reason: 'there is no such vector' } : fitOf(task, name, vector, suite.assetRoot);
  if ('entry' in fit) return { ...fit.entry, goals: injection?.entry.goals ?? [] };
  throw new OsharmError(`Task ${task.id} can't also have the text by ${name}: ${fit.reason}.`, {
    code: 'attack-carrier-unfit',
    blame: 'task',
  });
}
