/** Content exceeds a reading limit. It is not damaged, and its meaning is unknown. */
export class OverReadingLimit extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OverReadingLimit';
  }
}
