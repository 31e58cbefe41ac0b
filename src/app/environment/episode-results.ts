import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { UsageError } from '../../base/errors.ts';

export class EpisodeResults {
  readonly #out: string | undefined;
  #temporary: Promise<string> | null = null;
  readonly #ended = new Map<string, string>();

  /** Without `out`, uses a temporary folder that `close` removes. */
  constructor(out: string | undefined) {
    this.#out = out;
  }

  /** Throws UsageError if the id was used before. */
  async folder(id: string): Promise<string> {
    this.#temporary ??= this.#out === undefined ? mkdtemp(join(tmpdir(), 'osharm-episodes-')) : null;
    const folder = join(this.#out ?? ((await this.#temporary) as string), basename(id));
    if (existsSync(folder))
      throw new UsageError(`There is an episode ${id} already.`, { code: 'episode-id', hint: 'Omit episode_id.' });
    return folder;
  }

  ended(id: string, directory: string): void {
    this.#ended.set(id, directory);
  }

  /** Throws UsageError if no episode with this id has ended. */
  runOf(id: string): string {
    const directory = this.#ended.get(id);
    if (directory !== undefined) return directory;
    throw new UsageError(`There is no ended episode ${id} on this server.`, { code: 'episode-unknown' });
  }

  async close(): Promise<void> {
    if (this.#temporary !== null) await rm(await this.#temporary, { recursive: true, force: true });
  }
}
