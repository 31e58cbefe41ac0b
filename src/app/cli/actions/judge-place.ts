import { counted } from '../../../base/record/counted.ts';
import { isS3 } from '../../../base/store/s3-place.ts';
import { S3Store } from '../../../base/store/s3-store.ts';
import { resultsCache } from '../../library/results-cache.ts';
import { localResults } from '../local-results.ts';
import { judgeRuns } from './judge.ts';

/** Runs `judgeRuns` on a folder or a bucket. Judgments are pushed to the bucket even if judging fails. */
export async function judgePlace(...[given, flags]: Parameters<typeof judgeRuns>): Promise<void> {
  if (given === undefined || !isS3(given)) return judgeRuns(given, flags);
  const folder = await localResults(given, 'everything');
  const since = Date.now();
  try {
    await judgeRuns(folder, flags);
  } finally {
    const store = await S3Store.open(given, resultsCache());
    process.stderr.write(`${store.place}: ${counted(await store.push(folder, since), 'file')} pushed\n`);
  }
}
