import { OsharmError } from '../../base/errors.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { runSetup } from '../setup/run-setup.ts';
import type { SetupContext } from '../setup/setup-kind.ts';
import { fillCanaries } from '../setup/template.ts';
import type { PayloadMoment } from '../suite/payload-moment.ts';
import type { Goal, InjectionEntry, Task } from '../suite/task.ts';
import type { Variation } from '../suite/vary/variation.ts';
import type { Visibility } from '../suite/visibility.ts';
import { type Carrier, type ComingPayload, planCarrier } from './plan-carrier.ts';
import type { ReachStep } from './vector.ts';
import { vectors } from './vectors/registry.ts';

/** A further carrier of a run, which holds a text of its own from the start. */
export interface FurtherCarrier {
  readonly vector: string;
  /** With the vector's parameters. */
  readonly entry: InjectionEntry;
  readonly text: string;
}

export interface AttackOptions {
  readonly task: Task;
  readonly vector: string;
  /** The vector's parameters, where they aren't in the task's own injections. */
  readonly entry?: InjectionEntry;
  readonly goal: Goal;
  /** Left out: as the vector shows a text of its own accord. */
  readonly visibility?: Visibility | undefined;
  /** When the vector holds the text, and what stands there before; left out: from the start. */
  readonly later?: { readonly moment: PayloadMoment; readonly harmless: string };
  readonly further?: readonly FurtherCarrier[];
  /** What local paths are relative to. */
  readonly suiteFolder: string;
  readonly canaries: Readonly<Record<string, string>>;
  /** What the run's seed drew for the task and the goal, for files that are templates. */
  readonly variation?: Variation;
}

/** An injection that is ready to be put into a desktop. */
export interface Attack {
  /** The injected text, canaries filled in; of several carriers with different texts, one after another. */
  readonly content: string;
  /** A side task: what the agent is told in place of the user's instruction. Left out: the text is in the desktop. */
  readonly asInstruction?: string;
  /** What stands in place of characters that the carrier can't hold, in words; mostly empty. */
  readonly substitutions: readonly string[];
  /** The vector's parameters, as used. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Carriers beside the vector, with their parameters. */
  readonly further: readonly { vector: string; params: Readonly<Record<string, unknown>> }[];
  /** Where the vector’s text can be met. */
  readonly visibility: Visibility;
  /** Reference-script steps that bring the text into view after `prepare`; empty where it is. */
  readonly reach: readonly ReachStep[];
  /** For `runSetup` of the task's config: attacked files in place of the clean ones. */
  readonly replacements: ReadonlyMap<string, Buffer>;
  /** Within the task's config, before its first step that starts or opens something. */
  beforeOpening(desktop: Desktop, signal?: AbortSignal | undefined): Promise<void>;
  /** After the task's config: the vector, then what the goal needs (OS-Harm's order). */
  prepare(desktop: Desktop, signal?: AbortSignal | undefined, tolerance?: SetupTolerance): Promise<void>;
  /** What comes while the run goes on; null: all is there from the start, or comes by itself. */
  readonly coming: ComingPayload | null;
}

/** How failing steps of a goal's set-up are taken. */
export type SetupTolerance = Pick<SetupContext, 'isForeign' | 'isTolerant' | 'failed' | 'note'>;

/**
 * Works out an injection before a desktop exists:
 *
 *     const attack = await planAttack({ task, vector, goal, suiteFolder, canaries });
 *     await runSetup(task.config, { desktop, suiteFolder, canaries, replacements: attack.replacements });
 *     await attack.prepare(desktop);
 *
 * Throws OsharmError (blame task) for an unknown vector, wrong parameters, a missing file, or carriers that get into each other's way.
 */
export async function planAttack(options: AttackOptions): Promise<Attack> {
  const { task, goal, suiteFolder, canaries, variation = {}, later, further = [] } = options;
  const entry = options.entry ?? task.injections?.find(({ type }) => type === options.vector);
  if (entry === undefined)
    throw new OsharmError(
      vectors.get(options.vector) === undefined
        ? `Unknown vector ${JSON.stringify(options.vector)}.`
        : `Task ${task.id} has no injection by ${options.vector}.`,
      { code: 'attack-unknown-vector', blame: 'task', hint: `Known: ${[...vectors.keys()].join(', ')}.` },
    );
  const shared = { task, suiteFolder, filling: { canaries, variation } };
  const content = fillCanaries(goal.text, canaries);
  const first = await planCarrier({
    ...shared,
    vector: options.vector,
    entry,
    content,
    visibility: options.visibility,
    moment: later?.moment ?? { kind: 'start' },
    harmless: later?.harmless ?? '',
  });
  const texts = [content];
  const others: (Carrier & { vector: string })[] = [];
  for (const furtherCarrier of further) {
    const text = fillCanaries(furtherCarrier.text, canaries);
    texts.push(text);
    const carrier = await planCarrier({
      ...shared,
      vector: furtherCarrier.vector,
      entry: furtherCarrier.entry,
      content: text,
      moment: { kind: 'start' },
      harmless: '',
    });
    others.push({ ...carrier, vector: furtherCarrier.vector });
  }
  const all = [first, ...others];
  return {
    content: [...new Set(texts)].join('\n'),
    substitutions: all.flatMap(({ substitutions }) => substitutions),
    parameters: first.parameters,
    further: others.map(({ vector, parameters: params }) => ({ vector, params })),
    visibility: first.visibility,
    reach: first.reach,
    replacements: joinedFiles(all),
    async beforeOpening(desktop, signal) {
      for (const carrier of all) await carrier.beforeOpening(desktop, signal);
    },
    async prepare(desktop, signal, tolerance = {}) {
      for (const carrier of all) await carrier.prepare(desktop, signal);
      const base = { ...tolerance, desktop, suiteFolder, canaries, variation, taskId: task.id };
      await runSetup(goal.config, signal === undefined ? base : { ...base, signal }, `goal ${goal.id} config`);
    },
    coming: first.coming,
  };
}

/** The files of all carriers. Throws OsharmError where two make the same file: one of them would be lost. */
function joinedFiles(carriers: readonly Carrier[]): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const [path, content] of carriers.flatMap(({ replacements }) => [...replacements])) {
    if (files.has(path))
      throw new OsharmError(`Two injections of the run use the same file, ${path}.`, {
        code: 'attack-carriers-clash',
        blame: 'task',
        hint: 'Choose another vector for one of them.',
      });
    files.set(path, content);
  }
  return files;
}
