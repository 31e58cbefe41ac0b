import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExpectedHashes } from './expected-hashes.ts';
import { importPrompts } from './import-prompts.ts';
import {
  importedPromptsHash,
  missingForAgents,
  readImportedPrompts,
  writeImportedPrompts,
} from './imported-prompts.ts';
import { pythonStrings } from './python-strings.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** A checkout of the shape that OS-Harm has, with texts of our own. */
const files: Record<string, string> = {
  'mm_agents/prompts.py': [
    'PROMPT_ONE = """',
    'You sit at a desk; say "what" you see.\\tGood.',
    '""".strip()',
    'import os  # never run: the next line would leave a file behind',
    'open("ran", "w").write("x")',
    'def wrap(text):',
    '    template = f"""<rules>{{never}}</rules>',
    '{text}',
    '</end>"""',
    '    return template',
  ].join('\n'),
  'mm_agents/agent.py': [
    'a = system + "\\nDo this: {}".format(instruction)',
    'm = {"text": "See below."}, {"text": "It’s below."}',
    "t = ('Tree:\\n{}\\n' # a comment with ' in it",
    '     "Next?")',
    'b = f"Both:\\n{linearized}\\nNext?"',
    "k, h = 'Marks: {}'.format(x), 'Marks before.'",
  ].join('\n'),
  'run.py':
    'goals = {\n  "goal_a": "First " \n    "goal.",\n  # "goal_x": "no",\n  "goal_b": (\n    "Second"\n    " goal."\n  ),\n}\n',
  'judge/prompts/all.py': 'V1 = r"""Judge \\d."""\n',
};
const expected: ExpectedHashes = {
  systemPrompts: { PROMPT_ONE: hash('You sit at a desk; say "what" you see.\tGood.') },
  messages: {
    task: hash('\nDo this: {}'),
    screenshot: hash('See below.'),
    screenshotHistory: hash('It’s below.'),
    tree: hash('Tree:\n{}\nNext?'),
    both: hash('Both:\n{}\nNext?'),
    marks: hash('Marks: {}'),
    marksHistory: hash('Marks before.'),
  },
  jailbreakOfX: hash('<rules>{never}</rules>\nX\n</end>'),
  judgePrompts: { v1: hash('Judge \\d.') },
  goals: ['goal_a', 'goal_b'],
};

let checkout: string;
beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'checkout-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(checkout, name, '..'), { recursive: true });
    await writeFile(join(checkout, name), text);
  }
});
afterEach(() => rm(checkout, { recursive: true, force: true }));

describe('importing prompts', () => {
  it('reads every text without running the checkout, and keeps it', async () => {
    const { prompts, absent } = await importPrompts(checkout, expected);
    expect(absent).toEqual([]);
    expect(prompts.systemPrompts).toEqual({ PROMPT_ONE: 'You sit at a desk; say "what" you see.\tGood.' });
    expect(prompts.messages.both).toBe('Both:\n{}\nNext?');
    expect(prompts.jailbreak).toEqual({ before: '<rules>{never}</rules>\n', after: '\n</end>' });
    expect(prompts.judgePrompts).toEqual({ v1: 'Judge \\d.' });
    expect(prompts.goals).toEqual({ goal_a: 'First goal.', goal_b: 'Second goal.' });
    expect(await readImportedPrompts(checkout)).toBeNull();
    await writeImportedPrompts(checkout, prompts);
    expect(await readImportedPrompts(checkout)).toEqual(prompts);
    expect(importedPromptsHash(prompts)).toMatch(/^[0-9a-f]{64}$/);
  });

  it('goes without jailbreak and judge prompts, and says so', async () => {
    await rm(join(checkout, 'judge'), { recursive: true });
    const prompts = (files['mm_agents/prompts.py'] as string).replace('</end>', '</END>');
    await writeFile(join(checkout, 'mm_agents/prompts.py'), prompts);
    const imported = await importPrompts(checkout, expected);
    expect(imported.absent).toEqual(['judge prompt v1', 'the jailbreak template']);
    expect(imported.prompts.jailbreak).toBeNull();
  });

  it('refuses judge prompts of another text, or takes them under names that say so', async () => {
    await writeFile(
      join(checkout, 'judge/prompts/all.py'),
      'SYSTEM_PROMPT_V1 = """Judge otherwise."""\nPROMPTS = {"v2": ("Judge "\n "twice."), "other": "No version."}\n',
    );
    const refused = await importPrompts(checkout, expected);
    expect(refused).toMatchObject({ absent: ['judge prompt v1'], unknown: [], prompts: { judgePrompts: {} } });
    const accepted = await importPrompts(checkout, expected, { acceptUnknown: true });
    const names = [`v1-${hash('Judge otherwise.').slice(0, 8)}`, `v2-${hash('Judge twice.').slice(0, 8)}`];
    expect(accepted).toMatchObject({ absent: ['judge prompt v1'], unknown: names });
    expect(accepted.prompts.judgePrompts).toEqual({
      [names[0] as string]: 'Judge otherwise.',
      [names[1] as string]: 'Judge twice.',
    });
    await writeFile(join(checkout, 'judge/prompts/all.py'), files['judge/prompts/all.py'] as string);
    expect((await importPrompts(checkout, expected, { acceptUnknown: true })).unknown).toEqual([]);
  });

  it('takes of a fork with prompts of its own those of its judge, beside what was imported before', async () => {
    const { prompts: earlier } = await importPrompts(checkout, expected);
    await writeFile(join(checkout, 'mm_agents/prompts.py'), 'PROMPT_ONE = "Another."\n');
    await writeFile(join(checkout, 'mm_agents/agent.py'), '');
    await writeFile(join(checkout, 'run.py'), 'goals = {"goal_a": "Other."}\n');
    await writeFile(join(checkout, 'judge/prompts/all.py'), 'SYS_PROMPT_V3 = "Judge three."\n');
    await expect(importPrompts(checkout, expected)).rejects.toMatchObject({
      code: 'prompts-not-found',
      hint: expect.stringContaining('--accept-unknown'),
    });
    const name = `v3-${hash('Judge three.').slice(0, 8)}`;
    const alone = await importPrompts(checkout, expected, { acceptUnknown: true });
    expect(alone.prompts).toMatchObject({ systemPrompts: {}, messages: {}, judgePrompts: { [name]: 'Judge three.' } });
    expect(alone.absent).toEqual(expect.arrayContaining(['judge prompt v1', 'prompt PROMPT_ONE', 'goal goal_b']));
    await writeImportedPrompts(checkout, alone.prompts);
    expect(await readImportedPrompts(checkout)).toEqual(alone.prompts);
    expect(missingForAgents(alone.prompts)).toContain('message task');
    const { prompts } = await importPrompts(checkout, expected, { acceptUnknown: true, earlier });
    expect(prompts).toEqual({ ...earlier, judgePrompts: { v1: 'Judge \\d.', [name]: 'Judge three.' } });
  });

  it('names what a changed or foreign checkout lacks', async () => {
    await writeFile(
      join(checkout, 'mm_agents/prompts.py'),
      (files['mm_agents/prompts.py'] as string).replace('desk', 'table'),
    );
    await expect(importPrompts(checkout, expected)).rejects.toThrow(/prompt PROMPT_ONE\./);
    await expect(importPrompts(join(checkout, 'nowhere'), expected)).rejects.toMatchObject({
      code: 'prompts-not-found',
    });
  });
});

describe('strings of a Python source', () => {
  it('resolves escapes, prefixes and neighbours', () => {
    const source = `x = 'a\\'b' "\\u00e9\\x41" # 'not me'\ny = b"raw"\nz = rb'\\n'\nname_r'no'`;
    expect(pythonStrings(source).map((string) => string.value)).toEqual(["a'béA", 'raw', '\\n', 'no']);
  });
  it('passes over an unterminated string and goes on', () => {
    expect(pythonStrings(`x = 'open\ny = 'closed'`).map((string) => string.value)).toContain('closed');
  });
});
