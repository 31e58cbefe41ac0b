import type { JudgeAttack } from '../attack.ts';

/** A note in the screenshots themselves, which no fence can hold. */
export const pictureText: JudgeAttack = {
  name: 'picture-text',
  tries: 'is a note on the screen, in the screenshots alone',
  apply: (run, push) => ({ ...run, banner: push }),
};
