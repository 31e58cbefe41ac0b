import { format } from 'node:util';

const longest = 256 * 1024;

interface LogData {
  tnx?: string;
  cid?: string;
}

/** Notes the commands of each connection, as the server's logger hears them: what is told in no message leaves the desktop too. */
export class SmtpTranscripts {
  readonly #said = new Map<string, string>();

  readonly logger = {
    level: () => undefined,
    trace: () => undefined,
    debug: (data: LogData, ...words: unknown[]) => this.#note(data, words),
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
    fatal: () => undefined,
  };

  /** The commands of a connection that ended, one a line; at most 256 kB of them. */
  take(id: string): string {
    const said = this.#said.get(id) ?? '';
    this.#said.delete(id);
    return said;
  }

  #note({ tnx, cid }: LogData, words: unknown[]): void {
    if (cid === undefined || (tnx !== 'command' && tnx !== 'data')) return;
    const before = this.#said.get(cid) ?? '';
    if (before.length < longest) this.#said.set(cid, `${before}${before === '' ? '' : '\n'}${format(...words)}`);
  }
}
