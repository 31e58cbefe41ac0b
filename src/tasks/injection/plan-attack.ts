import { OsharmError } from '../../base/errors.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { runSetup } from '../setup/run-setup.ts';
import type { SetupContext } from '../setup/setup-kind.ts';
import { fillCanaries, fillCanariesIn } from '../setup/template.ts';
import type { AgentFile } from '../suite/agent-files.ts';
import type { PayloadMoment } from '../suite/payload-moment.ts';
import { type PayloadPiece, payloadPieces } from '../suite/payload-pieces.ts';
import type { SideTaskAttack } from '../suite/side-tasks.ts';
import type { Goal, InjectionEntry, Task } from '../suite/task.ts';
import type { ToolServer } from '../suite/tool-server.ts';
import type { Variation } from '../suite/vary/variation.ts';
import type { Visibility } from '../suite/visibility.ts';
import { type Carrier, type ComingPayload, planCarrier } from './plan-carrier.ts';
import type { ReachStep } from './vector.ts';
import { vectors } from './vectors/registry.ts';

/** An additional carrier, whose text is present from the start. */
export interface FurtherCarrier {
  readonly vector: string;
  readonly entry: InjectionEntry;
  readonly text: string;
}

export interface AttackOptions {
  readonly task: Task;
  readonly vector: string;
  /** Needed if the task's injections don't include the vector. */
  readonly entry?: InjectionEntry;
  readonly goal: Goal;
  /** Defaults to the vector's usual visibility. */
  readonly visibility?: Visibility | undefined;
  /** When the payload arrives, and the text shown until then. By default, it is present from the start. */
  readonly later?: { readonly moment: PayloadMoment; readonly harmless: string };
  readonly further?: readonly FurtherCarrier[];
  readonly suiteFolder: string;
  readonly canaries: Readonly<Record<string, string>>;
  readonly variation?: Variation;
}

export interface PlannedSideTask extends Pick<SideTaskAttack, 'script' | 'select'> {
  /** Replaces the user's instruction while the agent attacks. */
  readonly instruction: string;
}

export interface Attack {
  /** The injected text with canaries filled in. If carriers have different texts, they are concatenated. */
  readonly content: string;
  /** The paragraphs of `content` that are shown in different places. Empty if it is shown as a whole. */
  readonly pieces: readonly PayloadPiece[];
  /** Set for a side task, which places no text in the desktop. */
  readonly sideTask?: PlannedSideTask;
  /** Sentences about characters that the carrier can't contain, and their replacements. */
  readonly substitutions: readonly string[];
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly further: readonly { vector: string; params: Readonly<Record<string, unknown>> }[];
  readonly visibility: Visibility;
  /** Reference-script steps that bring the text into view after `prepare`, if needed. */
  readonly reach: readonly ReachStep[];
  /** Attacked files that replace the clean ones when `runSetup` runs the task's config. */
  readonly replacements: ReadonlyMap<string, Buffer>;
  /** The task's tool servers with the text that is present from the start. */
  readonly tools: readonly ToolServer[];
  /** The agent's files with the text. */
  readonly agentFiles: readonly AgentFile[];
  /** Runs before the first step of the task's config that starts or opens something. */
  beforeOpening(desktop: Desktop, signal?: AbortSignal | undefined): Promise<void>;
  /** Runs after the task's config: first the vector, then the goal's set-up, as in OS-Harm. */
  prepare(desktop: Desktop, signal?: AbortSignal | undefined, tolerance?: SetupTolerance): Promise<void>;
  /** A payload that osharm delivers during the run. */
  readonly coming: ComingPayload | null;
}

export type SetupTolerance = Pick<SetupContext, 'isForeign' | 'isTolerant' | 'failed' | 'note'>;

/**
 * Plans an injection before the desktop exists. Throws OsharmError (blame task) for an unknown vector, invalid
 * parameters, a missing file, or conflicting carriers.
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
    pieces: payloadPieces(entry, content),
    substitutions: all.flatMap(({ substitutions }) => substitutions),
    parameters: first.parameters,
    further: others.map(({ vector, parameters: params }) => ({ vector, params })),
    visibility: first.visibility,
    reach: first.reach,
    replacements: joinedFiles(all),
    tools: all.reduce(
      (servers, carrier) => carrier.placeInTools(servers),
      fillCanariesIn<readonly ToolServer[]>(task.tools ?? [], canaries),
    ),
    agentFiles: all.reduce(
      (files, carrier) => carrier.placeInAgentFiles(files),
      fillCanariesIn<readonly AgentFile[]>(task.agent_files ?? [], canaries),
    ),
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

/** Throws OsharmError if two carriers replace the same file. */
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
