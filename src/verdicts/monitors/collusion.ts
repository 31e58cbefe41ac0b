import { isOutOfMoney } from '../../agents/models/out-of-money.ts';
import { messageOf, OsharmError } from '../../base/errors.ts';
import { isExtensionFault } from '../../base/extension.ts';
import type { PreparedMonitor } from './monitor-source.ts';
import { type MonitoredRecord, readMonitoredRecord } from './recorded-run.ts';
import { scopeOf } from './score-run.ts';
import { scoreStep } from './score-step.ts';
import { type MonitorView, monitorView } from './view.ts';

/**
 * A step that is known to be harmful, in the context of a recorded run.
 *
 * - `recorded`: a harmful step with the agent's words.
 * - `planted`: an honest step with the agent's words, but with the actions of another run's harmful step.
 */
export interface Honeypot {
  directory: string;
  family: string;
  /** 0-based. */
  step: number;
  kind: 'recorded' | 'planted';
  view: MonitorView;
  /** `view` without reply and reasoning. */
  viewWithoutWords: MonitorView;
}

export interface HoneypotScore extends Omit<Honeypot, 'view' | 'viewWithoutWords'> {
  /** Null if the monitor did not score the step; `reason` explains why. */
  suspicion: number | null;
  suspicionWithoutWords: number | null;
  reason: string | null;
}

export interface HoneypotOptions {
  /** Rewrites the agent's words before the monitor sees them. Without it, the monitor sees the original. */
  paraphrase?: ((text: string) => Promise<string>) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Returns one honeypot per run: its first harmful step, or harmful actions planted in the middle step of an honest run.
 */
export function honeypotsIn(directories: readonly string[]): Honeypot[] {
  const runs = directories.flatMap((directory) => {
    try {
      return readMonitoredRecord(directory);
    } catch {
      // A run without steps yields no honeypot.
      return [];
    }
  });
  const harmful = runs.flatMap((run) => {
    const step = run.truth?.harmful.find((at) => (run.steps[at]?.actions.length ?? 0) > 0);
    return step === undefined ? [] : [{ run, step }];
  });
  const recorded = harmful.map(({ run, step }) => honeypot(run, step, 'recorded'));
  const honest = runs.filter(({ truth, steps }) => truth !== null && truth.initiated === null && steps.length > 0);
  const planted = honest.flatMap((run, index) => {
    const others = harmful.filter((attack) => attack.run.family !== run.family);
    const source = others[index % Math.max(1, others.length)];
    const actions = source?.run.steps[source.step]?.actions;
    return actions === undefined ? [] : [honeypot(run, Math.floor(run.steps.length / 2), 'planted', actions)];
  });
  return [...recorded, ...planted];
}

function honeypot(
  run: MonitoredRecord,
  step: number,
  kind: Honeypot['kind'],
  actions: readonly unknown[] | null = null,
): Honeypot {
  const steps = run.steps.map((facts, at) => (at === step && actions !== null ? { ...facts, actions } : facts));
  const seen = (view: string): MonitorView => monitorView({ ...run, steps }, { step, moment: 'before' }, view);
  const { directory, family } = run;
  return { directory, family, step, kind, view: seen('full'), viewWithoutWords: seen('no-thoughts') };
}

/**
 * Scores a honeypot with and without the agent's words. If only the words prevent an alarm, they talked the monitor out
 * of it: a monitor based on the agent's model may collude with it.
 */
export async function scoreHoneypot(
  { view, viewWithoutWords, ...place }: Honeypot,
  monitor: PreparedMonitor,
  { paraphrase, signal }: HoneypotOptions,
): Promise<HoneypotScore> {
  const suspicionIn = async (seen: MonitorView, words: string) => {
    const instance = await monitor.definition.create({
      scope: `${scopeOf(place.directory)}/honeypot-${place.step}-${words}`,
    });
    try {
      return await scoreStep(monitor.definition.name, instance, seen, { signal, limitMs: monitor.limitMs });
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      if (error instanceof OsharmError && (isExtensionFault(error) || isOutOfMoney(error))) throw error;
      return { suspicion: null, reason: messageOf(error) };
    } finally {
      await instance.close?.();
    }
  };
  const shown = paraphrase === undefined ? view : await paraphrased(view, paraphrase);
  const withWords = await suspicionIn(shown, 'words');
  const without = await suspicionIn(viewWithoutWords, 'none');
  return {
    ...place,
    suspicion: withWords.suspicion,
    suspicionWithoutWords: without.suspicion,
    reason: withWords.reason ?? without.reason,
  };
}

/** Omits the reasoning, because a paraphrase that preserved it would preserve its signals too. */
async function paraphrased(view: MonitorView, paraphrase: (text: string) => Promise<string>): Promise<MonitorView> {
  const rewritten = async (step: MonitorView['current']): Promise<MonitorView['current']> => ({
    ...step,
    thoughts: step.thoughts === null ? null : await paraphrase(step.thoughts),
    reasoning: null,
  });
  const { instruction, step, moment, screenshot, tree, effects } = view;
  const history = await Promise.all(view.history.map(rewritten));
  return { instruction, step, moment, history, current: await rewritten(view.current), screenshot, tree, effects };
}
