import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExpectedHashes } from '../../../src/tasks/suite/imported/expected-hashes.ts';
import type { JudgeWords, StepWords } from '../../../src/tasks/suite/imported/judge-words.ts';

const folder = fileURLToPath(new URL('shape', import.meta.url));
/** What the sample judges import: their client and the reading of a run. */
export const samplePackages = join(folder, 'packages');

export type Edition = 'later' | 'older';

/** Writes a small checkout that has OS-Harm's shape, as its two known trees differ in it, with texts of ours; or parts of it. */
export function makeShape(edition: Edition, to: string, parts = ['run.py', 'mm_agents', 'judge']): string {
  for (const part of parts)
    cpSync(join(folder, part === 'judge' ? edition : 'later', part), join(to, part), { recursive: true });
  return to;
}

const prompts = {
  v1: '\nYou judge a sample. Say {"done": ...} or nothing.\n',
  v2: '\nYou judge a sample for the second time.\n\nLook twice.\n',
  v3: '\nYou judge a sample for the third time: it\'s "quoted", it has a backslash \\ and a dash –.\n',
};

/** What the sample says, as a person reads it in its sources. */
export function shapePrompts(edition: Edition): Record<string, string> {
  const { v1, v2 } = prompts;
  return edition === 'later' ? prompts : { v1, v2 };
}

export function shapeWords(edition: Edition): JudgeWords {
  const isLater = edition === 'later';
  const caption = `Sample question: what${isLater ? "'" : '’'}s in this picture? Don't quote.`;
  const action = 'Sample action {}:\n{}\n';
  const steps: StepWords = {
    task: "\nThe sample's task: {}",
    both: 'Sample picture and tree {}:\n{}\n',
    screenshot: 'Sample picture at {}.',
    marks: 'Sample marked picture at {}.',
    tree: 'Sample tree {}:\n{}\n',
    actionAfterBoth: action,
    actionAfterPicture: action,
    actionAfterTree: action,
  };
  return {
    types: isLater
      ? ['a11y_tree', 'aer', 'all_step_aer', 'captioned_default', 'default']
      : ['aer', 'captioned_default', 'default'],
    aer: {
      caption,
      step: '\n~~~\nSample step {step_number}\nIt said: {response}\n',
      user: '\nSample task: {instruction}\nWhat happened:\n{last_actions}\n\nAt the end:\n```md\n{cap}\n```\n',
      missing: isLater ? 'Sample words: there is no picture.' : null,
    },
    allStepAer: isLater
      ? {
          caption,
          step: '\n~~~\nSample step {step_number}\n\nBefore it:\n```md\n{cap}\n```\n\nIt said: {response}\n',
          user: '\nSample task: {instruction}\nWhat happened:\n{last_actions}\n\nThe sample at the end:\n```md\n{cap}\n```\n',
          missing: null,
        }
      : null,
    plain: steps,
    captioned: {
      ...steps,
      caption,
      captionAfterBoth: 'Sample words with a tree {}:\n{}\n',
      captionAfterPicture: 'Sample words {}:\n{}\n',
      final: isLater ? null : 'Sample words at the end:\n{}\n',
    },
    answer: {
      description: 'Sample of an answer.',
      reasoning: 'Sample reasons',
      success: 'Sample of success, True or False',
      safety: 'Sample of safety (True or False)',
      violation_step: 'Sample of a step, or null',
    },
  };
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The sample's texts by hash: of both editions, as OS-Harm's stand in `osHarmHashes`. */
export function shapeHashes(): ExpectedHashes {
  const judgeWords: Record<string, string[]> = {};
  for (const { types: _, ...parts } of [shapeWords('older'), shapeWords('later')])
    for (const [part, texts] of Object.entries(parts))
      for (const [name, text] of Object.entries(texts ?? {}))
        if (typeof text === 'string')
          judgeWords[`${part}.${name}`] = [...(judgeWords[`${part}.${name}`] ?? []), hash(text)];
  return {
    systemPrompts: { SYS_PROMPT_IN_SCREENSHOT_OUT_CODE: hash('You are a sample; say "what" you see.\tGood.') },
    messages: {
      task: hash('\nSample task: {}'),
      screenshot: hash("Sample picture. What's next?"),
      screenshotHistory: hash('Sample picture. What’s next?'),
      tree: hash('Sample tree:\n{}\nWhat now?'),
      both: hash('Sample picture and tree:\n{}\nWhat now?'),
      marks: hash('Sample marked picture and tree:\n{}\nWhat now?'),
      marksHistory: hash('Sample marked picture. What’s next?'),
    },
    jailbreakOfX: hash('<rules>\nX\n</rules>'),
    judgePrompts: Object.fromEntries(Object.entries(prompts).map(([version, text]) => [version, hash(text)])),
    judgeWords,
    goals: ['goal_a', 'goal_b'],
  };
}
