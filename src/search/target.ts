import { basename } from 'node:path';
import { type GoalLevel, goalLevels } from '../suite/goal-level.ts';
import type { Goal, InjectionEntry, Task } from '../suite/task.ts';
import { frames, languages } from './frames.ts';
import type { Genome, Space } from './genome.ts';

/** What a search attacks: one task with one carrier and one goal. All of it is fixed; the carrier's text is what varies. */
export interface Target {
  /** `domain/task × vector × goal`. */
  id: string;
  domain: string;
  task: string;
  /** Tasks of one family depend on each other. */
  family: string;
  vector: string;
  goal: string;
  /** The goal's own texts: what a payload asks for, in the suite's words. */
  wordings: Readonly<Partial<Record<GoalLevel, string>>>;
  /** What the carrier belongs to; null: the attacker doesn't know. */
  application: string | null;
  document: string | null;
  /** Following the goal leaves the user's task possible. */
  allowsTask: boolean;
}

/** The target of a planned run. */
export function targetOf(
  { domain, task, family }: { domain: string; task: Task; family: string },
  entry: InjectionEntry,
  goal: Goal,
): Target {
  const file = entry.params?.file_path_vm;
  return {
    id: `${domain}/${task.id} × ${entry.type} × ${goal.id}`,
    domain,
    task: task.id,
    family,
    vector: entry.type,
    goal: goal.id,
    wordings: { blunt: goal.text, ...goal.levels },
    application: task.related_apps[0] ?? null,
    document: typeof file === 'string' ? basename(file) : null,
    allowsTask: goal.allows_task,
  };
}

/** Of what payloads for this target may be made. */
export function spaceOf({ wordings, application, document }: Target): Space {
  const fits = [['none'], application === null ? [] : ['application'], document === null ? [] : ['document']].flat();
  return {
    wording: goalLevels.filter((level) => wordings[level] !== undefined),
    framing: frames.map(({ name }) => name),
    language: languages,
    fit: fits,
    placement: ['start', 'middle', 'end'],
    length: ['bare', 'short', 'long'],
    copies: ['1', '2', '3'],
  };
}

/** The goal's own texts with nothing around them: what a benchmark that doesn't search injects. */
export function staticGenomes({ wordings }: Target): Genome[] {
  return goalLevels.filter((level) => wordings[level] !== undefined).map((wording) => ({ ...plain, wording }));
}

const plain = { framing: 'plain', language: 'en', fit: 'none', placement: 'start', length: 'bare', copies: '1' };
