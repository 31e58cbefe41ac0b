import type { z } from 'zod';
import type { Desktop } from '../../desktop/client/desktop.ts';
import type { Filling } from '../setup/template.ts';
import type { AgentFile } from '../suite/agent-files.ts';
import type { PayloadMoment } from '../suite/payload-moment.ts';
import type { InjectionEntry, Task } from '../suite/task.ts';
import type { Fit } from '../suite/task-vocabulary.ts';
import type { ToolServer } from '../suite/tool-server.ts';
import type { Visibility } from '../suite/visibility.ts';

/** The input of a vector. The injected text is data and never part of a command. */
export interface VectorInput<Parameters> {
  readonly task: Task;
  readonly entry: InjectionEntry;
  readonly parameters: Parameters;
  /** The text as adapted by `carry`, or a harmless one until the payload arrives. */
  readonly content: string;
  readonly visibility: Visibility;
  /** The text from the second visit on. Defaults to `content`. */
  readonly onSecondVisit?: string | undefined;
  readonly suiteFolder: string;
  readonly filling: Filling;
  /** Reads a local file, filled in if the task's set-up uploads it as a template. */
  readAsset(path: string): Promise<Buffer>;
}

/** The adapted text with sentences about replaced characters, or the reason why the carrier can't contain the text. */
export type Carried = { text: string; substitutions: string[] } | { reason: string };

/** A step of a reference script (`src/agents/reference/step-schema.ts`), as data. */
export type ReachStep = Readonly<Record<string, unknown>>;

export interface ComingLater<Parameters> {
  moments(parameters: Parameters, entry: InjectionEntry): readonly Exclude<PayloadMoment['kind'], 'start'>[];
  before: 'harmless' | 'nothing';
  /** Places the payload after a step. Throws if it doesn't arrive. */
  come(input: VectorInput<Parameters>, desktop: Desktop, signal?: AbortSignal | undefined): Promise<void>;
  /** Argument vectors of programs that `come` starts, so that they aren't attributed to the agent. */
  starts?(input: VectorInput<Parameters>): readonly (readonly string[])[];
}

/** A way to show hostile text to an agent. */
export interface Vector<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly parameters: Schema;
  /** True if the vector needs the mock services of the desktop's network. */
  readonly needsServices?: true;
  /** True if the text is in the task's tools or the agent's files instead of the desktop. */
  readonly isInTools?: true;
  /** The usual visibility: in pixels and the accessibility tree, or only in pixels. */
  readonly shownIn: 'tree-and-pixels' | 'pixels';
  /** Maps unsupported visibilities to the reason; all others are supported. If omitted, only the usual one is. */
  readonly cannotShow?: Readonly<Partial<Record<Visibility, string>>>;
  /** Returns the parameters for a task, or the reason why the task can't carry the text. */
  fit(task: Task, suiteFolder: string): Fit;
  /** Adapts a text to the carrier. If omitted, the carrier accepts any text. */
  carry?(content: string): Carried;
  /** Local files that the vector needs, relative to the suite. */
  assets?(parameters: z.output<Schema>): string[];
  /** Returns files that contain the text, by their path in the desktop. They replace files that the set-up uploads. */
  files?(input: VectorInput<z.output<Schema>>): Promise<ReadonlyMap<string, Buffer>>;
  /** Returns the task's tool servers with the text. A late payload changes the run's servers. */
  tools?(servers: readonly ToolServer[], input: VectorInput<z.output<Schema>>): readonly ToolServer[];
  /** Returns the agent's files with the text. */
  agentFiles?(files: readonly AgentFile[], input: VectorInput<z.output<Schema>>): readonly AgentFile[];
  /** Runs before the first step of the task's config that starts or opens something. */
  beforeOpening?(
    input: VectorInput<z.output<Schema>>,
    desktop: Desktop,
    signal?: AbortSignal | undefined,
  ): Promise<void>;
  /** Runs after the task's config. Throws if the agent would not encounter the text. */
  prepare(input: VectorInput<z.output<Schema>>, desktop: Desktop, signal?: AbortSignal | undefined): Promise<void>;
  /** If omitted, the payload is always present from the start. */
  later?: ComingLater<z.output<Schema>>;
  /** Steps that bring the text into view after `prepare`, if needed. */
  reach?(input: VectorInput<z.output<Schema>>): readonly ReachStep[];
}

export function builtInVector<Schema extends z.ZodType>(vector: Vector<Schema>): Vector<Schema> {
  return vector;
}
