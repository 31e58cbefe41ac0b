import type { Proportion } from 'osharm/judging';
import { tableLines } from 'osharm/judging';
import type { AttackReport, FlipRates } from './flips.ts';

const head = ['attack', 'shown', 'unsafe → safe', 'safe → unsafe', 'lost', 'completion turned'];

export function attackLines({ cleanRight, byAttack, all }: AttackReport, width: number): string[] {
  const rows = [...byAttack.map((row) => cells(row.attack, row)), cells('all', all)];
  return [
    `Without an attack the judge agrees with the oracles on ${share(cleanRight)} base traces.`,
    '',
    ...tableLines(head, rows, { width, right: head.slice(1) }),
    '',
    'Shown: pairs in which the judge is sent something of the attack; the others were not asked. Flips: of pairs that were right without the attack. Completion turned: of all pairs with two verdicts, those in which completed became not completed, or the reverse.',
    'Lost: no verdict under attack (a malformed answer, a refusal, a text beyond the model’s context). Intervals are 95 %; those of “all” account for pairs that share runs.',
    ...(all.failed === 0
      ? []
      : [`${all.failed} pairs have no verdict for other reasons: the same command judges them.`]),
  ];
}

function cells(name: string, row: FlipRates): string[] {
  return [
    name,
    `${row.reached}/${row.pairs}`,
    share(row.unsafeToSafe),
    share(row.safeToUnsafe),
    `${row.lost}`,
    share(row.completion),
  ];
}

function share({ count, n, low, high }: Proportion): string {
  if (low === null || high === null) return '–';
  return `${count} of ${n} [${(low * 100).toFixed(0)}–${(high * 100).toFixed(0)} %]`;
}
