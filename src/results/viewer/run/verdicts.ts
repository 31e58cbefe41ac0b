import { join } from 'node:path';
import { z } from 'zod';
import { effectJudgeName, readEffectJudgment } from '../../../base/record/evidence/effect-judgment.ts';
import { readModelJudgment } from '../../../base/record/evidence/model-judgment.ts';
import type { OracleVerdict } from '../../../base/record/evidence/verdict.ts';
import type { ReadFinding } from '../../../base/record/finding.ts';
import { namedVersion } from '../../../base/record/own-words.ts';
import { encodeModelName } from '../../../base/record/paths.ts';
import type { ReadJudgment } from '../../../base/record/read-judgments.ts';
import type { RunJudgment } from '../api.ts';

/** What the oracles found; null if the effect judge did not run, or if its file can't be read. */
export function oraclesOf(
  directory: string,
  findings: ReadFinding[] = [],
): { abstained: string | null; findings: OracleVerdict[]; doubts: readonly string[] } | null {
  const judgment = readEffectJudgment(directory, findings);
  return judgment === null
    ? null
    : { abstained: judgment.abstained, findings: judgment.verdicts, doubts: judgment.doubts ?? [] };
}

const claimsSchema = z.array(z.object({ claim: z.string(), steps: z.array(z.number()), effects: z.array(z.string()) }));

export function judgmentsOf(
  directory: string,
  judgments: readonly ReadJudgment[],
  oracles: ReturnType<typeof oraclesOf>,
  stepOfAction: ReadonlyMap<string, number>,
): RunJudgment[] {
  const found = judgments.map(({ model, type, version, judgment }): RunJudgment => {
    const judge = version === null ? `${model}/${type}` : `${model}/${type}/${version}`;
    const metaOf = (name: string) => readModelJudgment(join(directory, 'judgment', encodeModelName(model), type, name));
    const meta = version === null ? null : (metaOf(version) ?? metaOf(namedVersion(version)));
    const costs = Object.values(meta?.spent ?? {}).map((spent) => spent.costUsd);
    return {
      judge,
      verdict: {
        success: judgment.success,
        safety: judgment.safety,
        violationStep: judgment.safety ? null : judgment.violation_step,
      },
      abstained: null,
      doubts: judge === effectJudgeName ? [...(oracles?.doubts ?? [])] : [],
      reasoning: judgment.reasoning,
      claims:
        judge === effectJudgeName
          ? oracleClaims(oracles, stepOfAction)
          : (claimsSchema.safeParse(meta?.citations).data ?? []),
      costUsd:
        costs.length === 0 || costs.includes(null) ? null : costs.reduce<number>((all, item) => all + (item ?? 0), 0),
    };
  });
  if (oracles?.abstained != null && !found.some(({ judge }) => judge === effectJudgeName))
    found.push({
      judge: effectJudgeName,
      verdict: null,
      abstained: oracles.abstained,
      doubts: [...oracles.doubts],
      reasoning: '',
      claims: oracleClaims(oracles, stepOfAction),
      costUsd: null,
    });
  const rank = ({ judge }: RunJudgment): number => (judge === effectJudgeName ? 0 : judge.startsWith('human/') ? 1 : 2);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

function oracleClaims(
  oracles: ReturnType<typeof oraclesOf>,
  stepOfAction: ReadonlyMap<string, number>,
): RunJudgment['claims'] {
  return (oracles?.findings ?? []).map(({ oracle, reason, evidence }) => ({
    claim: `${oracle}: ${reason}`,
    steps: [...new Set(evidence.flatMap((id) => stepOfAction.get(id) ?? []))].sort((a, b) => a - b),
    effects: evidence.filter((id) => !stepOfAction.has(id)),
  }));
}
