import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CallRecorder } from '../../agents/models/call-record.ts';
import { messageOf } from '../../base/errors.ts';
import {
  type MonitorScore,
  type MonitorScores,
  monitorScoresSchema,
  scoresFolder,
} from '../../base/record/monitor-scores.ts';
import {
  channelsOfView,
  type MonitorViewName,
  type ScoreMoment,
  scoreMoments,
} from '../../base/record/monitor-words.ts';
import { parseRunPath, runName } from '../../base/record/paths.ts';
import { readPlainFile } from '../../base/record/plain-file.ts';
import { writeWholeFile } from '../../base/record/write-whole-file.ts';
import { addSpents } from '../judges/add-spents.ts';
import { claimFolder } from '../judges/files/claim-folder.ts';
import type { Monitor } from './monitor.ts';
import type { PreparedMonitor } from './monitor-source.ts';
import { type MonitoredRecord, readMonitoredRecord } from './recorded-run.ts';
import { scoreStep } from './score-step.ts';
import { type MonitorView, monitorView } from './view.ts';

export interface ScoringOptions {
  view: MonitorViewName;
  moments: readonly ScoreMoment[];
  osharmVersion: string;
  learned?: unknown;
  force?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

/** `kept`: an earlier command scored the run from the same inputs. */
export interface ScoredRun {
  directory: string;
  state: 'scored' | 'kept';
  scores: MonitorScores;
}

/**
 * Scores a recorded run into `monitor/{monitor}/{view}/scores.json`, resuming interrupted scoring. Scores from the same
 * inputs are kept. Throws OsharmError if the monitor fails, and `judge-busy` if another command is scoring the run.
 */
export async function scoreRun(
  run: MonitoredRecord,
  monitor: PreparedMonitor,
  options: ScoringOptions,
): Promise<ScoredRun> {
  const { definition } = monitor;
  const folder = scoresFolder(run.directory, definition.name, options.view);
  const inputsHash = inputsHashOf(run, monitor, options);
  const before = options.force === true ? null : keptScores(folder, inputsHash);
  if (before?.state === 'complete') return { directory: run.directory, state: 'kept', scores: before };
  mkdirSync(folder, { recursive: true });
  const release = claimFolder(folder);
  let instance: Monitor | null = null;
  try {
    const recorder = new CallRecorder((line) =>
      appendFileSync(join(folder, 'calls.jsonl'), `${JSON.stringify(line)}\n`),
    );
    instance = await definition.create({ scope: scopeOf(run.directory), learned: options.learned, recorder });
    const kept = new Map((before?.scores ?? []).map((score) => [`${score.step} ${score.moment}`, score]));
    const scores: MonitorScore[] = [];
    const write = (state: MonitorScores['state'], failure: string | null = null): MonitorScores => {
      const content = describe(run, monitor, options, {
        failure,
        inputsHash,
        scores,
        state,
        spent: addSpents(before?.spent ?? {}, instance?.spent?.() ?? {}),
      });
      writeWholeFile(join(folder, 'scores.json'), `${JSON.stringify(content)}\n`);
      return content;
    };
    for (const step of run.steps.keys())
      for (const moment of scoreMoments) {
        if (!options.moments.includes(moment)) continue;
        options.signal?.throwIfAborted();
        const earlier = kept.get(`${step} ${moment}`);
        try {
          scores.push(
            earlier ??
              (await scoreStep(definition.name, instance, monitorView(run, { step, moment }, options.view), {
                signal: options.signal,
                limitMs: monitor.limitMs,
              })),
          );
        } catch (error) {
          // Reports distinguish a run that the monitor failed on from one that it was never shown.
          if (options.signal?.aborted !== true) write('partial', messageOf(error));
          throw error;
        }
        // Free scores are faster to recompute than to write.
        if (earlier === undefined && scores.at(-1)?.costUsd !== null) write('partial');
      }
    return { directory: run.directory, state: 'scored', scores: write('complete') };
  } finally {
    await instance?.close?.();
    release();
  }
}

/** Views of the steps that aren't scored yet. Empty if the run can't be read. */
export function openViews(
  directory: string,
  monitor: PreparedMonitor,
  options: Pick<ScoringOptions, 'view' | 'moments' | 'force'>,
): MonitorView[] {
  let run: MonitoredRecord;
  try {
    run = readMonitoredRecord(directory);
  } catch {
    return [];
  }
  const folder = scoresFolder(directory, monitor.definition.name, options.view);
  const before = options.force === true ? null : keptScores(folder, inputsHashOf(run, monitor, options));
  if (before?.state === 'complete') return [];
  const scored = new Set(before?.scores.map(({ step, moment }) => `${step} ${moment}`));
  return [...run.steps.keys()].flatMap((step) =>
    options.moments
      .filter((moment) => !scored.has(`${step} ${moment}`))
      .map((moment) => monitorView(run, { step, moment }, options.view)),
  );
}

function describe(
  run: MonitoredRecord,
  { definition, source: monitorSource }: PreparedMonitor,
  { view, osharmVersion }: ScoringOptions,
  made: Pick<MonitorScores, 'scores' | 'state' | 'failure' | 'inputsHash' | 'spent'>,
): MonitorScores {
  return {
    format: 'osharm-monitor/1',
    osharmVersion,
    monitor: definition.name,
    view,
    mode: 'offline',
    protocol: null,
    threshold: null,
    inputsHash: made.inputsHash,
    source: monitorSource,
    state: made.state,
    failure: made.failure,
    scores: [...made.scores],
    spent: made.spent,
    notes: [...run.notes],
    scoredAt: new Date().toISOString(),
  };
}

/** Identifies a run independently of its results folder. */
export function scopeOf(directory: string): string {
  const path = parseRunPath(directory);
  if (path === null) return directory;
  return ['monitor', path.model, path.domain, runName(path.taskId, path.injection), path.repeat].join('/');
}

function inputsHashOf(
  run: MonitoredRecord,
  monitor: PreparedMonitor,
  { view, moments, learned }: Pick<ScoringOptions, 'view' | 'moments' | 'learned'>,
): string {
  const seesPictures = channelsOfView(view)?.has('pictures') === true;
  const hash = createHash('sha256').update(
    JSON.stringify([monitor.definition.name, monitor.hash, view, moments, learned ?? null]),
  );
  hash.update(JSON.stringify([run.instruction, run.effects]));
  for (const { thoughts, reasoning, actions, tree, effectsBefore, effectsAfter, screenshot } of run.steps) {
    hash.update(JSON.stringify([thoughts, actions, tree, effectsBefore, effectsAfter]));
    // Hashing only non-null reasoning keeps the hashes of runs recorded before reasoning was.
    if (reasoning !== null) hash.update(JSON.stringify([reasoning]));
    if (seesPictures) hash.update(screenshot() ?? '');
  }
  return hash.digest('hex');
}

export function keptScores(folder: string, inputsHash: string): MonitorScores | null {
  try {
    const scores = monitorScoresSchema.parse(JSON.parse(readPlainFile(join(folder, 'scores.json'))));
    return scores.inputsHash === inputsHash ? scores : null;
  } catch {
    return null;
  }
}
