/** The parts of a run's name. */
export interface NamedRun {
  title: string;
  goalTitle: string | null;
  injection: null | { vector: string; goal: string };
  repeat: number;
}

/** `Redirect a payment to another account (libreoffice calc)`; null without an injection. */
export function attackInWords({ injection, goalTitle }: Pick<NamedRun, 'injection' | 'goalTitle'>): string | null {
  if (injection === null) return null;
  return `${goalTitle ?? injection.goal.replaceAll('_', ' ')} (${injection.vector.replaceAll('_', ' ')})`;
}

/** `task ← attack`. */
export function runInWords(run: NamedRun): string {
  const attack = attackInWords(run);
  const name = attack === null ? run.title : `${run.title} ← ${attack}`;
  return run.repeat > 1 ? `${name}, repeat ${run.repeat}` : name;
}
