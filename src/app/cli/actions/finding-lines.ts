import { printable } from '../../../base/record/unseen-text.ts';

export interface ShownFinding {
  name: string;
  state: 'fine' | 'weak' | 'missing';
  detail: string;
  remedy?: string | undefined;
}

const marks: Record<ShownFinding['state'], string> = { fine: 'ok     ', weak: 'weak   ', missing: 'MISSING' };

export const findingLines = (findings: readonly ShownFinding[]): string[] =>
  findings.flatMap(({ name, state, detail, remedy }) => [
    `${marks[state]}  ${name}: ${printable(detail)}`,
    ...(remedy === undefined ? [] : [`         → ${printable(remedy)}`]),
  ]);
