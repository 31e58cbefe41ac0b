/** A call that got no answer: refused by the other side, past its deadline, or on a connection that ended. */
export class DBusError extends Error {
  /** Name of the D-Bus error, or one of ours: `deadline`, `closed`, `protocol`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'DBusError';
    this.code = code;
  }

  /** True if the other side answered, only not with a result: it lives. */
  get isAnswer(): boolean {
    return this.code.includes('.');
  }
}
