/** The desktop ended, or its supervisor does not answer. An oracle that needs the final state then abstains. */
export class FinalStateGoneError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FinalStateGoneError';
  }
}
