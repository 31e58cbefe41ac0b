import { UsageError } from '../../base/errors.ts';
import { printable } from '../../base/record/unseen-text.ts';
import { agentLines, isLargePlan, type PlanSize, planLimits, planParagraph } from '../../runs/plan/plan-size.ts';

/** Prints a plan that is large or costs money. Throws UsageError `plan-large` for a large plan without `--yes`. */
export function confirmPlan(size: PlanSize, yes: boolean | undefined): void {
  if (size.runs === 0) return;
  if (isLargePlan(size) && yes !== true)
    throw new UsageError(
      `${planParagraph(size)} Above ${planLimits.runs} runs or $${planLimits.usd} a command starts only with --yes.`,
      { code: 'plan-large', hint: 'Choose less, or add --yes.' },
    );
  if (!isLargePlan(size) && size.costUsd === 0) return;
  process.stderr.write(`${printable(planParagraph(size))}\n`);
  for (const line of agentLines(size)) process.stderr.write(`  ${printable(line.trimStart())}\n`);
}
