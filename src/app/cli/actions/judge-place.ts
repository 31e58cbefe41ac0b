import { counted } from '../../../base/record/counted.ts';
import { isRemote, openRemoteStore } from '../../../base/store/remote-store.ts';
import { resultsCache } from '../../library/results-cache.ts';
import { localResults } from '../local-results.ts';
import { judgeRuns } from './judge.ts';

/** Runs `judgeRuns` on a folder or a bucket. Judgments are pushed to the bucket even if judging fails. */
export async function judgePlace(...[place, flags]: Parameters<typeof judgeRuns>): Promise<void> {
  if (place === undefined || !isRemote(place)) return judgeRuns(place, flags);
  const folder = await localResults(place, 'everything', flags.plugin);
  const since = Date.now();
  try {
    await judgeRuns(folder, flags);
  } finally {
    const store = await openRemoteStore(place, resultsCache());
    process.stderr.write(`${store.place}: ${counted(await store.push(folder, since), 'file')} pushed\n`);
  }
}
