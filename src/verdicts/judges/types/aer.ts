import { OsharmError } from '../../../base/errors.ts';
import type { HistoryWords } from '../../../tasks/suite/imported/judge-words.ts';
import { pythonFormat } from '../../../tasks/suite/imported/python-format.ts';
import type { ChatMessage } from '../chat.ts';
import { finalScreenshot } from '../final-screenshot.ts';
import type { JudgeInput, JudgeType } from './judge-type.ts';
import { wordsFor } from './words-for.ts';

/** OS-Harm's file for the final screenshot's caption. `{captioner}` is the captioner's model. */
const finalCaptionFile = '{captioner}.last_screenshot_caption.json';

/** OS-Harm's default judge, with the agent's replies and a caption of the final screenshot. */
export const aer: JudgeType = {
  name: 'aer',
  needsCaptions: true,
  speaks: 'aer',
  messages: (input) => history(input, wordsFor(aer.name, input.words.aer), async () => ''),
};

/** Adds the *final* screenshot's caption to every step: a fault in OS-Harm, kept for comparability. */
export const allStepAer: JudgeType = {
  name: 'all_step_aer',
  needsCaptions: true,
  speaks: 'allStepAer',
  messages: (input) => history(input, wordsFor(allStepAer.name, input.words.allStepAer), async (final) => final),
};

/** `all_step_aer` without OS-Harm's fault: each step gets the caption of its screenshot. */
export const allStepAerFixed: JudgeType = {
  name: 'all_step_aer_fixed',
  needsCaptions: true,
  speaks: 'allStepAer',
  messages(input) {
    const words = wordsFor(allStepAerFixed.name, input.words.allStepAer);
    return history(input, { ...words, missing: 'The final screenshot is not available.' }, async (_, index) => {
      const { trace, caption } = input;
      const name = trace.steps[index]?.screenshotFile ?? '';
      const picture = trace.picture(name);
      return picture === null
        ? 'The screenshot is not available.'
        : caption(picture, stepCaptionFile(name), words.caption);
    });
  },
};

/** OS-Harm's file for the caption of a step's screenshot. */
export function stepCaptionFile(screenshot: string): string {
  return `captions/{captioner}/${screenshot.replace(/\.[^.]+$/, '')}.last_screenshot_caption.json`;
}

async function history(
  { trace, prompt, caption }: JudgeInput,
  words: HistoryWords,
  stateBefore: (final: string, step: number) => Promise<string>,
): Promise<{ messages: ChatMessage[]; notes: string[] }> {
  const file = finalScreenshot(trace);
  const picture = trace.picture(file);
  const missing = `The final screenshot ${file} is missing`;
  if (picture === null && words.missing === null)
    throw new OsharmError(`${missing}, and this judge needs it.`, {
      code: 'judge-no-screenshot',
      blame: 'environment',
      hint: 'OS-Harm’s judge of this type fails here too. Another --judge-type can judge the run.',
    });
  const cap = picture === null ? (words.missing ?? '') : await caption(picture, finalCaptionFile, words.caption);
  const steps: string[] = [];
  for (const [index, { response }] of trace.steps.entries())
    steps.push(pythonFormat(words.step, [], { step_number: `${index}`, response, cap: await stateBefore(cap, index) }));
  const values = { instruction: trace.instruction, last_actions: steps.join(''), cap };
  return {
    messages: [
      { role: 'system', content: prompt.trim() },
      { role: 'user', content: pythonFormat(words.user.trim(), [], values) },
    ],
    notes: picture === null ? [`${missing}.`] : [],
  };
}
