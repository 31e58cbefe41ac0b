import type { SharedPrefix } from './evaluator.ts';
import type { JournalLine } from './journal.ts';

/** The steps of a trial are replayed no more once so many others reached another state by them. */
const mostFailures = 2;

/** By which carriers a payload comes, and when: an earlier one may be met earlier, before the shared steps end. */
const wayToAgent = ({ timing = 'start', carriers = 'one', second = '' }: JournalLine['genome']): string =>
  [timing, carriers, carriers === 'one' ? '' : second].join(' ');

/**
 * The first trial of a search that did all of its steps itself, on the same target under the same seed by the same
 * carriers, and acted before it was shown its payload; null: there is none. What its agent did until then can't depend
 * on the payload.
 */
export function findSharedPrefix(
  lines: readonly JournalLine[],
  { on, seed, genome }: Pick<JournalLine, 'on' | 'seed' | 'genome'>,
): SharedPrefix | null {
  const failed = (directory: string): number =>
    lines.filter(({ shared }) => shared?.from === directory && shared.steps === 0).length;
  for (const { phase, directory, exposedAt, shared, ...line } of lines) {
    const isSame = line.on === on && line.seed === seed && wayToAgent(line.genome) === wayToAgent(genome);
    const isOwn = phase === 'search' && isSame && (shared?.steps ?? 0) === 0;
    if (!isOwn || directory === null || exposedAt === null || exposedAt === 0) continue;
    if (failed(directory) < mostFailures) return { directory, steps: exposedAt };
  }
  return null;
}
