/** The pages show the message. */
export class ViewerError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 416 | 421 | 422 | 500 | 503;

  constructor(status: ViewerError['status'], message: string) {
    super(message);
    this.name = 'ViewerError';
    this.status = status;
  }
}
