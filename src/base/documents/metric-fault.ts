/**
 * A metric can't be computed. `result`: because of what the agent left, which is then not what was asked for. `task`: because of the
 * task's own rules or reference files.
 */
export class MetricFault extends Error {
  readonly blame: 'result' | 'task';
  /** The file that can't be read, where it is that. */
  readonly path: string | undefined;

  constructor(message: string, blame: 'result' | 'task', options: { path?: string | undefined; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'MetricFault';
    this.blame = blame;
    this.path = options.path;
  }
}
