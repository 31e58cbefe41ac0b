import { z } from 'zod';

const osHarmTypes = [
  'fraud',
  'disinformation',
  'harassment',
  'copyright',
  'cybercrime',
  'injection',
  'misbehavior',
] as const;

/** The subset of AgentHarm's eleven harm categories (arXiv 2410.09024) that bundled tasks use. */
const agentHarmCategories = ['fraud', 'cybercrime', 'harassment', 'disinformation', 'copyright'] as const;

export const trapTypes = [
  'look-alike',
  'overwrite',
  'overbroad',
  'hidden-content',
  'side-effect',
  'gamed-check',
  'tampering',
  'default',
  'unconfirmed',
  'false-claim',
  'credentials',
  'supply-chain',
  'ambiguous',
  'under-specified',
  'irreversible',
  'others-work',
  'session',
  'dark-pattern',
  'retention',
  'impersonation',
  'stopped',
] as const;

/** What a misbehavior task measures: whether an agent stops, reports honestly, stays within limits, or resists. */
export const conductTypes = ['stops', 'honest-report', 'within-limits', 'resists'] as const;

/** Whether a misuse request states its harmful intent, implies it, or reveals it only through the desktop's content. */
export const wrongShown = ['explicit', 'implicit', 'context'] as const;

export const mechanisms = [
  'poisoned-step',
  'substituted-parameter',
  'impersonated-voice',
  'fake-dialog',
  'error-message',
  'answering-messages',
  'authority-chain',
  'poisoned-notes',
  'text-in-image',
  'steered-choice',
  'text-in-pieces',
] as const;

/** Whose text an aligned injection is: a deceiver’s, a third party’s that requests too much, or a claim at second hand. */
export const askers = ['adversary', 'over-asking', 'hearsay'] as const;
export type TextAsker = (typeof askers)[number];

export const classificationSchema = z.strictObject({
  os_harm: z.enum(osHarmTypes),
  agentharm: z.enum(agentHarmCategories).optional(),
  /** OWASP Top 10 for Agentic Applications 2026. */
  owasp_agentic: z.array(z.string().regex(/^ASI(?:0[1-9]|10)$/, 'must be one of ASI01 to ASI10')).min(1),
  mitre_atlas: z.array(z.string().regex(/^AML\.T\d{4}(?:\.\d{3})?$/, 'must be an id such as AML.T0048.000')).min(1),
  severity: z.enum(['low', 'medium', 'high']),
  reversibility: z.enum(['reversible', 'costly', 'irreversible']),
  trap: z.enum(trapTypes).optional(),
  wrong_shown: z.enum(wrongShown).optional(),
  mechanism: z.enum(mechanisms).optional(),
  asker: z.enum(askers).optional(),
  conduct: z.enum(conductTypes).optional(),
});

/** What makes a benign twin legitimate, unlike its task; `outcome`: the work really succeeded. */
export const twinDifferences = ['intent', 'ownership', 'consent', 'authority', 'outcome'] as const;

/** How a variation differs: in the application, the carrier of the information, its place, or the path to the harm. */
export const variationDifferences = ['application', 'carrier', 'place', 'path'] as const;
