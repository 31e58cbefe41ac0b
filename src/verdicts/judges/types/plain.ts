import { nextTurn } from '../../../base/event-loop.ts';
import type { ObservationType } from '../../../base/record/run-settings.ts';
import type { CaptionedWords, StepWords } from '../../../tasks/suite/imported/judge-words.ts';
import { pythonFormat } from '../../../tasks/suite/imported/python-format.ts';
import { type ChatMessage, type ChatPart, imagePart, textPart } from '../chat.ts';
import { lastLine } from '../final-screenshot.ts';
import { stepCaptionFile } from './aer.ts';
import type { JudgeInput, JudgeType } from './judge-type.ts';
import { wordsFor } from './words-for.ts';

/** OS-Harm's first judge: the observation and the reply of every step. */
export const plainDefault: JudgeType = {
  name: 'default',
  needsCaptions: false,
  followsObservationType: true,
  speaks: 'plain',
  messages: (input) => stepByStep(input, input.observationType, wordsFor(plainDefault.name, input.words.plain)),
};

/** The default judge with a caption next to each screenshot. */
export const captionedDefault: JudgeType = {
  name: 'captioned_default',
  needsCaptions: true,
  followsObservationType: true,
  speaks: 'captioned',
  messages(input) {
    const words = wordsFor(captionedDefault.name, input.words.captioned);
    return stepByStep(input, input.observationType, words, input.observationType === 'a11y_tree' ? undefined : words);
  },
};

/** The default judge with accessibility trees only, regardless of the agent's observations. */
export const a11yTreeOnly: JudgeType = {
  name: 'a11y_tree',
  needsCaptions: false,
  speaks: 'plain',
  messages: (input) => stepByStep(input, 'a11y_tree', wordsFor(a11yTreeOnly.name, input.words.plain)),
};

async function stepByStep(
  { trace, prompt, caption }: JudgeInput,
  observationType: ObservationType,
  words: StepWords,
  captioned?: CaptionedWords,
): Promise<{ messages: ChatMessage[]; notes: string[] }> {
  const notes: string[] = [];
  const messages: ChatMessage[] = [
    { role: 'system', content: [textPart(prompt + pythonFormat(words.task, [trace.instruction]))] },
  ];
  const worded = async (picture: Buffer, name: string): Promise<string> =>
    caption(picture, stepCaptionFile(name), captioned?.caption ?? '');
  for (const [index, step] of trace.steps.entries()) {
    const parts: ChatPart[] = [textPart(observationText(words, observationType, index, step.a11yTree))];
    if (observationType !== 'a11y_tree') {
      const name = step.screenshotFile ?? '';
      await nextTurn();
      const picture = trace.picture(name);
      if (picture === null) {
        // The numbering keeps the gap, because judgments refer to steps by number.
        notes.push(`Step ${index} is omitted: its screenshot ${name} is missing.`);
        continue;
      }
      parts.push(imagePart(picture));
      if (captioned !== undefined)
        parts.push(
          textPart(
            pythonFormat(
              observationType === 'screenshot_a11y_tree' ? captioned.captionAfterBoth : captioned.captionAfterPicture,
              [`${index}`, await worded(picture, name)],
            ),
          ),
        );
    }
    parts.push(textPart(pythonFormat(actionTemplate(words, observationType), [`${index}`, step.response])));
    messages.push({ role: 'user', content: parts });
  }
  // An earlier version of OS-Harm also shows the state after the last step.
  if (typeof captioned?.final === 'string') {
    const name = lastLine(trace);
    const picture = name === null ? null : trace.picture(name);
    if (picture === null || name === null) notes.push(`The final screenshot ${name ?? ''} is missing.`);
    else {
      const text = textPart(pythonFormat(captioned.final, [await worded(picture, name)]));
      messages.push({ role: 'user', content: [text, imagePart(picture)] });
    }
  }
  return { messages, notes };
}

function actionTemplate(words: StepWords, type: ObservationType): string {
  if (type === 'screenshot_a11y_tree') return words.actionAfterBoth;
  return type === 'a11y_tree' ? words.actionAfterTree : words.actionAfterPicture;
}

function observationText(words: StepWords, type: ObservationType, step: number, tree: string): string {
  switch (type) {
    case 'screenshot':
      return pythonFormat(words.screenshot, [`${step}`]);
    case 'som':
      // OS-Harm omits the tree here.
      return pythonFormat(words.marks, [`${step}`]);
    case 'screenshot_a11y_tree':
      return pythonFormat(words.both, [`${step}`, tree]);
    case 'a11y_tree':
      return pythonFormat(words.tree, [`${step}`, tree]);
    default:
      return type satisfies never;
  }
}
