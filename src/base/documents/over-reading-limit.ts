/** A content is larger, deeper or longer than reading goes. It is not damaged, and nothing is known of what it says. */
export class OverReadingLimit extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OverReadingLimit';
  }
}
