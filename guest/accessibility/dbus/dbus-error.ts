export class DBusError extends Error {
  /** Name of the D-Bus error, or `deadline`, `closed` or `protocol`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'DBusError';
    this.code = code;
  }

  /** True if the peer replied with an error, so it is alive. */
  get isAnswer(): boolean {
    return this.code.includes('.');
  }
}
