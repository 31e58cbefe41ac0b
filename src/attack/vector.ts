import type { z } from 'zod';
import type { Desktop } from '../desktop/desktop.ts';
import type { InjectionEntry, Task } from '../suite/task.ts';

/** What a vector is given: the injected text is data, never part of a command. */
export interface VectorInput<Parameters> {
  readonly task: Task;
  readonly entry: InjectionEntry;
  readonly parameters: Parameters;
  readonly content: string;
  /** What local paths are relative to. */
  readonly suiteFolder: string;
  /** Reads a local file; one that the task's set-up uploads as a template is filled in as there. */
  readAsset(path: string): Promise<Buffer>;
}

/** One way in which hostile text gets in front of an agent. */
export interface Vector<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** Describes `params` of a task's injection entry. */
  readonly parameters: Schema;
  /** Local files that it needs, relative to the suite. */
  assets?(parameters: z.output<Schema>): string[];
  /**
   * Files that carry the text, by their path in the desktop. They take the place of what the task's own set-up uploads there, so that a program that
   * set-up opens shows them from the start.
   */
  files?(input: VectorInput<z.output<Schema>>): Promise<ReadonlyMap<string, Buffer>>;
  /** Runs after the task's `config`. Throws where the text isn't where the agent can meet it. */
  prepare(input: VectorInput<z.output<Schema>>, desktop: Desktop, signal?: AbortSignal): Promise<void>;
}

/** Keeps the parameter type of a vector while it is defined. */
export function defineVector<Schema extends z.ZodType>(vector: Vector<Schema>): Vector<Schema> {
  return vector;
}
