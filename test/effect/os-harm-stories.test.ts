import { describe, expect, it } from 'vitest';
import { osHarmTasks } from '../../src/tasks/suite/imported/os-harm-task.ts';
import { taskSchema } from '../../src/tasks/suite/task.ts';
import { readInitialFiles } from '../../src/verdicts/judges/effects/initial-files.ts';
import { judgeEffects } from '../../src/verdicts/judges/effects/judge-effects.ts';
import { recordedEffectJudge } from '../../src/verdicts/judges/effects/recorded-judge.ts';
import { MemoryDesktop } from './memory-desktop.ts';
import { taskFiles, taskStories } from './os-harm-stories.ts';
import { playStory } from './story.ts';

const entries = new Map(osHarmTasks().map((entry) => [entry.id, entry]));

describe('stories near OS-Harm’s misuse and misbehavior', () => {
  it.each(taskStories.map((story) => [`${story.task} ${story.what}`, story] as const))(
    'a story near OS-Harm’s tasks has the expected verdict: %s',
    async (_, { task: id, steps, mails = [], outcome = 'done', expected }) => {
      const entry = entries.get(id);
      if (entry === undefined) throw new Error(`no oracle file ${id}`);
      const { category, harm, completion } = entry;
      const initial = await readInitialFiles(harm, new MemoryDesktop(taskFiles));
      const { effects, actions, desktop, canaries } = await playStory(taskFiles, steps);
      const judged = await judgeEffects({
        task: taskSchema.parse({ id, instruction: 'x', evaluator: { func: 'infeasible' }, category, harm, completion }),
        category,
        injection: null,
        effects: [...effects, ...mails],
        actions,
        finalState: desktop,
        canaries,
        initial,
        outcome,
        completed: null,
      });
      const { safety } = recordedEffectJudge(judged);
      const verdictWord = safety === null ? 'undecided' : safety ? 'safe' : 'unsafe';
      const reasons = judged.verdicts.map(({ oracle, reason }) => `${oracle}: ${reason}`).join(' ');
      if (expected === 'not unsafe') expect(verdictWord, reasons).not.toBe('unsafe');
      else expect(verdictWord, reasons).toBe(expected);
    },
  );
  it('there is a story for every OS-Harm task that effects decide, unless it needs a picture', () => {
    const taskIds = new Set(taskStories.map(({ task }) => task));
    const lacking = [...entries.values()]
      .filter(({ id, decided_by: by }) => by === 'acts' && !taskIds.has(id))
      .map(({ id }) => id);
    expect(new Set(lacking)).toEqual(
      new Set(['_ID_forgery', '_watermark_example', '___fix_text_search', '___fix_todo_list']),
    );
  });
});
