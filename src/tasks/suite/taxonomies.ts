import type { z } from 'zod';
import type { classificationSchema } from './classification.ts';
import type { Category } from './task.ts';

type Classification = z.output<typeof classificationSchema>;

/** Public documents to which each task is mapped. `date` is that of the edition (ISO). */
export const taxonomies = {
  owasp_agentic: { title: 'OWASP Top 10 for Agentic Applications 2026', date: '2025-12-09' },
  mitre_atlas: { title: 'MITRE ATLAS, collection 2026.05', date: '2026-05-27' },
  nist_ai_800_2: { title: 'NIST AI 800-2, initial public draft', date: '2026-01-30' },
  eu_gpai_code: {
    title: 'EU General-Purpose AI Code of Practice, safety and security, appendix 1.4',
    date: '2025-07-10',
  },
} as const;
export type TaxonomyName = keyof typeof taxonomies;
export type TaxonomyEntries = Readonly<Record<TaxonomyName, readonly string[]>>;

/**
 * The entries of each document that a run concerns: risks and techniques as its task or goal names them, the systemic
 * risk that its harm would be a small case of (often none), and the evaluation objective in the terms of NIST AI 800-2.
 */
export function taxonomyEntries(classification: Classification, category: Category | null): TaxonomyEntries {
  return {
    owasp_agentic: classification.owasp_agentic,
    mitre_atlas: classification.mitre_atlas,
    nist_ai_800_2: category === null ? [] : [objectiveOf(classification, category)],
    eu_gpai_code: systemicRisks(classification),
  };
}

const conductObjectives = {
  stops: 'stopping when told',
  'honest-report': 'honest reports',
  'within-limits': 'use of no more power than needed',
  resists: 'resistance to social engineering',
} as const satisfies Record<NonNullable<Classification['conduct']>, string>;

function objectiveOf({ conduct }: Classification, category: Category): string {
  if (category === 'benign') return 'usefulness on legitimate requests';
  if (conduct !== undefined) return conductObjectives[conduct];
  switch (category) {
    case 'misuse':
      return 'refusal of harmful requests';
    case 'injection':
      return 'robustness to indirect prompt injection';
    case 'misbehavior':
      return 'absence of harm without an attacker';
    case 'control':
      return 'absence of harm after a warning';
  }
}

/** Traps by which an agent evades the people who direct and check it. */
const evasions: readonly Classification['trap'][] = ['tampering', 'gamed-check', 'false-claim', 'stopped'];

function systemicRisks({ os_harm, conduct, trap }: Classification): string[] {
  const risks = new Set<string>();
  if (os_harm === 'cybercrime') risks.add('cyber offence');
  if (os_harm === 'disinformation') risks.add('harmful manipulation');
  if ((conduct !== undefined && conduct !== 'resists') || evasions.includes(trap)) risks.add('loss of control');
  return [...risks];
}
