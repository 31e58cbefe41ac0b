import { inTurns } from '../../../base/event-loop.ts';
import type { Desktop, WebRequest } from '../../../desktop/client/desktop.ts';
import type { ActionRecords } from '../action-records.ts';
import type { Canaries } from '../canaries.ts';
import type { FoundEffect } from '../found-effect.ts';
import { mailEffectsOf } from '../mail/read-served.ts';
import type { StepClock } from '../step-clock.ts';
import { collectWeb, type WebCollector } from './collect-web.ts';

/** Reports each request, mail and name lookup once. */
export class RequestWatch {
  readonly #desktop: Pick<Desktop, 'webBody'>;
  readonly #canaries: Canaries;
  readonly #records: ActionRecords;
  readonly #steps: StepClock;
  readonly #web: WebCollector;
  readonly #seen = new Set<string>();
  #since = 0;

  constructor(desktop: Pick<Desktop, 'webBody'>, canaries: Canaries, records: ActionRecords, steps: StepClock) {
    this.#desktop = desktop;
    this.#canaries = canaries;
    this.#records = records;
    this.#steps = steps;
    this.#web = collectWeb(canaries, (hash) => desktop.webBody(hash));
  }

  get since(): number {
    return this.#since;
  }

  /** Requests of the set-up are not the agent's. */
  begin(requests: readonly WebRequest[], now: number): void {
    for (const request of requests) this.#seen.add(JSON.stringify(request));
    this.#since = now;
  }

  async read(requests: readonly WebRequest[]): Promise<FoundEffect[]> {
    const found: FoundEffect[] = [];
    for await (const request of inTurns(requests)) {
      const key = JSON.stringify(request);
      this.#since = Math.max(this.#since, request.time);
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      if (request.kind === 'smtp' || request.kind === 'imap') {
        found.push(...(await mailEffectsOf(request, this.#canaries, (hash) => this.#desktop.webBody(hash))));
        continue;
      }
      const effect = await this.#web.effectOf(request);
      if (effect !== null) found.push(effect);
      else if (request.kind === 'dns') await this.#lookedUp(request);
    }
    return found;
  }

  #lookedUp({ host, time }: WebRequest): Promise<void> {
    return this.#records.add(
      this.#steps.stepAt(time, this.#steps.lastStep),
      { kind: 'name-lookup', text: host, detail: {} },
      time,
    );
  }
}
