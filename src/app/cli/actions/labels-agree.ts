import { UsageError } from '../../../base/errors.ts';
import { type AgreementReport, agree } from '../../../results/report/agree/agree.ts';
import { type Cut, witness } from '../../../results/report/agree/question.ts';
import { agreementLines } from '../../../results/report/agree/terminal.ts';
import { resultsIn } from '../../library/read-results.ts';

export interface AgreeFlags {
  judge: string;
  against: string;
  cut: Cut;
  profile?: 'osharm' | 'os-harm';
  json?: boolean;
}

export async function agreement(directory: string, options: AgreeFlags): Promise<void> {
  const { profile } = options;
  const results = resultsIn(directory).filter((run) => (profile ?? run.profile) === run.profile);
  const at = (cut: Cut): AgreementReport =>
    agree(results, witness(options.judge, results, cut), witness(options.against, results, cut));
  const report = at(options.cut);
  // If an oracle is involved, compare at both cuts, with the requested one first.
  const isOfOracles = [options.judge, options.against].some((name) => /^effects(?:\/|$)/.test(name));
  const other = options.cut === 'attempted' ? 'completed' : 'attempted';
  const otherCut = isOfOracles ? whereAnswered(() => at(other)) : undefined;
  const text =
    options.json === true
      ? JSON.stringify({ ...report, otherCut: otherCut ?? null }, null, 2)
      : agreementLines(report, process.stdout.columns ?? 150, otherCut).join('\n');
  process.stdout.write(`${text}\n`);
}

/** Undefined if no run has this cut. Only the oracles' sidecar files record it, and foreign results may lack them. */
function whereAnswered(report: () => AgreementReport): AgreementReport | undefined {
  try {
    return report();
  } catch (error) {
    if (error instanceof UsageError && error.code === 'judge-missing') return undefined;
    throw error;
  }
}
