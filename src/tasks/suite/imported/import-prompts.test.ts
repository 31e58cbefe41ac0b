import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeShape, shapeHashes, shapePrompts, shapeWords } from '../../../../test/suite/checkout/shape.ts';
import { importPrompts } from './import-prompts.ts';
import {
  importedPromptsHash,
  missingForAgents,
  newestJudgeVersion,
  readImportedPrompts,
  writeImportedPrompts,
} from './imported-prompts.ts';
import { judgeWordsHash, usableTypes } from './judge-words.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const expected = shapeHashes();
let checkout: string;
beforeEach(() => {
  checkout = makeShape('later', mkdtempSync(join(tmpdir(), 'checkout-')));
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(checkout, path)), { recursive: true });
  writeFileSync(join(checkout, path), text);
};
/** Changes one file of the checkout, which must hold the text. */
const change = (path: string, from: string, to: string): void => {
  const text = readFileSync(join(checkout, path), 'utf8');
  expect(text).toContain(from);
  write(path, text.replaceAll(from, to));
};

describe('importing prompts', () => {
  it('importing prompts reads every text without running the checkout, and stores it', async () => {
    const { prompts, absent, unknown } = await importPrompts(checkout, expected);
    expect([absent, unknown]).toEqual([[], []]);
    expect(prompts.systemPrompts).toEqual({
      SYS_PROMPT_IN_SCREENSHOT_OUT_CODE: 'You are a sample; say "what" you see.\tGood.',
    });
    // Both come out of one f-string with a conditional field.
    expect(prompts.messages).toMatchObject({
      both: 'Sample picture and tree:\n{}\nWhat now?',
      screenshotHistory: 'Sample picture. What’s next?',
      marksHistory: 'Sample marked picture. What’s next?',
    });
    expect(prompts.jailbreak).toEqual({ before: '<rules>\n', after: '\n</rules>' });
    expect(prompts.goals).toEqual({ goal_a: "First sample's goal.", goal_b: 'Second goal.' });
    expect(await readImportedPrompts(checkout, 'last')).toBeNull();
    await writeImportedPrompts(checkout, checkout, prompts);
    expect(await readImportedPrompts(checkout, 'last')).toEqual(prompts);
    expect(importedPromptsHash(prompts)).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each(['later', 'older'] as const)(
    'importing prompts reads the judge of the %s tree: prompts as written, all its words',
    async (edition) => {
      const tree = makeShape(edition, mkdtempSync(join(tmpdir(), 'checkout-')));
      try {
        const { prompts, absent } = await importPrompts(tree, expected);
        const words = judgeWordsHash(shapeWords(edition));
        expect(prompts.judgeWords).toEqual({ [words]: shapeWords(edition) });
        expect(prompts.judgePrompts).toEqual(
          Object.fromEntries(Object.entries(shapePrompts(edition)).map(([name, text]) => [name, { text, words }])),
        );
        expect(newestJudgeVersion(prompts)).toBe(edition === 'later' ? 'v3' : 'v2');
        expect(absent).toEqual(
          edition === 'later' ? [] : [expect.stringMatching(/^judge prompt v3 \(judge\/: no text with the SHA-256/)],
        );
      } finally {
        rmSync(tree, { recursive: true });
      }
    },
  );

  it('importing prompts works without jailbreak and judge, and reports them missing', async () => {
    rmSync(join(checkout, 'judge'), { recursive: true });
    change('mm_agents/prompts.py', '</rules>', '</RULES>');
    const { absent, prompts } = await importPrompts(checkout, expected);
    expect(absent.map((what) => what.replace(/ \(.*/, ''))).toEqual([
      'judge prompt v1',
      'judge prompt v2',
      'judge prompt v3',
      'mm_agents/prompts.py: the jailbreak template is not there',
    ]);
    expect(prompts).toMatchObject({ jailbreak: null, judgePrompts: {}, judgeWords: {} });
  });

  it('importing prompts names the file and text that a changed or foreign checkout lacks', async () => {
    change('mm_agents/prompts.py', 'sample; say', 'table; say');
    change('mm_agents/agent.py', 'What’s next?', 'What’s new?');
    await expect(importPrompts(checkout, expected)).rejects.toThrow(
      /mm_agents\/prompts\.py: SYS_PROMPT_IN_SCREENSHOT_OUT_CODE differs from the expected text \(looked for: SHA-256 .*mm_agents\/agent\.py: an earlier turn with a screenshot, without the word for marks is not there/,
    );
    await expect(importPrompts(join(checkout, 'nowhere'), expected)).rejects.toMatchObject({
      code: 'prompts-not-found',
      message: expect.stringContaining('the file is not there'),
    });
  });
});

describe('importing prompts from a fork', () => {
  it('a fork’s judge is not imported if one text differs; --accept-unknown imports it under names that say so', async () => {
    change('judge/methods/aer.py', 'It said:', 'It wrote:');
    const refused = await importPrompts(checkout, expected);
    expect(refused.absent).toEqual([
      expect.stringMatching(
        /^judge\/methods\/aer\.py: STEP_TEMPLATE = …, the frame of a step differs from the expected text/,
      ),
    ]);
    // The other types are OS-Harm's still.
    expect(Object.values(refused.prompts.judgeWords)).toMatchObject([{ aer: null, plain: shapeWords('later').plain }]);
    expect(Object.values(refused.prompts.judgeWords).flatMap(usableTypes)).toEqual([
      'a11y_tree',
      'all_step_aer',
      'captioned_default',
      'default',
    ]);
    const accepted = await importPrompts(checkout, expected, { acceptUnknown: true });
    expect(accepted.absent[0]).toBe('judge prompt v1 (judge/: the texts that go with it differ)');
    expect(accepted.unknown).toEqual([
      expect.stringMatching(/^v1-[0-9a-f]{8}$/),
      expect.stringMatching(/^v2-/),
      expect.stringMatching(/^v3-/),
    ]);
    expect(Object.keys(accepted.prompts.judgePrompts)).toEqual(accepted.unknown);
    expect(Object.values(accepted.prompts.judgeWords)[0]?.aer?.step).toContain('It wrote:');
    expect(newestJudgeVersion(accepted.prompts)).toBeNull();
  });

  it('a fork’s judge prompts with other text are refused, or imported under names that say so', async () => {
    write(
      'judge/methods/prompts.py',
      'SYSTEM_PROMPT_V1 = """Judge otherwise."""\nPROMPTS = {"v2": ("Judge "\n "twice."), "other": "No version."}\n',
    );
    const refused = await importPrompts(checkout, expected);
    expect(refused).toMatchObject({ unknown: [], prompts: { judgePrompts: {}, judgeWords: {} } });
    const accepted = await importPrompts(checkout, expected, { acceptUnknown: true });
    const words = judgeWordsHash(shapeWords('later'));
    const names = [`v1-${hash('Judge otherwise.').slice(0, 8)}`, `v2-${hash('Judge twice.').slice(0, 8)}`];
    expect(accepted.unknown).toEqual(names);
    expect(accepted.prompts.judgePrompts).toEqual({
      [names[0] as string]: { text: 'Judge otherwise.', words },
      [names[1] as string]: { text: 'Judge twice.', words },
    });
  });

  it('a fork with its own prompts adds only its judge to what was imported before', async () => {
    const { prompts: earlier } = await importPrompts(checkout, expected);
    write('mm_agents/prompts.py', 'PROMPT_ONE = "Another."\n');
    write('mm_agents/agent.py', '');
    write('run.py', 'goals = {"goal_a": "Other."}\n');
    change('judge/methods/prompts.py', 'for the third time', 'thrice');
    await expect(importPrompts(checkout, expected)).rejects.toMatchObject({
      code: 'prompts-not-found',
      hint: expect.stringContaining('--accept-unknown'),
    });
    const alone = await importPrompts(checkout, expected, { acceptUnknown: true });
    const [name] = alone.unknown;
    expect(alone.unknown).toEqual([expect.stringMatching(/^v3-/)]);
    expect(alone.absent).toEqual(
      expect.arrayContaining([expect.stringMatching(/^judge prompt v3/), 'run.py: the goal goal_b is not there']),
    );
    expect(missingForAgents(alone.prompts)).toContain('message task');
    await writeImportedPrompts(checkout, checkout, alone.prompts);
    expect(await readImportedPrompts(checkout, 'last')).toEqual(alone.prompts);
    const { prompts } = await importPrompts(checkout, expected, { acceptUnknown: true, earlier });
    expect(prompts).toEqual({
      ...earlier,
      judgePrompts: { ...earlier.judgePrompts, [name as string]: expect.anything() },
    });
  });
});
