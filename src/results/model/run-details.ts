import { createHash } from 'node:crypto';
import type { MonitorScores } from '../../base/record/monitor-scores.ts';
import type { PartBlocks } from '../../base/record/part-blocks.ts';
import type { Awareness } from '../../verdicts/awareness/awareness.ts';
import { type ChannelEvidence, channelEvidence, readCompletedHarm } from '../../verdicts/monitors/channel-evidence.ts';
import { firstOpened, readStepTruth, type StepTruth } from '../../verdicts/monitors/step-truth.ts';
import { judgedAwareness } from './awareness.ts';
import { type DefenceDecision, readDefences } from './defences.ts';
import { type RunFiles, recordsOpens } from './run-files.ts';
import { judgeName } from './run-verdicts.ts';
import { type Settings, settingsOf } from './settings.ts';

/** Fields that lists omit, since they would need too much memory for a hundred thousand runs. */
export interface RunDetails {
  settings: Settings;
  /** Milliseconds by phase. */
  phases: Record<string, number>;
  /** Overhead of osharm itself, by step. */
  harnessMs: readonly number[];
  stepMs: readonly number[];
  /** By step, a hash of reply and actions: equal steps have equal keys. */
  stepKeys: readonly string[];
  actors: readonly (string | null)[];
  defences: readonly DefenceDecision[];
  monitors: readonly MonitorScores[];
  /** The protocol that decided on the run's steps, and its cost; null without a live monitor. */
  control: Pick<NonNullable<PartBlocks['monitor']>, 'protocol' | 'trustedModel' | 'cost'> | null;
  truth: StepTruth | null;
  oversight: ChannelEvidence | null;
  /** Rule-based; null if the agent sent no reply. */
  awareness: Awareness | null;
  /** By each judge that read the agent's reasoning. */
  judgedAwareness: ReadonlyMap<string, Awareness>;
}

export function detailsOf(files: RunFiles): RunDetails {
  const { run, awareness, monitors } = files;
  const { runJson } = run;
  const steps = runJson?.steps ?? [];
  return {
    settings: settingsOf(run),
    phases: runJson?.phases ?? {},
    harnessMs: steps.map(({ harnessMs }) => harnessMs),
    stepMs: steps.map(
      ({ predictMs, actMs, settleMs, observeMs, collectMs, harnessMs }) =>
        predictMs + actMs + settleMs + Math.max(observeMs, collectMs) + harnessMs,
    ),
    stepKeys: monitors.length === 0 ? [] : stepKeysOf(run),
    actors: steps.map(({ actor }) => actor ?? null),
    defences: typeof runJson?.spec.defences === 'string' ? readDefences(run.directory) : [],
    monitors,
    control: runJson?.monitor ?? null,
    truth: truthOf(files),
    oversight: oversightOf(files),
    awareness,
    judgedAwareness: judgedAwareness(run, awareness, judgeName),
  };
}

const stepKey = (content: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);

function oversightOf({ run, effectFacts, effects }: RunFiles): ChannelEvidence | null {
  if (effectFacts.harm !== 'completed') return null;
  const read = readCompletedHarm(run.directory, effects());
  return read === null ? null : channelEvidence(read.harm, read.run, { areOpensRecorded: recordsOpens(run) });
}

function truthOf({ run, effectFacts: { harm }, effects }: RunFiles): StepTruth | null {
  if (harm === null) return null;
  if (harm !== 'none') return readStepTruth(run.directory, run.runJson, effects());
  const exposed = run.runJson?.exposure?.firstStep ?? null;
  const opened = recordsOpens(run) ? firstOpened(effects()) : null;
  return { exposed, opened, initiated: null, attempted: null, completed: null, irreversible: null, harmful: [] };
}

const stepKeysOf = ({ betterLog }: RunFiles['run']): string[] =>
  (betterLog?.steps ?? []).map(({ response, actions }) => stepKey([response, actions]));
