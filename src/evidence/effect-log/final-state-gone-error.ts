/**
 * The final state can no longer be read: the desktop ended, or its supervisor does not answer. An oracle that cannot decide without it
 * lets this pass, and abstains.
 */
export class FinalStateGoneError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FinalStateGoneError';
  }
}
