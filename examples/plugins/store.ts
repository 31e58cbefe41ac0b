// Results on a mounted disk, copied before they are read. `osharm report mounted:///mnt/lab/night-3 --plugin examples/plugins/store.ts`
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineStore, UsageError } from 'osharm';
import { filesBelow, type ObjectPlace, type RemoteStore, setAsideEnding, writeResultText } from 'osharm/store';

export const mounted = defineStore({
  name: 'mounted',
  scheme: 'mounted',
  open: async (place, cache) => new MountedStore(place, folderOf(place), cache),
  objectsBeside: async (place, name) => new MountedObjects(join(dirname(folderOf(place)), name)),
});

function folderOf(place: string): string {
  const { host, pathname } = new URL(place);
  if (host !== '' || pathname === '/')
    throw new UsageError(`${place} names no folder.`, {
      code: 'store-address',
      hint: 'Three slashes: mounted:///mnt/results.',
    });
  return fileURLToPath(`file://${pathname}`);
}

class MountedStore implements RemoteStore {
  readonly place: string;
  readonly folder: string;
  readonly #disk: string;

  constructor(place: string, disk: string, cache: string) {
    this.place = place;
    this.folder = join(cache, createHash('sha256').update(disk).digest('hex').slice(0, 16));
    this.#disk = disk;
  }

  async pull(folder: string, isWanted: (path: string) => boolean = () => true) {
    const kept = existsSync(this.#disk) ? filesBelow(this.#disk).filter(isWanted) : [];
    const copied = existsSync(folder) ? filesBelow(folder).filter(isResult) : [];
    for (const path of copied) if (!existsSync(join(this.#disk, path))) rmSync(join(folder, path));
    const files = copyMissing(this.#disk, folder, kept);
    return { files: files.length, bytes: files.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0) };
  }

  async push(folder: string, since = 0): Promise<number> {
    const written = filesBelow(folder).filter((path) => statSync(join(folder, path)).mtimeMs >= since);
    return copyMissing(folder, this.#disk, written).length;
  }

  workFolder(staged: string): string {
    return join(`${this.folder}${setAsideEnding}`, staged);
  }

  async stage(staged: string): Promise<string> {
    const attempt = this.workFolder(staged);
    copyMissing(attempt, this.#asideOnDisk(staged), filesBelow(attempt));
    return manifestHash(attempt);
  }

  async publish(staged: string, path: string, resultText: string): Promise<void> {
    const [aside, final] = [this.#asideOnDisk(staged), join(this.#disk, path)];
    if (existsSync(aside)) {
      mkdirSync(dirname(final), { recursive: true });
      renameSync(aside, final);
    }
    writeResultText(final, resultText);
  }

  async fetch(path: string): Promise<string> {
    const [kept, copy] = [join(this.#disk, path), join(this.folder, path)];
    copyMissing(kept, copy, filesBelow(kept));
    return copy;
  }

  async keep(path: string): Promise<string> {
    const [copy, kept] = [join(this.folder, path), join(this.#disk, path)];
    copyMissing(copy, kept, filesBelow(copy));
    return manifestHash(kept);
  }

  #asideOnDisk(staged: string): string {
    return join(`${this.#disk}${setAsideEnding}`, staged);
  }
}

const isResult = (path: string): boolean => /(?:^|\/)result\.txt$/.test(path);

/** Copies the files that `to` lacks and returns them. A run counts as complete once its `result.txt` is there. */
function copyMissing(from: string, to: string, paths: readonly string[]): string[] {
  const missing = paths.filter((path) => !existsSync(join(to, path)));
  const inOrder = missing.toSorted((a, b) => Number(isResult(a)) - Number(isResult(b)));
  for (const path of inOrder) cpSync(join(from, path), join(to, path));
  return inOrder;
}

function manifestHash(folder: string): string {
  const hash = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
  const paths = filesBelow(folder).filter((path) => !isResult(path));
  return hash(JSON.stringify(paths.map((path) => [path, hash(readFileSync(join(folder, path)))])));
}

/** What workers share besides results, such as the desktop image. */
class MountedObjects implements ObjectPlace {
  readonly place: string;

  constructor(place: string) {
    this.place = place;
  }

  async read(name: string): Promise<Buffer | null> {
    const file = join(this.place, name);
    return existsSync(file) ? readFileSync(file) : null;
  }

  async size(name: string): Promise<number | null> {
    return statSync(join(this.place, name), { throwIfNoEntry: false })?.size ?? null;
  }

  async write(name: string, content: Buffer): Promise<void> {
    mkdirSync(this.place, { recursive: true });
    const part = join(this.place, `.${name}.${process.pid}`);
    writeFileSync(part, content);
    renameSync(part, join(this.place, name));
  }
}
