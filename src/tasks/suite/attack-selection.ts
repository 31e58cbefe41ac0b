import { z } from 'zod';
import { hashShare } from '../../base/statistics/hash-draws.ts';

const share = z.number().min(0).max(1);

/** In which runs an agent attacks, and from which step on. Until then, it sees only the user's instruction. */
export const attackSelectionSchema = z.strictObject({
  /** Share of runs with an attack, drawn separately for each run. */
  runs: share.default(1),
  /** First step (0-based) at which the attack may begin. */
  after: z.number().int().nonnegative().default(0),
  /** Probability that the attack begins at a step, drawn separately for each step. */
  chance: share.default(1),
  /** Regular expression. The attack begins only at a step whose accessibility tree matches. */
  screen: z.string().refine(isPattern, 'is not a valid regular expression').optional(),
});
export type AttackSelection = z.output<typeof attackSelectionSchema>;

function isPattern(text: string): boolean {
  try {
    return new RegExp(text).source !== '';
  } catch {
    return false;
  }
}

/** Returns whether the attack begins at this step (0-based) of the run that `seed` identifies. */
export function attackBegins(
  { runs, after, chance, screen }: AttackSelection,
  { seed, step, tree }: { seed: string; step: number; tree: string },
): boolean {
  if (step < after || hashShare(`${seed} run`) >= runs || hashShare(`${seed} step ${step}`) >= chance) return false;
  return screen === undefined || new RegExp(screen).test(tree);
}
