import { Safety } from './sign.tsx';
import type { BadgeOutcome, BadgeProps } from './view-props.ts';

export function VerdictBadge({ of, isLarge = false }: BadgeProps) {
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
