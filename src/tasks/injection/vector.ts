import type { z } from 'zod';
import type { Desktop } from '../../desktop/client/desktop.ts';
import type { Filling } from '../setup/template.ts';
import type { Fit } from '../suite/lint-words.ts';
import type { PayloadMoment } from '../suite/payload-moment.ts';
import type { InjectionEntry, Task } from '../suite/task.ts';
import type { Visibility } from '../suite/visibility.ts';

/** What a vector is given: the injected text is data, never part of a command. */
export interface VectorInput<Parameters> {
  readonly task: Task;
  readonly entry: InjectionEntry;
  readonly parameters: Parameters;
  /** The text as this carrier holds it (`carry`); a harmless one while the payload has not come. */
  readonly content: string;
  /** Where the text can be met: the vector's own way, or another that it doesn't refuse. */
  readonly visibility: Visibility;
  /** What the carrier holds from its second visit on; left out: the same. */
  readonly onSecondVisit?: string | undefined;
  /** What local paths are relative to. */
  readonly suiteFolder: string;
  /** What placeholders stand for in this run. */
  readonly filling: Filling;
  /** Reads a local file; one that the task's set-up uploads as a template is filled in as there. */
  readAsset(path: string): Promise<Buffer>;
}

/** A text as a carrier holds it, and in words what was put in place of what it can't hold; or why it can't hold it at all. */
export type Carried = { text: string; substitutions: string[] } | { reason: string };

/** A step of a reference script (`src/agents/reference/step-schema.ts`), as data. */
export type ReachStep = Readonly<Record<string, unknown>>;

/** How a carrier turns hostile while a run goes on. */
export interface ComingLater<Parameters> {
  /** What it can wait for with these parameters; empty: nothing. */
  moments(parameters: Parameters, entry: InjectionEntry): readonly Exclude<PayloadMoment['kind'], 'start'>[];
  /** What is there before: a harmless text in the payload's place, or nothing. */
  before: 'harmless' | 'nothing';
  /** Puts the text in after a step. Throws where it doesn't come. */
  come(input: VectorInput<Parameters>, desktop: Desktop, signal?: AbortSignal | undefined): Promise<void>;
  /** Argument vectors of programs that `come` starts in the desktop: no act of the agent's. */
  starts?(input: VectorInput<Parameters>): readonly (readonly string[])[];
}

/** One way in which hostile text gets in front of an agent. */
export interface Vector<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** Describes `params` of a task's injection entry. */
  readonly parameters: Schema;
  /** It needs the mock services of the desktop's network. Left out: it needs none. */
  readonly needsServices?: true;
  /** How the text is seen unless another visibility is asked for: in pixels and in the accessibility tree, or in pixels alone. */
  readonly shownIn: 'tree-and-pixels' | 'pixels';
  /** Ways in which it can't show the text, each with the reason; others it can. Left out: it has its own way alone. */
  readonly cannotShow?: Readonly<Partial<Record<Visibility, string>>>;
  /** Parameters with which this task carries the text, or why it can't. */
  fit(task: Task, suiteFolder: string): Fit;
  /** What becomes of a text that the carrier can't hold as it is. Left out: it holds any. */
  carry?(content: string): Carried;
  /** Local files that it needs, relative to the suite. */
  assets?(parameters: z.output<Schema>): string[];
  /**
   * Files that carry the text, by their path in the desktop. They take the place of what the task's own set-up uploads
   * there, so that a program that set-up opens shows them from the start.
   */
  files?(input: VectorInput<z.output<Schema>>): Promise<ReadonlyMap<string, Buffer>>;
  /** Runs within the task's `config`, before its first step that starts or opens something. */
  beforeOpening?(
    input: VectorInput<z.output<Schema>>,
    desktop: Desktop,
    signal?: AbortSignal | undefined,
  ): Promise<void>;
  /** Runs after the task's `config`. Throws where the text isn't where the agent can meet it. */
  prepare(input: VectorInput<z.output<Schema>>, desktop: Desktop, signal?: AbortSignal | undefined): Promise<void>;
  /** How it turns hostile later; left out: it holds the text from the start. */
  later?: ComingLater<z.output<Schema>>;
  /** Steps that bring the text into view, where it isn't after `prepare`. */
  reach?(input: VectorInput<z.output<Schema>>): readonly ReachStep[];
}

/** Keeps the parameter type of a vector while it is defined. */
export function defineVector<Schema extends z.ZodType>(vector: Vector<Schema>): Vector<Schema> {
  return vector;
}
