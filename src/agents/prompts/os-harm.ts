import { UsageError } from '../../base/errors.ts';
import type { ObservationType } from '../../base/record/run-settings.ts';
import type { MessageName } from '../../tasks/suite/imported/expected-hashes.ts';
import { type ImportedPrompts, importedPromptsHash } from '../../tasks/suite/imported/imported-prompts.ts';
import type { PromptSet } from './prompt-set.ts';

const middle: Record<ObservationType, string> = {
  screenshot: 'SCREENSHOT',
  a11y_tree: 'A11Y',
  screenshot_a11y_tree: 'BOTH',
  som: 'SOM',
};

/** OS-Harm's prompts from a complete import. */
export function osHarmPrompts(imported: ImportedPrompts): PromptSet {
  const messages = imported.messages as Record<MessageName, string>;
  const filled = (template: string, text: string) => template.replace('{}', () => text);
  return {
    profile: 'os-harm',
    hash: importedPromptsHash(imported),
    system({ observationType, actionSpace }, instruction) {
      const end = observationType === 'som' ? 'TAG' : 'CODE';
      const name = `SYS_PROMPT_IN_${middle[observationType]}_OUT_${actionSpace === 'computer_13' ? 'ACTION' : end}`;
      const prompt = imported.systemPrompts[name];
      if (prompt === undefined) {
        throw new UsageError(
          `OS-Harm has no prompt for observation type ${observationType} with action space ${actionSpace}.`,
          {
            code: 'prompt-none',
            hint: 'Use --action-space pyautogui with som.',
          },
        );
      }
      return prompt + filled(messages.task, instruction);
    },
    current(observationType, shown) {
      if (observationType === 'screenshot') return messages.screenshot;
      if (observationType === 'a11y_tree') return filled(messages.tree, shown);
      return filled(observationType === 'som' ? messages.marks : messages.both, shown);
    },
    history(observationType, shown) {
      if (observationType === 'screenshot') return messages.screenshotHistory;
      if (observationType === 'som') return messages.marksHistory;
      return filled(observationType === 'a11y_tree' ? messages.tree : messages.both, shown);
    },
    noAction: 'No valid action',
  };
}
