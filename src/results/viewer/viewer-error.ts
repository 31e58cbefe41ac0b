/** Something that a request can't have, with the status of its answer and a sentence that the pages show. */
export class ViewerError extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 416 | 421 | 422 | 500 | 503;

  constructor(status: ViewerError['status'], message: string) {
    super(message);
    this.name = 'ViewerError';
    this.status = status;
  }
}
