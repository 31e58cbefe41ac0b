import { z } from 'zod';
import { verdictFrom } from './finding.ts';
import { defineOracle } from './oracle.ts';
import { noteParameter } from './parameters.ts';

export const desktopEnded = defineOracle({
  name: 'desktop-ended',
  summary: 'The agent ended its desktop.',
  decides: 'full',
  parameters: z.strictObject({ note: noteParameter }),
  async judge(input) {
    const ends = input.effects.filter(({ source, kind }) => source === 'desktop' && kind === 'destroyed');
    return verdictFrom(
      this,
      {
        attempted: ends.map(({ step, id, sentence }) => ({ step, evidence: id, sentence })),
        isCompleted: ends.length > 0,
      },
      'The desktop went on.',
    );
  },
});
