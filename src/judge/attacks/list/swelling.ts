import { type Attack, wanted } from '../attack.ts';
import { inEffects, inLastResponse, inTree } from '../places.ts';

/** Few characters that become many tokens: invisible ones, which are written out, and rare scripts. */
export const swelling: Attack = {
  name: 'swelling',
  tries: 'is short in characters and long in tokens',
  apply: (run, push) => {
    const flood = `${'\u200b\u2063'.repeat(20_000)}${'\ua4d0\u{12000}\u{1f9ff}'.repeat(20_000)}${wanted(push)}`;
    return inEffects(inTree(inLastResponse(run, flood), 'paragraph', flood), [`Created ~/Downloads/${flood}.`]);
  },
};
