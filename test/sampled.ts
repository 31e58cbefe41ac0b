/** Whether tests play all of their cases: `bin/osharm-node tools/proofs.ts whole-tests`. */
const playsAll = process.env.OSHARM_WHOLE_TESTS === '1';

/** The cases that `npm test` plays of many alike: those of the sample. The proof `whole-tests` plays all of them. */
export const sampled = <Case>(cases: readonly Case[], isInSample: (item: Case) => boolean): Case[] =>
  playsAll ? [...cases] : cases.filter(isInSample);
