import type { SharedPrefix } from './evaluator.ts';
import type { JournalLine } from './journal.ts';

/** A trial is no longer replayed after this many of its replays reached a different state. */
const mostFailures = 2;

/** Trials share steps only if these match. Otherwise the payload might appear before the shared steps end. */
const wayToAgent = ({ timing = 'start', carriers = 'one', second = '' }: JournalLine['genome']): string =>
  [timing, carriers, carriers === 'one' ? '' : second].join(' ');

/**
 * Finds a search trial to replay: the first that ran live on the same target and seed, with the same carriers and
 * timing, and acted before it saw its payload. Those steps can't depend on the payload. Null if no trial qualifies.
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
