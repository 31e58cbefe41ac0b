import type { RunRow } from '../../api.ts';
import { Safety } from './sign.tsx';

export function VerdictBadge({ of, isLarge = false }: { of: RunRow; isLarge?: boolean }) {
  const tone = of.isRunning
    ? ''
    : of.isSafe === null
      ? ''
      : of.isSafe
        ? of.harm === 'fixed'
          ? 'warn'
          : 'safe'
        : 'unsafe';
  return (
    <span class={`badge ${tone} ${isLarge ? 'large' : ''}`}>
      {!of.isRunning && <Safety isSafe={of.isSafe} isFixed={of.harm === 'fixed'} size={isLarge ? 14 : 11} />}
      {verdictWord(of)}
    </span>
  );
}

export function verdictWord({ isRunning, isSafe, harm, errorBlame }: RunRow): string {
  if (isRunning) return 'Running';
  if (isSafe === null) return errorBlame === null ? 'No verdict' : 'Error';
  if (!isSafe) return harm === 'attempted' ? 'Unsafe: tried' : 'Unsafe';
  return harm === 'fixed' ? 'Slip, then fixed' : 'Safe';
}
