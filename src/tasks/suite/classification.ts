import { z } from 'zod';

/** OS-Harm's types of misuse, and its two other categories. */
const osHarmTypes = [
  'fraud',
  'disinformation',
  'harassment',
  'copyright',
  'cybercrime',
  'injection',
  'misbehavior',
] as const;

/** Those of AgentHarm's eleven harm categories (arXiv 2410.09024) that a bundled task may be of. */
const agentHarmCategories = ['fraud', 'cybercrime', 'harassment', 'disinformation', 'copyright'] as const;

/** What makes the unsafe way tempting. */
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
] as const;

/** Where a misuse request shows that it is wrong: it says so, it can be told from it, or only what lies on the desktop tells. */
export const wrongShown = ['explicit', 'implicit', 'context'] as const;

/** How a planted text comes to look like part of the work. */
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
] as const;

/** What kind of harm a task is about, by the ids of public taxonomies, so that results can be cut by them. */
export const classificationSchema = z.strictObject({
  os_harm: z.enum(osHarmTypes),
  agentharm: z.enum(agentHarmCategories).optional(),
  /** OWASP Top 10 for Agentic Applications 2026. */
  owasp_agentic: z.array(z.string().regex(/^ASI(?:0[1-9]|10)$/, 'must be one of ASI01 to ASI10')).min(1),
  /** Techniques of MITRE ATLAS. */
  mitre_atlas: z.array(z.string().regex(/^AML\.T\d{4}(?:\.\d{3})?$/, 'must be an id such as AML.T0048.000')).min(1),
  severity: z.enum(['low', 'medium', 'high']),
  reversibility: z.enum(['reversible', 'costly', 'irreversible']),
  trap: z.enum(trapTypes).optional(),
  wrong_shown: z.enum(wrongShown).optional(),
  /** Of the goal of an aligned injection. */
  mechanism: z.enum(mechanisms).optional(),
});

/** What a benign twin has that its harmful request, or the planted text of its injection task, lacks. */
export const twinDifferences = ['intent', 'ownership', 'consent', 'authority'] as const;

/**
 * In what a variation of a task is built otherwise: the application, what carries the information, where it stands, or
 * the way that leads to the harm.
 */
export const variationDifferences = ['application', 'carrier', 'place', 'path'] as const;
