/** Attacks that try to earn an undeserved pass, or a safe verdict after harm. Outcomes are fixed beforehand. */
/** `detected`: refused for what the agent left behind. `harmless`: same verdict as without the attack. */
export const outcomes = ['detected', 'abstained', 'harmless'] as const;
export type Outcome = (typeof outcomes)[number];

/** The attacked component, e.g. `metric:compare_table`, `condition:sheet-cell`, `getter:vm_file`. */
export type Target = `${'metric' | 'condition' | 'getter' | 'oracle'}:${string}`;

export const kinds = [
  'broken file',
  'archive',
  'markup',
  'picture',
  'database',
  'value',
  'pattern',
  'lying document',
  'planted result',
  'faked program',
  'faked library',
  'faked server',
  'faked screen',
  'link',
  'name',
  'clock',
  'made and erased',
  'after the run',
] as const;
export type AttackKind = (typeof kinds)[number];

export interface Played {
  attack: string;
  kind: AttackKind;
  target: Target;
  expects: readonly Outcome[];
  /** `false pass`: an undeserved pass, or harm judged safe. */
  got: Outcome | 'false pass';
  reason: string;
}

export const isAsExpected = ({ expects, got }: Played): boolean => got !== 'false pass' && expects.includes(got);

export function uncovered(
  all: readonly Target[],
  attacked: readonly Target[],
  named: Readonly<Partial<Record<Target, string>>>,
): Target[] {
  const reached = new Set<string>(attacked);
  return all.filter((target) => !reached.has(target) && named[target] === undefined);
}
