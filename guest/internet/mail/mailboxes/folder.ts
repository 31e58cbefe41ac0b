import { EventEmitter } from 'node:events';
import { Message } from './message.ts';

/** Emits `change` when messages or their flags change. */
export class Folder extends EventEmitter<{ change: [] }> {
  readonly uidValidity: number;
  messages: readonly Message[] = [];
  uidNext = 1;

  constructor(uidValidity: number) {
    super();
    this.setMaxListeners(0);
    this.uidValidity = uidValidity;
  }

  add(raw: Buffer, options: { flags?: Iterable<string>; date?: number | undefined } = {}): Message {
    const message = new Message(this.uidNext++, raw, options.date ?? Date.now(), options.flags ?? []);
    this.messages = [...this.messages, message];
    this.emit('change');
    return message;
  }

  remove(messages: readonly Message[]): void {
    if (messages.length === 0) return;
    const gone = new Set(messages);
    this.messages = this.messages.filter((message) => !gone.has(message));
    this.emit('change');
  }

  setFlags(message: Message, flags: ReadonlySet<string>): void {
    message.flags = flags;
    this.emit('change');
  }

  get unseen(): number {
    return this.messages.filter((message) => !message.has('\\Seen')).length;
  }
}
