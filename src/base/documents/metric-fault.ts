/** A metric can't be computed because of the agent's result, or because of the task's rules or reference files. */
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
