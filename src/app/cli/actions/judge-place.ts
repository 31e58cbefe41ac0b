import { counted } from '../../../base/record/counted.ts';
import { isRemote, openRemoteStore } from '../../../base/store/remote-store.ts';
import { resultsCache } from '../../library/results-cache.ts';
import { localResults } from '../local-results.ts';
import { judgeRuns } from './judge.ts';

/** Runs `judgeRuns` on a folder or a bucket. Judgments are pushed to the bucket even if judging fails. */
export async function judgePlace(...[given, flags]: Parameters<typeof judgeRuns>): Promise<void> {
  if (given === undefined || !isRemote(given)) return judgeRuns(given, flags);
  const folder = await localResults(given, 'everything');
  const since = Date.now();
  try {
    await judgeRuns(folder, flags);
  } finally {
    const store = await openRemoteStore(given, resultsCache());
    process.stderr.write(`${store.place}: ${counted(await store.push(folder, since), 'file')} pushed\n`);
  }
}
