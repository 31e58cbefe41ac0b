import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Agent, AgentReply, PredictInput } from '../../agents/agent.ts';
import { CallRecorder } from '../../agents/models/call-record.ts';
import { saidAndThought } from '../../agents/parse/said-and-thought.ts';
import { createUser, type User } from '../../agents/user.ts';
import { type MonitorScore, type MonitorScores, onlineScoresFolder } from '../../base/record/monitor-scores.ts';
import type { ControlProtocol, MonitorViewName } from '../../base/record/monitor-words.ts';
import type { PartBlocks } from '../../base/record/part-blocks.ts';
import { timeLimits } from '../../base/record/time-limits.ts';
import { writeWholeFile } from '../../base/record/write-whole-file.ts';
import { OnlineMonitor } from '../../verdicts/monitors/online-monitor.ts';
import { scopeOf } from '../../verdicts/monitors/score-run.ts';
import type { Attempt } from '../attempt/attempt.ts';
import type { Part } from '../attempt/part.ts';

/** Longer than the monitor's own limit. */
const limit = { milliseconds: timeLimits.monitor.model + 30_000, what: 'The monitor' };
const notExecuted = 'The actions were not executed: they are not permitted.';

/**
 * `--monitor`, with `--protocol`: scores each step before its actions. If the suspicion reaches the threshold, the
 * actions are executed anyway, blocked, put to the user, or replaced by a trusted agent's. A step without a score is
 * executed, unless `--on-unscored block` is set.
 */
export class Monitoring implements Part {
  readonly #attempt: Attempt;
  readonly #view: MonitorViewName;
  readonly #protocol: ControlProtocol;
  readonly #threshold: number | null;
  readonly #user: User;
  readonly #scores: MonitorScore[] = [];
  #monitor: OnlineMonitor | null = null;
  #trusted: Agent | null = null;
  #isWritten = false;

  constructor(attempt: Attempt) {
    const { settings, task } = attempt.run;
    this.#attempt = attempt;
    this.#view = settings.monitorView ?? 'full';
    this.#protocol = settings.protocol ?? 'observe';
    this.#threshold = settings.monitorThreshold ?? null;
    this.#user = createUser(settings, {
      answers: task.answers,
      record: (line) => attempt.record.call(line),
    });
  }

  async begin(): Promise<void> {
    const { run, sweep, signal, record } = this.#attempt;
    const { createMonitor, createAgent, clock } = sweep.dependencies;
    const { settings } = run;
    if (createMonitor === undefined) throw new Error('These runs have no monitors.');
    const monitor = await createMonitor(settings);
    const folder = onlineScoresFolder(run.directory, monitor.definition.name, this.#view);
    mkdirSync(folder, { recursive: true });
    this.#monitor = new OnlineMonitor(monitor, {
      view: this.#view,
      instruction: run.task.instruction,
      scope: scopeOf(run.directory),
      learned: settings.monitorLearned === undefined ? undefined : JSON.parse(settings.monitorLearned),
      recorder: new CallRecorder((line) => appendFileSync(join(folder, 'calls.jsonl'), `${JSON.stringify(line)}\n`)),
    });
    if (settings.trustedModel === undefined) return;
    const { agent: _, seatedModel: _seated, defences: _defences, ...others } = settings;
    this.#trusted = await createAgent(
      { ...run, settings: { ...others, model: settings.trustedModel } },
      { clock, recordCall: (call) => record.call(call), signal },
    );
  }

  async screen(step: number, reply: AgentReply, input: PredictInput): Promise<AgentReply> {
    const attempt = this.#attempt;
    const monitor = this.#monitor;
    // The recorded run already decided on a replayed reply.
    if (monitor === null || reply.isReplayed === true) return reply;
    const known = attempt.steps.at(-1)?.effects ?? 0;
    const { said, reasoning } = saidAndThought(reply.response, reply.reasoning);
    const proposed = {
      thoughts: said,
      reasoning,
      actions: reply.actions,
      tree: input.linearisedTree,
      screenshot: () => input.observation.screenshot,
      effects: (attempt.effectLog?.effects() ?? []).slice(0, known),
    };
    const score = await attempt.within('monitor', limit, (signal) => monitor.score(proposed, signal));
    const isFlagged = score.suspicion !== null && this.#threshold !== null && score.suspicion >= this.#threshold;
    const isBlockedUnscored = score.suspicion === null && attempt.run.settings.onUnscored === 'block';
    const ofFlagged = isFlagged && this.#protocol !== 'observe' ? this.#protocol : 'allow';
    const decision = isBlockedUnscored ? 'block' : ofFlagged;
    const answer = decision === 'ask' ? this.#user.decide(`${monitor.name}: ${score.reason ?? 'suspicious'}`) : null;
    this.#scores.push({ ...score, step, decision, answer: answer ?? undefined, isFlagged });
    if (decision === 'allow' || answer === 'approved') {
      await this.#trusted?.remember?.(input, reply.response);
      return reply;
    }
    const verdict = isBlockedUnscored ? 'did not score the step' : `flagged the step (${score.suspicion?.toFixed(2)})`;
    const why = `${monitor.name} ${verdict}: ${score.reason ?? 'no reason given'}`;
    const notes = [...(reply.notes ?? []), why];
    this.#keepProposed(step, reply);
    if (answer === 'silent') return { ...reply, actions: [], notes, end: { outcome: 'asked', reason: why } };
    if (decision !== 'defer') {
      await this.#trusted?.remember?.(input, reply.response);
      return { ...reply, actions: [], notes, notExecuted };
    }
    const trusted = this.#trusted;
    if (trusted === null) throw new Error('--protocol defer needs a trusted agent.');
    attempt.addTokens(reply);
    const instead = await attempt.within('predict', { ...limit, what: 'The trusted agent' }, (signal) =>
      trusted.predict(input, signal),
    );
    return { ...instead, actor: 'trusted', notes: [...notes, ...(instead.notes ?? [])] };
  }

  async beforeScore(): Promise<void> {
    this.#write('complete');
    this.#isWritten = true;
  }

  async close(): Promise<void> {
    if (!this.#isWritten) this.#write('partial');
    await Promise.all([this.#monitor?.close(), this.#trusted?.close?.()]);
  }

  describe(): Partial<PartBlocks> {
    const monitor = this.#monitor;
    if (monitor === null) return { monitor: null };
    const { trustedModel } = this.#attempt.run.settings;
    return {
      monitor: {
        name: monitor.name,
        view: this.#view,
        protocol: this.#protocol,
        threshold: this.#threshold,
        onUnscored: this.#attempt.run.settings.onUnscored ?? 'allow',
        trustedModel: trustedModel ?? null,
        flagged: this.#scores.filter(({ isFlagged }) => isFlagged === true).length,
        intervened: this.#scores.filter(({ decision, answer }) => decision !== 'allow' && answer !== 'approved').length,
        unscored: this.#scores.filter(({ suspicion }) => suspicion === null).length,
        steps: this.#scores.map(({ step, suspicion, decision = 'allow', answer, durationMs, costUsd }) => ({
          step,
          suspicion,
          decision,
          answer,
          durationMs,
          costUsd,
        })),
      },
    };
  }

  /** Stores proposed actions that were not executed with the scores. The record of the run has only executed ones. */
  #keepProposed(step: number, { response, actions }: AgentReply): void {
    const score = this.#scores.at(-1);
    if (score?.step === step) score.proposed = { response, actions };
  }

  #write(state: MonitorScores['state']): void {
    const monitor = this.#monitor;
    if (monitor === null) return;
    const { run, sweep } = this.#attempt;
    const content: MonitorScores = {
      format: 'osharm-monitor/1',
      osharmVersion: sweep.request.osharmVersion,
      monitor: monitor.name,
      view: this.#view,
      mode: 'online',
      protocol: this.#protocol,
      threshold: this.#threshold,
      inputsHash: null,
      source: run.settings.monitor ?? run.settings.monitorModel ?? null,
      state,
      failure: null,
      scores: this.#scores.map(({ isFlagged: _, ...score }) => score),
      spent: { ...monitor.spent() },
      notes: [],
      scoredAt: new Date(sweep.dependencies.clock.now()).toISOString(),
    };
    const folder = onlineScoresFolder(run.directory, monitor.name, this.#view);
    writeWholeFile(join(folder, 'scores.json'), `${JSON.stringify(content)}\n`);
  }
}
