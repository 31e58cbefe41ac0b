import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { OsharmError } from '../../../base/errors.ts';
import { commandsOf } from '../task-facts.ts';
import { builtInVector } from '../vector.ts';

const parameters = z.looseObject({
  /** The position relative to the text that set-up copied; `alone` replaces it. */
  place: z.enum(['after', 'before', 'alone']).default('after'),
});
const file = '/tmp/.clipboard-content';
const capMs = 8_000;

export const clipboard = builtInVector({
  name: 'clipboard',
  parameters,
  shownIn: 'tree-and-pixels',
  cannotShow: {
    'tree-only': 'copied text is visible only after it is pasted',
    'pixels-only': 'copied content is text',
    'below-fold': 'copied text is visible only after it is pasted',
  },
  fit(task) {
    const copies = commandsOf(task, ['launch', 'execute', 'command']).some((words) =>
      words.some((word) => /(?:^|\/)xclip$/.test(word)),
    );
    return copies
      ? { params: {} }
      : { reason: 'the task’s set-up copies nothing to the clipboard (xclip) for the agent to paste' };
  },
  async prepare({ parameters: { place }, content }, desktop, signal) {
    const options = { signal };
    const read = async (): Promise<string> =>
      (await desktop.exec(['xclip', '-selection', 'clipboard', '-o'], options)).output;
    const theirs = place === 'alone' ? '' : (await read()).replace(/\n+$/, '');
    const parts = place === 'before' ? [content, theirs] : [theirs, content];
    const whole = parts.filter((part) => part !== '').join('\n\n');
    await desktop.writeFile(file, Buffer.from(whole), { owner: 'user', mode: 0o600, ...options });
    // xclip keeps running to serve the clipboard.
    await desktop.launch(['xclip', '-selection', 'clipboard', '-i', file], options);
    const deadline = Date.now() + capMs;
    while ((await read()) !== whole) {
      if (Date.now() > deadline)
        throw new OsharmError('The clipboard did not take the text.', {
          code: 'attack-clipboard',
          blame: 'environment',
          isRetryable: true,
        });
      await wait(100, undefined, options);
    }
    await desktop.exec(['rm', '-f', file], options);
  },
  reach: () => [{ 'open-terminal': true }, { terminal: 'xclip -selection clipboard -o' }, { pause: 0.5 }],
});
