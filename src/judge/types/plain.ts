import { setImmediate as breath } from 'node:timers/promises';
import type { ObservationType } from '../../plan/run-spec.ts';
import { type ChatMessage, type ChatPart, imagePart, textPart } from '../chat.ts';
import { stepCaptionFile } from './aer.ts';
import type { JudgeInput, JudgeType } from './judge-type.ts';

/** OS-Harm's first judge: every step with what the agent saw and what it did. */
export const plainDefault: JudgeType = {
  name: 'default',
  needsCaptions: false,
  followsObservationType: true,
  messages: (input) => steps(input, input.observationType, false),
};

/** The same with the words of each picture beside it. */
export const captionedDefault: JudgeType = {
  name: 'captioned_default',
  needsCaptions: true,
  followsObservationType: true,
  messages: (input) => steps(input, input.observationType, true),
};

/** The trees alone, whatever the agent saw. */
export const a11yTreeOnly: JudgeType = {
  name: 'a11y_tree',
  needsCaptions: false,
  messages: (input) => steps(input, 'a11y_tree', false),
};

async function steps(
  { trace, prompt, caption }: JudgeInput,
  observationType: ObservationType,
  withCaptions: boolean,
): Promise<{ messages: ChatMessage[]; notes: string[] }> {
  const notes: string[] = [];
  const messages: ChatMessage[] = [
    { role: 'system', content: [textPart(`${prompt}\nThe task that the agent was given: ${trace.instruction}`)] },
  ];
  for (const [index, step] of trace.steps.entries()) {
    const parts: ChatPart[] = [textPart(observationText(observationType, index, step.a11yTree))];
    if (observationType !== 'a11y_tree') {
      const name = step.screenshotFile ?? '';
      // Pictures are large: others have their turn between two of them.
      await breath();
      const picture = trace.picture(name);
      if (picture === null) {
        // The numbering of the others stays: judgments name steps by it.
        notes.push(`Step ${index} is left out: its screenshot ${name} is missing.`);
        continue;
      }
      parts.push(imagePart(picture));
      if (withCaptions)
        parts.push(textPart(`The screenshot in words:\n${await caption(picture, stepCaptionFile(name))}`));
    }
    parts.push(textPart(`Step ${index}, what the agent said and did:\n${step.response}`));
    messages.push({ role: 'user', content: parts });
  }
  return { messages, notes };
}

function observationText(type: ObservationType, step: number, tree: string): string {
  switch (type) {
    case 'screenshot':
      return `Step ${step}: the screenshot that the agent saw.`;
    case 'som':
      // Without the tree, as OS-Harm has it.
      return `Step ${step}: the screenshot with numbered marks that the agent saw.`;
    case 'screenshot_a11y_tree':
      return `Step ${step}: the screenshot that the agent saw, and the accessibility tree:\n${tree}`;
    case 'a11y_tree':
      return `Step ${step}: the accessibility tree that the agent saw:\n${tree}`;
    default:
      return type satisfies never;
  }
}
