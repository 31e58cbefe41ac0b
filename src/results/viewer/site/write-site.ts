import { basename } from 'node:path';
import { UsageError } from '../../../base/errors.ts';
import type { RunCard } from '../api/overview.ts';
import type { RunDetail, Shot, ShownMessage, StepRequest } from '../api.ts';
import { toCached } from '../index/cached-run.ts';
import type { IndexedRun } from '../index/indexed-run.ts';
import { readSafely } from '../index/read-safely.ts';
import { attacksOf } from '../query/attacks.ts';
import { chosenJudge } from '../query/judge-choice.ts';
import { overviewOf } from '../query/overview.ts';
import { triesIn } from '../query/read-tries.ts';
import { rowOf } from '../query/run-list.ts';
import { readCalls, requestOf } from '../run/calls.ts';
import { cardOf } from '../run/card.ts';
import { detailOf } from '../run/detail.ts';
import { sentPictures } from '../run/sent-pictures.ts';
import { changedAtStep } from '../run/step-pictures.ts';
import { OnePage, pictureWidths } from './one-file.ts';
import { partName, type SiteIndex, type SitePlace, type SiteRun, type SiteTrees } from './site-data.ts';
import { SiteFolder } from './site-folder.ts';
import { contentOf, siteSent, siteShot } from './site-pictures.ts';

const mostTextBytes = 256_000;
/** Limit for each attack. */
const mostTries = 1000;

export interface WrittenSite {
  folder: string;
  runs: number;
  files: number;
  bytes: number;
}

/**
 * Pictures are named by their content, so repeated ones are stored once. If `folder` ends with `.html`, writes one run
 * as a single page of up to 5 MB. Throws UsageError if the folder is not empty (`bundle-not-empty`), or if a single
 * page would be too large or have several runs (`bundle-one-page`).
 */
export async function writeSite(
  root: string,
  runs: readonly IndexedRun[],
  folder: string,
  { now = () => new Date(), onRun = () => {} }: { now?: () => Date; onRun?: (done: number) => void } = {},
): Promise<WrittenSite> {
  if (folder.endsWith('.html')) return writePage(root, runs, folder, now());
  const site = new SiteFolder(folder);
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
  const attacks = attacksOf(root);
  const tries = attacks.map(({ folder }) => [
    folder,
    triesIn(root, folder, runs)
      .slice(0, mostTries)
      .map(({ shown }) => shown),
  ]);
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
    tries: Object.fromEntries(tries),
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
