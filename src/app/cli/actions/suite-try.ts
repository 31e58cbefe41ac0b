import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from '../../../base/errors.ts';
import { printable } from '../../../base/record/unseen-text.ts';
import { bundledSuite } from '../../../tasks/suite/bundled-suites.ts';
import { openSuite, subsetListing } from '../../../tasks/suite/suite.ts';
import { prepareSweep } from '../../library/prepare-sweep.ts';
import { TryTask } from '../../try/try-task.ts';
import { openBrowser } from '../open-browser.ts';
import { serveUntilStopped } from '../try-page.ts';
import { untilStopped } from '../until-stopped.ts';

export interface TryTaskFlags {
  suite: string;
  goal?: string;
  seed: number;
  port: number;
  host: string;
  open: boolean;
  json?: boolean;
}

export async function tryTask(id: string, flags: TryTaskFlags): Promise<void> {
  const suite = openSuite(flags.suite);
  const subset = subsetListing(suite, id);
  if (subset === undefined)
    throw new UsageError(`No subset of the suite ${suite.folder} lists the task ${JSON.stringify(id)}.`, {
      code: 'try-task-missing',
      hint:
        subsetListing(openSuite(bundledSuite), id) === undefined
          ? `osharm suite task ${id} --suite ${flags.suite} writes one; --suite names another suite.`
          : `The bundled suite has it: add --suite ${bundledSuite}`,
    });
  const { goal } = flags;
  const folder = mkdtempSync(join(tmpdir(), 'osharm-try-'));
  try {
    await untilStopped(async (signal) => {
      // A plan needs an agent, although a person acts. This one needs no key.
      const options = {
        model: 'reference-benign',
        judge: ['effects'],
        suite: flags.suite,
        subset,
        task: [id],
        inject: goal !== undefined,
        seed: flags.seed,
        out: folder,
      };
      await using prepared = await prepareSweep(options);
      const { sweep } = prepared;
      const run = sweep.runs.find(({ injection }) => goal === undefined || injection?.goal === goal);
      if (run === undefined)
        throw new UsageError(`No injection of ${id} has the goal ${JSON.stringify(goal)}.`, {
          code: 'try-goal-missing',
          hint: 'Its file lists them under "injections".',
        });
      await sweep.provider.check();
      await serveUntilStopped(new TryTask(sweep, run), flags, signal, (url) => {
        if (flags.json === true) process.stdout.write(`${JSON.stringify({ url, task: id })}\n`);
        else
          process.stdout.write(
            `${printable(id)} is at ${url}\nDo the task there. Record writes your steps into its file. Press Ctrl-C to end.\n`,
          );
        if (flags.open) openBrowser(url);
      });
    }, 'closing the desktop');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
