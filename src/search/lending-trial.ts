import type { LendingTrial } from './evaluator.ts';
import type { JournalLine } from './journal.ts';

/** A trial lends its steps no more once so many others came to another state by them. */
const mostFailures = 2;

/**
 * The first trial of a search that did all of its steps itself, on the same target under the same seed, and acted before it was shown its payload; null: there
 * is none. What its agent did until then can't depend on the payload.
 */
export function lendingTrial(
  lines: readonly JournalLine[],
  { on, seed }: Pick<JournalLine, 'on' | 'seed'>,
): LendingTrial | null {
  const failed = (directory: string): number =>
    lines.filter(({ shared }) => shared?.from === directory && shared.steps === 0).length;
  for (const { phase, directory, exposedAt, shared, ...line } of lines) {
    const isOwn = phase === 'search' && line.on === on && line.seed === seed && (shared?.steps ?? 0) === 0;
    if (!isOwn || directory === null || exposedAt === null || exposedAt === 0) continue;
    if (failed(directory) < mostFailures) return { directory, steps: exposedAt };
  }
  return null;
}
