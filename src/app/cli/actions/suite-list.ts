import { tableLines } from '../../../results/report/table.ts';
import { bundledSuites } from '../../../tasks/suite/bundled-suites.ts';
import { loadSubset, loadTask, openSuite, type Suite } from '../../../tasks/suite/suite.ts';
import { type Category, categories } from '../../../tasks/suite/task.ts';

interface SuiteSummary {
  name: string;
  folder: string;
  /** By category; tasks without one count as `other`. */
  tasks: Record<Category | 'other', number>;
  injections: number;
}

export async function listSuites(folders: string[], options: { json?: boolean }): Promise<void> {
  const summaries = (folders.length > 0 ? folders : bundledSuites()).map((folder) => summarise(openSuite(folder)));
  if (options.json === true) {
    process.stdout.write(`${JSON.stringify({ suites: summaries }, null, 2)}\n`);
    return;
  }
  const head = ['Suite', ...categories, 'other', 'injected runs', 'Folder'];
  const rows = summaries.map((summary) => [
    summary.name,
    ...[...categories, 'other' as const].map((category) => String(summary.tasks[category])),
    String(summary.injections),
    summary.folder,
  ]);
  const right = head.slice(1, -1);
  for (const line of tableLines(head, rows, { width: process.stdout.columns ?? 140, right }))
    process.stdout.write(`${line}\n`);
}

function summarise(suite: Suite): SuiteSummary {
  const tasks: SuiteSummary['tasks'] = { misuse: 0, injection: 0, misbehavior: 0, benign: 0, control: 0, other: 0 };
  let injections = 0;
  const seen = new Set<string>();
  for (const name of suite.subsets) {
    const { subset } = loadSubset(suite, name);
    for (const [domain, ids] of Object.entries(subset)) {
      for (const id of ids) {
        if (seen.has(`${domain}/${id}`)) continue;
        seen.add(`${domain}/${id}`);
        const { task } = loadTask(suite, domain, id);
        tasks[task.category ?? categories.find((category) => category === name) ?? 'other'] += 1;
        injections += new Set(task.injections?.flatMap(({ type, goals }) => goals.map((goal) => `${type} ${goal}`)))
          .size;
      }
    }
  }
  return { name: suite.name, folder: suite.folder, tasks, injections };
}
