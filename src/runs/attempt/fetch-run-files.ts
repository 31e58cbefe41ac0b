import { downloadsOfTask } from '../../tasks/suite/downloaded-files.ts';
import type { Attempt } from './attempt.ts';

const downloadLimit = 1_800_000;

/** Downloads the files of the run's steps before a desktop is created, so that a dead link fails early. */
export async function fetchRunFiles(attempt: Attempt): Promise<void> {
  const { sweep, run } = attempt;
  const { downloads } = sweep.dependencies;
  const files = downloadsOfTask(run.task, run.injection?.goalFile.goal.config);
  if (downloads === undefined || files.length === 0) return;
  const taskId = run.taskFile.fileId;
  const suiteFolder = sweep.request.suite.assetRoot;
  await attempt.within(
    'download',
    { milliseconds: downloadLimit, what: 'Fetching the task’s files' },
    async (signal) => {
      for (const { url, path } of files) await downloads.get({ url, path, taskId, suiteFolder }, signal);
    },
  );
}
