/** A metric can't be computed, due to the agent's result, or to the task's rules or reference files. */
export class MetricFault extends Error {
  readonly blame: 'result' | 'task';
  readonly path: string | undefined;

  constructor(message: string, blame: 'result' | 'task', options: { path?: string | undefined; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'MetricFault';
    this.blame = blame;
    this.path = options.path;
  }
}
