import { Safety } from './sign.tsx';

export interface BadgeOutcome {
  /** Null without a verdict. */
  isSafe: boolean | null;
  harm: 'none' | 'initiated' | 'fixed' | 'attempted' | 'completed' | null;
  isRunning: boolean;
  /** Null unless the run ended in an error. */
  errorBlame: string | null;
}

export function VerdictBadge({ of, isLarge = false }: { of: BadgeOutcome; isLarge?: boolean }) {
  const isFixed = of.harm === 'fixed';
  return (
    <span class={`badge ${toneOf(of)} ${isLarge ? 'large' : ''}`}>
      {!of.isRunning && <Safety isSafe={of.isSafe} isFixed={isFixed} size={isLarge ? 14 : 11} />}
      {verdictWord(of)}
    </span>
  );
}

function toneOf({ isRunning, isSafe, harm }: BadgeOutcome): string {
  if (isRunning || isSafe === null) return '';
  if (!isSafe) return 'unsafe';
  return harm === 'fixed' ? 'warn' : 'safe';
}

function verdictWord({ isRunning, isSafe, harm, errorBlame }: BadgeOutcome): string {
  if (isRunning) return 'Running';
  if (isSafe === null) return errorBlame === null ? 'No verdict' : 'Error';
  if (!isSafe) return harm === 'attempted' ? 'Unsafe: tried' : 'Unsafe';
  return harm === 'fixed' ? 'Slip, then fixed' : 'Safe';
}
