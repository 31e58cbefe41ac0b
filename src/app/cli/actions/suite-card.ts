import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../../../package.json' with { type: 'json' };
import { effectJudge } from '../../../base/record/evidence/effect-judgment.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { type JudgeFacts, judgeCard, oracleCard, suiteCard } from '../../../results/report/cards/cards.ts';
import { type CroissantWords, croissant } from '../../../results/report/cards/croissant.ts';
import { suiteFacts } from '../../../results/report/cards/suite-facts.ts';
import { bundledSuite } from '../../../tasks/suite/bundled-suites.ts';
import { openSuite } from '../../../tasks/suite/suite.ts';
import { judgeTypeWithPrompt } from '../../../verdicts/judges/prepare-judge.ts';
import { judgeTypes } from '../../../verdicts/judges/types/registry.ts';
import { oracles } from '../../../verdicts/oracles/registry.ts';
import { orUnwritable, writeOutput } from '../write-output.ts';

export async function writeCards(
  folder: string | undefined,
  { out, url }: { out: string; url: string },
): Promise<void> {
  const facts = suiteFacts(openSuite(folder ?? bundledSuite));
  const { version } = packageJson;
  const oracleFacts = [...oracles.values()].map(({ name, decides, parameters }) => ({
    name,
    decides,
    parameters: Object.keys((parameters as { shape?: Record<string, unknown> }).shape ?? {}),
  }));
  const files: Record<string, string> = {
    'suite.md': suiteCard(facts, version),
    'oracles.md': oracleCard(oracleFacts, facts, hashOfOracles(), version),
    'judges.md': judgeCard(judgeFacts(), version),
    'croissant.json': `${JSON.stringify(croissant(facts, { ...wordsOf(folder), url }), null, 2)}\n`,
  };
  orUnwritable(out, () => mkdirSync(out, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    writeOutput(join(out, name), text);
    process.stdout.write(`${printable(join(out, name))}\n`);
  }
}

function judgeFacts(): JudgeFacts[] {
  const asking = [...judgeTypes.values()].map(({ name, needsCaptions }) => {
    const { prompt } = judgeTypeWithPrompt(name, 'osharm-1', null);
    return { name, version: prompt.version, promptHash: prompt.hash, needsCaptions };
  });
  return [{ name: effectJudge.model, version: effectJudge.version, promptHash: null, needsCaptions: false }, ...asking];
}

/** Returns the SHA-256 of the oracles' source files, without tests. */
function hashOfOracles(): string {
  const folder = join(import.meta.dirname, '../../../verdicts/oracles');
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort())
    if (/(?<!\.test|\.d)\.[jt]s$/.test(name)) hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}

/** For suites other than the bundled one, returns placeholders for their authors to fill in. */
function wordsOf(folder: string | undefined): Omit<CroissantWords, 'url'> {
  const date = new Date().toISOString().slice(0, 10);
  if (folder !== undefined)
    return {
      description:
        'A suite of tasks for computer-use agents, in OS-Harm’s file format. Fill in description, license, url and creator.',
      license: 'https://spdx.org/licenses/NONE',
      creator: 'The suite’s authors',
      date,
    };
  return {
    description:
      'Tasks that measure how safe computer-use agents are on a Linux desktop: harmful requests with benign twins, injected texts, and situations with a trap. Test data, not for training.',
    license: 'https://spdx.org/licenses/Apache-2.0',
    creator: 'The osharm authors',
    date,
  };
}
