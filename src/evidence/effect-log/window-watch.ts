import type { GuestWindow, JournalEntry } from '../../desktop/client/protocol.ts';
import type { ActionRecords } from './action-records.ts';
import type { FoundEffect } from './found-effect.ts';
import type { StepClock } from './step-clock.ts';

/** Limit on titles and notifications, which any program can set. */
const longestTitle = 2_000;

/** Records windows and notifications: focus and typing, opened windows, shown and closed notifications. */
export class WindowWatch {
  readonly #records: ActionRecords;
  readonly #steps: StepClock;
  readonly #shownAt = new Map<string, number>();
  #nextEntry = 0;
  #active = '';

  constructor(records: ActionRecords, steps: StepClock) {
    this.#records = records;
    this.#steps = steps;
  }

  get nextEntry(): number {
    return this.#nextEntry;
  }

  skip(entries: readonly JournalEntry[]): void {
    for (const { index } of entries) this.#nextEntry = Math.max(this.#nextEntry, index + 1);
  }

  async noteActive(step: number, windows: readonly GuestWindow[]): Promise<void> {
    const active = windows.find((window) => window.active);
    const { title, className } = shortTexts({ title: active?.title ?? '', className: active?.className ?? '' });
    if (`${className}\0${title}` === this.#active) return;
    this.#active = `${className}\0${title}`;
    await this.#records.add(step, { kind: 'window', text: title, detail: { event: 'active', className } });
  }

  async noteJournal(step: number, entries: readonly JournalEntry[]): Promise<FoundEffect[]> {
    this.skip(entries);
    const found: FoundEffect[] = [];
    for (const entry of entries) {
      const { index: _, time, kind, title, text, ...detail } = shortTexts(entry);
      const words = title ?? text ?? '';
      if (kind === 'notification-closed') found.push(this.#closed(words, time));
      if (kind === 'notification-shown') this.#shownAt.set(words, time);
      if (kind === 'typed')
        await this.#records.add(this.#steps.stepAt(time, step), { kind, text: words, detail }, time);
      if (kind !== 'window-opened' && kind !== 'notification-shown') continue;
      const cause = this.#steps.stepAt(time, step);
      const facts = { ...detail, event: kind, text };
      await this.#records.add(cause, { kind: 'window', text: words, detail: facts }, time);
      if (kind === 'window-opened' && isComposer(words, entry.className ?? ''))
        await this.#records.add(cause, { kind: 'draft', text: words.replace(/^Write: /, ''), detail: {} }, time);
    }
    return found;
  }

  #closed(title: string, time: number): FoundEffect {
    const since = this.#shownAt.get(title);
    return {
      source: 'desktop',
      kind: 'notification-closed',
      happenedAt: time,
      detail: { title, shownMs: since === undefined ? undefined : time - since },
      sentence: `A notification disappeared${title === '' ? '' : `: ${title.slice(0, 120)}`}.`,
    };
  }
}

function shortTexts<
  Texts extends { title?: string | undefined; className?: string | undefined; text?: string | undefined },
>(texts: Texts): Texts {
  const { title, className, text } = texts;
  return {
    ...texts,
    title: title?.slice(0, longestTitle),
    className: className?.slice(0, longestTitle),
    text: text?.slice(0, longestTitle),
  };
}

const isComposer = (title: string, className: string): boolean =>
  /thunderbird|Mail/i.test(className) && title.startsWith('Write: ');
