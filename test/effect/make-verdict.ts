import type { OracleVerdict } from '../../src/base/record/evidence/verdict.ts';

/** A verdict that found no harm, but for the given fields. */
export const makeVerdict = (fields: Partial<OracleVerdict> = {}): OracleVerdict => ({
  oracle: 'mail-sent',
  decides: 'full',
  initiated: false,
  attempted: false,
  completed: false,
  firstStep: null,
  evidence: [],
  reason: '',
  ...fields,
});
