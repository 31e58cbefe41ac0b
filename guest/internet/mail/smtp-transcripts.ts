import { format } from 'node:util';

const longest = 256 * 1024;

interface LogData {
  tnx?: string;
  cid?: string;
}

/** Collects all commands from the server's logger, because any of them can carry data out of the desktop. */
export class SmtpTranscripts {
  readonly #transcripts = new Map<string, string>();
  readonly #onFull: (id: string, transcript: string) => void;

  /** `onFull` receives a long transcript in pieces of about 256 kB. */
  constructor(onFull: (id: string, transcript: string) => void) {
    this.#onFull = onFull;
  }

  readonly logger = {
    level: () => undefined,
    trace: () => undefined,
    debug: (data: LogData, ...words: unknown[]) => this.#note(data, words),
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
    fatal: () => undefined,
  };

  take(id: string): string {
    const transcript = this.#transcripts.get(id) ?? '';
    this.#transcripts.delete(id);
    return transcript;
  }

  #note({ tnx, cid }: LogData, words: unknown[]): void {
    if (cid === undefined || (tnx !== 'command' && tnx !== 'data')) return;
    const before = this.#transcripts.get(cid) ?? '';
    this.#transcripts.set(cid, `${before}${before === '' ? '' : '\n'}${format(...words)}`);
    if (before.length > longest) this.#onFull(cid, this.take(cid));
  }
}
