import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { EnvironmentError, UsageError } from '../../../base/errors.ts';
import type { RunCard } from '../api/overview.ts';
import type { RunDetail, Shot, ShownMessage, StepRequest } from '../api.ts';
import { checkHead, thumbnailOf } from '../files/picture.ts';
import { openRunFile, readPart } from '../files/safe-file.ts';
import { toCached } from '../index/cached-run.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { readSafely } from '../index/read-safely.ts';
import { attacksOf } from '../query/attacks.ts';
import { chosenJudge } from '../query/judge-choice.ts';
import { overviewOf } from '../query/overview.ts';
import { rowOf } from '../query/run-list.ts';
import { pictureOfPart, readCalls, requestOf } from '../run/calls.ts';
import { cardOf } from '../run/card.ts';
import { detailOf } from '../run/detail.ts';
import { sentPictures } from '../run/sent-pictures.ts';
import { changedAtStep } from '../run/step-pictures.ts';
import { ViewerError } from '../viewer-error.ts';
import { webBundle } from '../web-bundle.ts';
import { engineScript } from './engine-script.ts';
import { OnePage, pictureWidths } from './one-file.ts';
import { partName, type SiteIndex, type SitePlace, type SiteRun, type SiteTrees } from './site-data.ts';

const mostTextBytes = 256_000;
const mostPictureBytes = 40_000_000;

export interface WrittenSite {
  folder: string;
  runs: number;
  files: number;
  bytes: number;
}

/**
 * Pictures are named by their content, so repeated ones are stored once. If `folder` ends with `.html`, writes one run
 * as a single page of at most 5 MB. Throws UsageError if the folder is not empty (`bundle-not-empty`), or if a single
 * page would be too large or have several runs (`bundle-one-page`).
 */
export async function writeSite(
  root: string,
  runs: readonly IndexedRun[],
  folder: string,
  { now = () => new Date(), onRun = () => {} }: { now?: () => Date; onRun?: (done: number) => void } = {},
): Promise<WrittenSite> {
  if (folder.endsWith('.html')) return writePage(root, runs, folder, now());
  const site = new Site(folder);
  await writeParts(root, runs, site, now(), onRun);
  return { folder, runs: runs.length, files: site.files, bytes: site.bytes };
}

async function writePage(root: string, runs: readonly IndexedRun[], file: string, now: Date): Promise<WrittenSite> {
  const [run] = runs;
  if (run === undefined || runs.length > 1)
    throw new UsageError(`A page has one run, but there are ${runs.length}.`, {
      code: 'bundle-one-page',
      hint: 'Name the directory of one run, or give --bundle a folder.',
    });
  for (const width of pictureWidths) {
    const page = new OnePage(file, width);
    await writeParts(root, runs, page, now, () => {});
    if (await page.end(`/run/${encodeURIComponent(run.id)}`))
      return { folder: file, runs: 1, files: 1, bytes: page.bytes };
  }
  throw new UsageError('This run is too large for one page of 5 MB.', {
    code: 'bundle-one-page',
    hint: 'Give --bundle a folder.',
  });
}

async function writeParts(
  root: string,
  runs: readonly IndexedRun[],
  site: SitePlace,
  now: Date,
  onRun: (done: number) => void,
): Promise<void> {
  // An unreadable attack must fail before anything is written.
  const attacks = attacksOf(root, runs);
  await site.begin();
  const judge = chosenJudge(runs, null);
  for (const [at, run] of runs.entries()) {
    const { trees, ...kept } = await siteRun(root, run, judge, site);
    await site.part(partName.run(run.id), kept satisfies SiteRun);
    await site.part(partName.trees(run.id), trees satisfies SiteTrees);
    onRun(at + 1);
  }
  const about = { name: basename(root), madeAt: now.toISOString(), bytes: site.bytes };
  const { first } = overviewOf(runs, new URLSearchParams(), () => false);
  const cards: RunCard[] = [];
  for (const run of runs.filter(({ id }) => first.includes(id))) {
    const card = await cardOf(root, run, rowOf(run, judge, false));
    cards.push({ ...card, picture: await siteShot(root, run, card.picture, site) });
  }
  await site.part(partName.index, {
    about,
    runs: runs.map(toCached),
    attacks,
    cards,
  } satisfies SiteIndex);
}

async function siteRun(
  root: string,
  run: IndexedRun,
  judge: string | null,
  site: SitePlace,
): Promise<SiteRun & { trees: SiteTrees }> {
  const { id, directory } = run;
  const detail = await detailOf(root, run, rowOf(run, judge, false));
  const shot = (of: Shot | null): Promise<Shot | null> => siteShot(root, run, of, site);
  const shots = async (list: readonly Shot[]): Promise<Shot[]> =>
    (await Promise.all(list.map(shot))).filter((item) => item !== null);
  const steps: RunDetail['steps'] = [];
  for (const step of detail.steps)
    steps.push({ ...step, before: await shot(step.before), after: await shots(step.after) });
  const calls = await readCalls(root, directory);
  const requests: (StepRequest | null)[] = [];
  if (calls !== null) {
    const address = await sentPictures(root, run, calls);
    for (const step of steps) {
      if (!step.hasRequest) requests.push(null);
      else {
        const request = await requestOf(root, directory, calls, step.index, address);
        const picture = (of: string) => siteSent(of, { root, id, directory }, calls, site);
        requests.push({ ...request, messages: await mapPictures(request.messages, picture) });
      }
    }
  }
  const texts: Record<string, string> = {};
  for (const file of detail.files.filter((item) => item.isText && item.bytes <= mostTextBytes)) {
    const content = await contentOf(root, directory, file.name, mostTextBytes);
    if (content !== null) texts[file.name] = content.toString('utf8');
  }
  const { run: read } = readSafely(directory, root);
  const changed: SiteRun['changed'] = [];
  for (const step of steps) changed.push(await changedAtStep(root, directory, step.index));
  return {
    changed,
    detail: {
      ...detail,
      steps,
      lastShot: await shot(detail.lastShot),
      files: detail.files.filter((file) => Object.hasOwn(texts, file.name)),
      hasRecording: false,
    },
    requests,
    texts,
    trees: read.betterLog?.steps.map((step) => step.a11yTree) ?? [],
  };
}

async function siteShot(root: string, run: IndexedRun, shot: Shot | null, site: SitePlace): Promise<Shot | null> {
  if (shot === null) return null;
  const name = nameOf(shot.full, run.id);
  const content = name === null ? null : await contentOf(root, run.directory, name, mostPictureBytes);
  const placed = content === null ? null : await site.picture(content, true);
  return placed === null ? null : { ...shot, full: placed.full, thumbnail: placed.small };
}

async function siteSent(
  address: string,
  run: { root: string; id: string; directory: string },
  calls: Parameters<typeof pictureOfPart>[2],
  site: SitePlace,
): Promise<string | null> {
  const part = /\/part\/([0-9a-f]{64})$/.exec(address)?.[1];
  const name = nameOf(address, run.id);
  const content =
    part !== undefined
      ? await pictureOfPart(run.root, run.directory, calls, part)
      : name === null
        ? null
        : await contentOf(run.root, run.directory, name, mostPictureBytes);
  return content === null ? null : ((await site.picture(content, false))?.full ?? null);
}

function nameOf(address: string, id: string): string | null {
  const { pathname } = new URL(address, 'http://site.invalid');
  const start = `/api/run/${id}/file/`;
  return pathname.startsWith(start) ? decodeURIComponent(pathname.slice(start.length)) : null;
}

async function mapPictures(
  messages: readonly ShownMessage[],
  place: (address: string) => Promise<string | null>,
): Promise<ShownMessage[]> {
  const mapped: ShownMessage[] = [];
  for (const message of messages) {
    const parts: ShownMessage['parts'] = [];
    for (const part of message.parts)
      parts.push(
        part.kind === 'picture' && part.address !== null ? { ...part, address: await place(part.address) } : part,
      );
    mapped.push({ ...message, parts });
  }
  return mapped;
}

/** Null if the file must not be read or exceeds `most` bytes. */
async function contentOf(root: string, directory: string, name: string, most: number): Promise<Buffer | null> {
  try {
    const { file, bytes } = await openRunFile(root, directory, name);
    try {
      return bytes > most ? null : await readPart(file, 0, bytes);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof ViewerError) return null;
    throw error;
  }
}

class Site implements SitePlace {
  readonly #folder: string;
  readonly #pictures = new Map<string, Promise<{ full: string; small: string } | null>>();
  files = 0;
  bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async begin(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    if ((await readdir(this.#folder)).length > 0)
      throw new UsageError(`${this.#folder} is not empty.`, {
        code: 'bundle-not-empty',
        hint: 'Give --bundle a new folder.',
      });
    for (const name of ['assets', 'data', 'pictures']) await mkdir(join(this.#folder, name), { recursive: true });
    const { folder: pages } = await webBundle();
    for (const name of await readdir(join(pages, 'assets')))
      await this.#write(`assets/${name}`, await readFile(join(pages, 'assets', name)));
    await this.#write('engine.js', await engineScript());
    await this.#write('index.html', Buffer.from(sitePage(await readFile(join(pages, 'index.html'), 'utf8'))));
  }

  /** Base64 ensures that the content can't be code. */
  async part(name: string, value: unknown): Promise<void> {
    const packed = await promisify(gzip)(JSON.stringify(value), { level: 7 });
    await this.#write(
      `data/${name}.js`,
      Buffer.from(`osharmPart(${JSON.stringify(name)},"${packed.toString('base64')}")\n`),
    );
  }

  picture(content: Buffer, isShot: boolean): Promise<{ full: string; small: string } | null> {
    const name = createHash('sha256').update(content).digest('hex').slice(0, 32);
    const key = `${name} ${isShot}`;
    const known = this.#pictures.get(key);
    if (known !== undefined) return known;
    const made = this.#put(name, content, isShot, this.#pictures.has(`${name} ${!isShot}`));
    this.#pictures.set(key, made);
    return made;
  }

  async #put(name: string, content: Buffer, isShot: boolean, isThere: boolean) {
    const [full, small] = [`./pictures/${name}.png`, `./pictures/${name}.webp`];
    try {
      checkHead(content.subarray(0, 33));
      if (isShot) await this.#write(small, await thumbnailOf(content, 480));
    } catch (error) {
      if (error instanceof ViewerError) return null;
      throw error;
    }
    if (!isThere) await this.#write(full, content);
    return { full, small };
  }

  async #write(name: string, content: Buffer): Promise<void> {
    try {
      await writeFile(join(this.#folder, name), content);
    } catch (error) {
      throw new EnvironmentError(`${join(this.#folder, name)} can't be written.`, {
        code: 'bundle-not-written',
        hint: 'Is the disk full?',
        cause: error,
      });
    }
    this.files += 1;
    this.bytes += content.length;
  }
}

/** A file:// page has an opaque origin, so `'self'` does not match and the scheme is listed too. */
const policy =
  "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file:; base-uri 'none'; form-action 'none'";

/** Browsers load no modules from file://, so scripts become classic and URLs relative. */
export function sitePage(page: string): string {
  return page
    .replaceAll(/ crossorigin(?=[ >])/g, '')
    .replaceAll(/(src|href)="\/(?!\/)/g, '$1="./')
    .replace(
      '<meta charset="utf-8" />',
      `<meta charset="utf-8" /><meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    )
    .replace('<script type="module"', '<script defer src="./engine.js"></script><script defer');
}
