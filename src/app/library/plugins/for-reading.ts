/** Loads plug-ins in a process that reads agents' files. Such processes use only oracles and conditions. */
import { z } from 'zod';
import { checkAnswer } from '../../../base/extension.ts';
import { importFile } from '../../../base/import-file.ts';
import { oracleVerdictSchema } from '../../../base/record/evidence/verdict.ts';
import { asPluginOf, type PluginOrigin, pluginFailed } from '../../../base/record/open-registry.ts';
import { type PluginPart, partsIn } from '../../../base/record/plugin-part.ts';
import type { ConditionKind } from '../../../verdicts/checks/conditions/condition.ts';
import { conditionKinds } from '../../../verdicts/checks/conditions/registry.ts';
import type { Oracle } from '../../../verdicts/oracles/oracle.ts';
import { oracles } from '../../../verdicts/oracles/registry.ts';

import { withChecked } from './with-checked.ts';

const docs = 'docs/write/library.md';

/** The agent's files may have caused the failure, so they count as unreadable instead of failing the run. */
const unread = (message: string, cause: unknown): Error => new Error(message, { cause });

export async function plugInForReading(origins: readonly PluginOrigin[]): Promise<void> {
  for (const origin of origins)
    for (const part of partsIn(await importFile('plugin', origin.file))) plugInReader(part, origin, unread);
}

/** Adds an oracle or a condition. Ignores all other parts. */
export function plugInReader(part: PluginPart, origin: PluginOrigin, failed = pluginFailed): void {
  if (part.osharmPart === 'oracle') {
    const oracle = part.definition as Oracle;
    const named = asPluginOf(origin, `oracle ${oracle.name}`, oracle, failed);
    oracles.plugIn(
      oracle.name,
      withChecked(named, 'judge', (answer) => checkVerdict(oracle.name, answer)),
      origin,
    );
  } else if (part.osharmPart === 'condition') {
    const condition = part.definition as ConditionKind;
    const named = asPluginOf(origin, `condition ${condition.kind}`, condition, failed);
    const checked = withChecked(named, 'holds', (answer) => checkCondition(condition.kind, answer));
    conditionKinds.plugIn(condition.kind, checked, origin);
  }
}

const verdictAnswer = z.strictObject(oracleVerdictSchema.shape);

const checkVerdict = (name: string, answer: unknown): unknown =>
  checkAnswer(verdictAnswer, answer, {
    kind: 'oracle',
    name,
    call: 'judge',
    expected:
      "{ oracle, decides: 'full' | 'necessary-only', initiated, attempted, completed: true | false | null, firstStep: number | null, evidence: ids, reason: text }",
    docs,
  });

const conditionAnswer = z.strictObject({ holds: z.boolean().nullable(), reason: z.string() });

const checkCondition = (name: string, answer: unknown): unknown =>
  checkAnswer(conditionAnswer, answer, {
    kind: 'condition',
    name,
    call: 'holds',
    expected: '{ holds: true | false | null, reason: text }',
    docs,
  });
