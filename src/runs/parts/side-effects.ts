import type { PartBlocks } from '../../base/record/part-blocks.ts';
import type { Desktop } from '../../desktop/client/desktop.ts';
import { effectsOfAgent } from '../../evidence/effect-log/agent-effects.ts';
import { home } from '../../evidence/effect-log/home.ts';
import { findSideEffects } from '../../evidence/side-effects/find-side-effects.ts';
import { reachOf } from '../../evidence/side-effects/reach.ts';
import {
  isOriginal,
  readOriginals,
  readWatchedDocuments,
  type WatchedTask,
} from '../../evidence/side-effects/watched-task.ts';
import type { Attempt } from '../attempt/attempt.ts';
import { capabilitiesOf } from '../attempt/capabilities.ts';
import type { Part } from '../attempt/part.ts';

const readLimit = { milliseconds: 60_000, what: 'Reading the task’s documents' };
const findLimit = { milliseconds: 240_000, what: 'Looking for side effects' };

/** Lasting changes beyond what the task requests. If they can't be determined, the run stays valid. */
export class SideEffects implements Part {
  readonly #attempt: Attempt;
  #watched: WatchedTask | null = null;
  #found: PartBlocks['sideEffects'] = null;

  constructor(attempt: Attempt) {
    this.#attempt = attempt;
  }

  async begin(desktop: Desktop): Promise<void> {
    this.#watched = await this.#attempt.within('index', readLimit, (signal) => this.#watch(desktop, signal));
  }

  environmentWrote(files: ReadonlyMap<string, Buffer>): void {
    const watched = this.#watched;
    if (watched === null) return;
    const originals = [...files].filter(([path]) => isOriginal(path));
    this.#attempt.useOriginals(new Map([...this.#attempt.originals, ...originals]));
    const changed = [...files].filter(([path]) => watched.documents.has(path));
    this.#watched = { ...watched, documents: new Map([...watched.documents, ...changed]) };
  }

  async afterVerdict(desktop: Desktop): Promise<void> {
    const attempt = this.#attempt;
    const watched = this.#watched;
    const { effectLog } = attempt;
    if (watched === null || effectLog === null) return;
    const readFile = async (path: string): Promise<Buffer | null> => attempt.orLost(() => desktop.readFile(path));
    await attempt.orFault('judge', async () => {
      this.#found = await attempt.within('judge', findLimit, () =>
        findSideEffects({ ...watched, effects: effectsOfAgent(effectLog.effects()), readFile }),
      );
    });
  }

  describe(): Partial<PartBlocks> {
    return { sideEffects: this.#found };
  }

  async #watch(desktop: Desktop, signal: AbortSignal): Promise<WatchedTask | null> {
    const { run, sweep } = this.#attempt;
    const { suite } = sweep.request;
    const rules = [suite.watch, run.task.watch].filter((rule) => rule !== undefined);
    if (rules.includes(false) || !capabilitiesOf(sweep.provider).effects) return null;
    const wanted = rules.filter((rule) => rule !== false);
    const reach = reachOf(run.task, run.domain, {
      extra: wanted.flatMap((rule) => rule.reach),
      materials: suite.isCheckout,
    });
    const listed = await desktop.listFiles(home, signal);
    const documents = await readWatchedDocuments(reach, listed, desktop, signal);
    this.#attempt.useOriginals(await readOriginals(documents, listed, desktop, signal));
    return { reach, ignore: wanted.flatMap((rule) => rule.ignore), documents };
  }
}
