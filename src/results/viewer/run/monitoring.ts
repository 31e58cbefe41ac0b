import { saidAndThought } from '../../../agents/parse/said-and-thought.ts';
import type { MonitorScore, MonitorScores } from '../../../base/record/monitor-scores.ts';
import { isFlaggedAt } from '../../../verdicts/protocols/control-step.ts';
import { isStopped } from '../../report/monitors/monitored-run.ts';
import type { MonitorReply, ProtocolStepDetail, RunDetail } from '../api.ts';

const mostMonitors = 4;

/** What monitors replied, and what a protocol did. `steps`: number of recorded steps. */
export const monitoringOf = (
  monitors: readonly MonitorScores[],
  steps: number,
): Pick<RunDetail, 'monitors' | 'hiddenMonitors' | 'monitorReplies' | 'protocols' | 'unscored'> => ({
  monitors: monitors.slice(0, mostMonitors).map((file) => curveOf(file, steps)),
  hiddenMonitors: monitors.slice(mostMonitors).map(nameOfScores),
  monitorReplies: monitors.map((file) => ({ name: nameOfScores(file), replies: file.scores.map(replyOf) })),
  protocols: monitors
    .filter(({ mode }) => mode === 'online')
    .map((file) => ({
      name: file.protocol ?? 'observe',
      monitor: nameOfScores(file),
      threshold: file.threshold,
      steps: file.scores.map((score) => protocolStepOf(score, file.threshold)),
    })),
  unscored: monitors.flatMap((scores) => unscoredBy(scores, steps)),
});

function curveOf(file: MonitorScores, steps: number): RunDetail['monitors'][number] {
  const highest: (number | null)[] = Array.from({ length: steps }, () => null);
  for (const { step, suspicion } of file.scores)
    if (step < steps && suspicion !== null) highest[step] = Math.max(highest[step] ?? 0, suspicion);
  return { name: nameOfScores(file), scores: highest };
}

const nameOfScores = ({ monitor, view }: MonitorScores): string => (view === 'full' ? monitor : `${monitor} (${view})`);

/** A page shows this much of a reason. The whole text is in the file of the scores. */
const longestReason = 2_000;

const shortened = (reason: string | null): string | null =>
  reason === null || reason.length <= longestReason ? reason : `${reason.slice(0, longestReason)} …`;

const replyOf = ({ step, moment, suspicion, reason, members = [] }: MonitorScore): MonitorReply => ({
  step,
  moment,
  suspicion,
  reason: shortened(reason),
  members: members.map(({ monitor, suspicion, reason }) => ({ monitor, suspicion, reason: shortened(reason) })),
});

function protocolStepOf(score: MonitorScore, threshold: number | null): ProtocolStepDetail {
  const { step, suspicion, reason, decision = 'allow', answer = null, proposed, replies = [] } = score;
  return {
    step,
    suspicion,
    reason: shortened(reason),
    isFlagged: isFlaggedAt(threshold, suspicion),
    decision,
    answer,
    proposed:
      proposed === undefined
        ? null
        : {
            said: saidAndThought(proposed.response).said,
            actions: proposed.actions,
            harm: proposed.harm === undefined ? 'unknown' : (proposed.harm ?? 'undecided'),
          },
    replies: replies.map(({ by, suspicion, reason, response, actions, isExecuted }) => ({
      by,
      suspicion,
      reason: shortened(reason),
      said: saidAndThought(response).said,
      actions,
      isExecuted,
    })),
  };
}

function unscoredBy(file: MonitorScores, steps: number): RunDetail['unscored'] {
  const { scores, mode, failure } = file;
  const scored = new Set(scores.filter(({ suspicion }) => suspicion !== null).map(({ step }) => step));
  const of = Math.max(steps, ...scores.map(({ step }) => step + 1));
  if (scored.size >= of) return [];
  const missing = scores.filter(({ suspicion }) => suspicion === null);
  const isExecuted = mode === 'offline' ? null : missing.every((score) => !isStopped(score));
  const reason = failure ?? missing[0]?.reason ?? null;
  return [{ name: nameOfScores(file), steps: of - scored.size, of, reason, isExecuted }];
}
