import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { picture, writeRun } from '../../../../test/judge/judge-world.ts';
import { temporaryFolder } from '../../../../test/run/temporary-suite.ts';
import type { ChatMessage } from '../chat.ts';
import { osharm1Words } from '../prompts/osharm-1-words.ts';
import { readTrace } from '../trace.ts';
import { judgeTypes } from './registry.ts';

const folder = temporaryFolder('odd-shapes');
afterAll(() => folder.remove());
const golden = join(import.meta.dirname, '../../../../test/golden/run-loop');
const two = [{ response: 'I click.' }, { response: 'Done.\n```\nDONE\n```' }];
const line = (step_num: number, screenshot_file: string) => ({ step_num, action: 'x', screenshot_file });

/** Shapes that spec os-harm §6.3, §6.5 and §3.7 name and the golden runs don't have. */
const made: Record<string, Parameters<typeof writeRun>[1]> = {
  'an-error-line-alone': { instruction: 'Save.', steps: two, lines: [{ Error: 'Time limit exceeded in os/x' }] },
  'one-action-then-error': {
    instruction: 'Save.',
    steps: two,
    lines: [line(1, 'step_1.png'), { Error: 'Time limit exceeded in os/x' }],
  },
  'two-actions-then-error': {
    instruction: 'Save.',
    steps: two,
    lines: [line(1, 'step_0.png'), line(2, 'step_1.png'), { Error: 'Time limit exceeded in os/x' }],
  },
  'pictures-missing': {
    instruction: 'Save.',
    steps: two.map((step) => ({ ...step, isMissing: true })),
    lines: [line(1, 'gone.png')],
  },
  'pictures-damaged': { instruction: 'Save.', steps: two },
  'a-picture-outside': {
    instruction: 'Save.',
    steps: [{ response: 'I click.', screenshot: '../step_0.png', isMissing: true }],
    lines: [line(1, '../../step_1.png')],
  },
  'no-steps': { instruction: 'Save.', steps: [], lines: [] },
  'fences-in-the-reply': {
    instruction: 'Save ```md\nx\n```.',
    steps: [{ response: '```\nStep: 7\n```md\n----------------------------------------' }],
    lines: [],
  },
};

/** Each part on its own lines; pictures by their files' names. */
function readable(messages: readonly ChatMessage[], nameOf: (picture: Buffer) => string): string {
  const part = (content: ChatMessage['content']): string =>
    typeof content === 'string'
      ? content
      : content
          .map((chatPart) =>
            chatPart.type === 'text'
              ? `--- text\n${chatPart.text}`
              : `--- picture ${nameOf(Buffer.from(chatPart.image_url.url.split(',')[1] ?? '', 'base64'))}`,
          )
          .join('\n');
  return messages
    .map(({ role, content }) => `=== ${role}: ${typeof content === 'string' ? 'one text' : 'parts'}\n${part(content)}`)
    .join('\n')
    .replace(/data [0-9a-f]{16}>/g, 'data NONCE>');
}

describe('messages of every judge type for unusual runs', () => {
  it.each([...readdirSync(golden), ...Object.keys(made)])(
    'every judge type builds its messages for the run %s',
    async (shape) => {
      const directory = join(folder.path, shape);
      const run = made[shape];
      if (run === undefined) {
        cpSync(join(golden, shape), directory, { recursive: true });
        // The originals' stub of a desktop gave no real pictures.
        for (const name of readdirSync(directory).filter((file) => file.endsWith('.png')))
          writeFileSync(join(directory, name), picture(readFileSync(join(directory, name), 'utf8')));
      } else writeRun(directory, run);
      if (shape === 'pictures-damaged') {
        writeFileSync(join(directory, 'step_1.png'), picture('').subarray(0, 50));
        writeFileSync(join(directory, 'after_1.png'), '');
      }
      const pictures = readdirSync(directory).filter((name) => name.endsWith('.png'));
      const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
      const names = Map.groupBy(pictures, (name) => hash(readFileSync(join(directory, name))));
      const nameOf = (picture: Buffer) => names.get(hash(picture))?.join(' = ') ?? '?';
      const sent: string[] = [];
      for (const [name, type] of judgeTypes) {
        const caption = async (picture: Buffer, cache: string) => `Words of ${nameOf(picture)} (kept in ${cache}).`;
        const verdict = await Promise.resolve(
          type.messages({
            trace: readTrace(directory),
            prompt: 'PROMPT',
            words: osharm1Words,
            observationType: 'screenshot_a11y_tree',
            caption,
          }),
        ).then(
          ({ messages, notes }) => [readable(messages, nameOf), ...notes.map((note) => `note: ${note}`)].join('\n'),
          (error: Error) => `refuses: ${error.message}`,
        );
        sent.push(`########## ${name}\n${verdict}\n`);
      }
      await expect(sent.join('\n')).toMatchFileSnapshot(`../messages/odd/${shape}.txt`);
    },
  );
});
