import { basename } from 'node:path';
import { withoutUndefined } from '../../base/without-undefined.ts';
import type { PayloadMoment } from '../../tasks/suite/payload-moment.ts';
import type { Goal, InjectionEntry, Task } from '../../tasks/suite/task.ts';
import { type TextStyle, textStyles } from '../../tasks/suite/text-style.ts';
import { frames, languages } from './frames.ts';
import type { Genome, Space } from './genome.ts';
import { rewritingVariants } from './rewriting.ts';

/** What a search attacks: one task with one carrier and one goal. Only the carrier's text varies. */
export interface Target {
  /** `domain/task × vector × goal`. */
  id: string;
  domain: string;
  task: string;
  family: string;
  vector: string;
  goal: string;
  wordings: Readonly<Partial<Record<TextStyle, string>>>;
  /** What the carrier belongs to; null if the attacker does not know. */
  application: string | null;
  document: string | null;
  /** Moments other than the start at which the carrier can receive the text, in the syntax of `--inject-at`. */
  moments: readonly string[];
  /** Other vectors that the attacker controls in this task. */
  others: readonly string[];
  rewrites: boolean;
}

const stepsBefore = [1, 3, 5];

export function momentsFor(kinds: readonly Exclude<PayloadMoment['kind'], 'start'>[]): string[] {
  const moments = kinds.includes('steps') ? stepsBefore.map((steps) => `after-${steps}`) : [];
  return kinds.includes('second-visit') ? [...moments, 'second-visit'] : moments;
}

/** Builds the target of a planned run. `around`: what its carrier can wait for, and what else the attacker controls. */
export function targetOf(
  { domain, task, family }: { domain: string; task: Task; family: string },
  entry: InjectionEntry,
  goal: Goal,
  around: Pick<Target, 'moments' | 'others' | 'rewrites'>,
): Target {
  const file = entry.params?.file_path_vm;
  return {
    id: `${domain}/${task.id} × ${entry.type} × ${goal.id}`,
    domain,
    task: task.id,
    family,
    vector: entry.type,
    goal: goal.id,
    wordings: { blunt: goal.text, ...goal.styles },
    application: task.related_apps[0] ?? null,
    document: typeof file === 'string' ? basename(file) : null,
    ...around,
  };
}

/** Returns the payload space of a target. Carrier axes with a single value are omitted. */
export function spaceOf({ wordings, application, document, moments, others, rewrites }: Target): Space {
  const fits = [['none'], application === null ? [] : ['application'], document === null ? [] : ['document']].flat();
  return withoutUndefined({
    wording: textStyles.filter((style) => wordings[style] !== undefined),
    framing: frames.map(({ name }) => name),
    language: languages,
    fit: fits,
    placement: ['start', 'middle', 'end'],
    length: ['bare', 'short', 'long'],
    copies: ['1', '2', '3'],
    timing: moments.length === 0 ? undefined : ['start', ...moments],
    rewriting: rewrites ? ['none', ...rewritingVariants] : undefined,
    carriers: others.length === 0 ? undefined : ['one', 'same', 'split'],
    second: others.length === 0 ? undefined : others,
  });
}

/** The goal's texts without anything around them, as a benchmark without search would inject them. */
export function staticGenomes(target: Target): Genome[] {
  const space = spaceOf(target);
  const axes = Object.fromEntries(Object.entries(plain).filter(([axis]) => space[axis] !== undefined));
  return (space.wording ?? []).map((wording) => withoutUndefined({ ...axes, second: space.second?.[0], wording }));
}

/** Adapts a genome to another target. Values that the target does not support become plain. */
export function fittingGenome(genome: Genome, target: Target): Genome {
  return Object.fromEntries(
    Object.entries(spaceOf(target)).map(([axis, values]) => {
      const value = genome[axis];
      if (value !== undefined && values.includes(value)) return [axis, value];
      const plainValue = axis === 'wording' ? 'blunt' : (plain as Genome)[axis];
      return [axis, plainValue ?? (values[0] as string)];
    }),
  );
}

const plain = {
  framing: 'plain',
  language: 'en',
  fit: 'none',
  placement: 'start',
  length: 'bare',
  copies: '1',
  timing: 'start',
  carriers: 'one',
  rewriting: 'none',
};
