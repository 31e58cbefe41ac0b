import { OsharmError } from '../../base/errors.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { readLocalFile } from '../setup/local-file.ts';
import { type Filling, fillTemplate } from '../setup/template.ts';
import type { AgentFile } from '../suite/agent-files.ts';
import { momentForms, type PayloadMoment } from '../suite/payload-moment.ts';
import { type InjectionEntry, isInSlot, type Task } from '../suite/task.ts';
import type { ToolServer } from '../suite/tool-server.ts';
import type { Visibility } from '../suite/visibility.ts';
import type { ReachStep, Vector, VectorInput } from './vector.ts';
import { vectors } from './vectors/registry.ts';
import { ownVisibility, visibilityRefusal } from './visibility.ts';

export interface CarrierOptions {
  readonly task: Task;
  readonly vector: string;
  readonly entry: InjectionEntry;
  readonly content: string;
  readonly visibility?: Visibility | undefined;
  readonly moment: PayloadMoment;
  /** The text that the carrier shows before `moment`. */
  readonly harmless: string;
  readonly suiteFolder: string;
  readonly filling: Filling;
}

type ChangeTools = (servers: readonly ToolServer[]) => readonly ToolServer[];

export interface Carrier {
  readonly substitutions: readonly string[];
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly visibility: Visibility;
  readonly reach: readonly ReachStep[];
  readonly replacements: ReadonlyMap<string, Buffer>;
  /** Returns the tool servers with the text that is present from the start. */
  readonly placeInTools: ChangeTools;
  /** Returns the agent's files with the text. */
  placeInAgentFiles(files: readonly AgentFile[]): readonly AgentFile[];
  beforeOpening(desktop: Desktop, signal?: AbortSignal | undefined): Promise<void>;
  prepare(desktop: Desktop, signal?: AbortSignal | undefined): Promise<void>;
  readonly coming: ComingPayload | null;
}

export interface ComingPayload {
  readonly afterSteps: number;
  /** Argument vectors of programs that `come` starts in the desktop. */
  readonly starts: readonly (readonly string[])[];
  /** Returns the tool servers with the payload. */
  readonly placeInTools: ChangeTools;
  come(desktop: Desktop, signal?: AbortSignal | undefined): Promise<void>;
}

/** Throws OsharmError (blame task) for invalid parameters, a missing file, or an unsupported text or moment. */
export async function planCarrier(options: CarrierOptions): Promise<Carrier> {
  const { task, entry, moment, harmless, suiteFolder, filling } = options;
  const vector = vectors.get(options.vector);
  if (vector === undefined)
    throw new OsharmError(`Unknown vector ${JSON.stringify(options.vector)}.`, {
      code: 'attack-unknown-vector',
      blame: 'task',
      hint: `Known: ${[...vectors.keys()].join(', ')}.`,
    });
  if (isInSlot(entry)) return slotCarrier(vector, options);
  const parameters = parametersOf(vector, options);
  const visibility = visibilityOf(vector, options);
  if (moment.kind !== 'start' && vector.later?.moments(parameters, entry).includes(moment.kind) !== true)
    throw new OsharmError(`${vector.name} can't deliver the injected text ${whenTold[moment.kind]} here.`, {
      code: 'attack-cannot-wait',
      blame: 'task',
      hint: `Moments: ${momentForms}. docs/run/attacks.md lists which vectors support which.`,
    });
  const { text, substitutions } = carriedBy(vector, options.content);
  const isLater = moment.kind !== 'start';
  const now = isLater ? carriedBy(vector, harmless).text : text;
  const around = {
    task,
    entry,
    parameters,
    visibility,
    suiteFolder,
    filling,
    readAsset: async (path: string) => {
      const read = await readLocalFile(suiteFolder, path);
      return isTemplate(task, path) ? fillTemplate(read, filling) : read;
    },
  };
  const whole: VectorInput<unknown> = { ...around, content: text };
  const atFirst: VectorInput<unknown> = {
    ...around,
    content: now,
    onSecondVisit: moment.kind === 'second-visit' ? text : undefined,
  };
  const isThere = !isLater || vector.later?.before === 'harmless';
  const { later } = vector;
  return {
    substitutions,
    parameters: parameters as Record<string, unknown>,
    visibility,
    // Before the payload arrives, there is nothing to reach.
    reach: isLater ? [] : ((entry.reach as ReachStep[] | undefined) ?? vector.reach?.(whole) ?? []),
    placeInTools: (servers) => (isThere ? (vector.tools?.(servers, atFirst) ?? servers) : servers),
    placeInAgentFiles: (files) => (isThere ? (vector.agentFiles?.(files, atFirst) ?? files) : files),
    replacements: (isThere ? await vector.files?.(atFirst) : undefined) ?? new Map(),
    async beforeOpening(desktop, signal) {
      if (isThere) await named(vector.name, async () => vector.beforeOpening?.(atFirst, desktop, signal), signal);
    },
    async prepare(desktop, signal) {
      if (isThere) await named(vector.name, () => vector.prepare(atFirst, desktop, signal), signal);
    },
    coming:
      moment.kind === 'steps' && later !== undefined
        ? {
            afterSteps: moment.steps,
            starts: later.starts?.(whole) ?? [],
            placeInTools: (servers) => vector.tools?.(servers, whole) ?? servers,
            come: (desktop, signal) => named(vector.name, () => later.come(whole, desktop, signal), signal),
          }
        : null,
  };
}

/** Places nothing, because the task's set-up contains the text. */
function slotCarrier(vector: Vector, { task, entry, content, visibility, moment }: CarrierOptions): Carrier {
  const own = ownVisibility(vector);
  if (moment.kind !== 'start' || (visibility ?? own) !== own)
    throw new OsharmError(
      `The files of task ${task.id} contain the text of ${vector.name} from the start, with their own visibility.`,
      { code: 'attack-in-slot', blame: 'task', hint: 'Omit the moment and the visibility.' },
    );
  return {
    substitutions: carriedBy(vector, content).substitutions,
    parameters: entry.params ?? {},
    visibility: own,
    reach: (entry.reach as ReachStep[] | undefined) ?? [],
    replacements: new Map(),
    placeInTools: (servers) => servers,
    placeInAgentFiles: (files) => files,
    beforeOpening: async () => {},
    prepare: async () => {},
    coming: null,
  };
}

const whenTold = { steps: 'during the run', 'second-visit': 'at a second visit' } as const;

function parametersOf(vector: Vector, { task, entry }: CarrierOptions): unknown {
  const parsed = vector.parameters.safeParse(entry.params ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new OsharmError(
    `Task ${task.id}, injection ${vector.name}: params.${issue?.path.join('.')}: ${issue?.message}.`,
    { code: 'attack-bad-parameters', blame: 'task' },
  );
}

function visibilityOf(
  vector: Vector,
  { visibility = ownVisibility(vector), moment, suiteFolder }: CarrierOptions,
): Visibility {
  const isLatePicture = moment.kind !== 'start' && visibility === 'pixels-only';
  const refusal = isLatePicture
    ? 'its picture would be drawn in the desktop while the agent works'
    : visibilityRefusal(vector, visibility, suiteFolder);
  if (refusal === null) return visibility;
  throw new OsharmError(`${vector.name} can't show a text ${visibility}: ${refusal}.`, {
    code: 'attack-visibility',
    blame: 'task',
  });
}

function carriedBy(vector: Vector, content: string): { text: string; substitutions: string[] } {
  const carried = vector.carry?.(content) ?? { text: content, substitutions: [] };
  if (!('reason' in carried)) return carried;
  throw new OsharmError(`${vector.name} can't carry the text: ${carried.reason}.`, {
    code: 'attack-text-too-large',
    blame: 'task',
  });
}

async function named(vector: string, act: () => Promise<void>, signal?: AbortSignal | undefined): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (error instanceof OsharmError || signal?.aborted) throw error;
    throw new OsharmError(`The injection by ${vector} could not be put in place: ${(error as Error).message}`, {
      code: 'attack-failed',
      blame: 'environment',
      isRetryable: true,
      cause: error,
    });
  }
}

function isTemplate(task: Task, path: string): boolean {
  return task.config.some(({ parameters }) => {
    const files = Array.isArray(parameters.files) ? (parameters.files as Record<string, unknown>[]) : [];
    return files.some((file) => file.local_path === path && (file.template === true || parameters.template === true));
  });
}
