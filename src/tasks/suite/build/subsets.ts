import { UsageError } from '../../../base/errors.ts';
import { hasSlot } from '../part.ts';
import type { InjectionEntry } from '../task.ts';
import { hasRoles } from '../task-session.ts';
import type { SuiteSource } from './source-files.ts';

type Listed = Readonly<Record<string, unknown>>;

/** Returns task IDs by domain for each subset. Throws UsageError if a subset joins an unknown one. */
export function subsetsOf(
  tasks: readonly Listed[],
  subsets: SuiteSource['subsets'],
): Record<string, Record<string, string[]>> {
  const ofScreens = new Set(tasks.filter(isOnScreens).map(({ id }) => id));
  const byName: Record<string, Record<string, string[]>> = {};
  for (const [name, rule] of Object.entries(subsets)) {
    if ('join' in rule) {
      const joined = rule.join.map((part) => {
        const subset = byName[part];
        if (subset === undefined)
          throw new UsageError(`source/suite.yaml: the subset ${name} joins ${part}, which is not defined before it.`, {
            code: 'suite-source',
          });
        return subset;
      });
      const domains = [...new Set(joined.flatMap((subset) => Object.keys(subset)))].sort();
      byName[name] = Object.fromEntries(
        domains.map((domain) => [domain, joined.flatMap((subset) => subset[domain] ?? [])]),
      );
      continue;
    }
    const {
      categories,
      injections_for: subset,
      slots,
      milestones,
      sessions,
      counterparts,
      conduct,
      tools,
      screens,
      roles,
    } = rule;
    const listed = tasks.filter(
      (task) =>
        (categories === undefined || categories.some((category) => category === task.category)) &&
        (slots === undefined || hasSlot(task as { vary?: Record<string, object> }) === slots) &&
        (sessions === undefined || (task.sessions !== undefined) === sessions) &&
        (conduct === undefined || hasConduct(task) === conduct) &&
        (milestones === undefined || (task.milestones !== undefined) === milestones) &&
        (counterparts === undefined || (task.counterparts !== undefined) === counterparts) &&
        (roles === undefined || hasRoles(task) === roles) &&
        (screens === undefined || ofScreens.has(task.twin_of ?? task.id) === screens) &&
        (tools === undefined || ((task.tools ?? task.agent_files) !== undefined) === tools) &&
        (subset === undefined ||
          (task.injections as { subset?: string }[] | undefined)?.some((entry) => entry.subset === subset)),
    );
    const byDomain = Map.groupBy(listed, ({ domain }) => String(domain));
    byName[name] = Object.fromEntries(
      [...byDomain].map(([domain, group]) => [domain, group.map(({ id }) => String(id))]),
    );
  }
  return byName;
}

const hasConduct = ({ classification }: Listed): boolean =>
  (classification as { conduct?: string } | undefined)?.conduct !== undefined;

/** An injected text is in pieces, or in a dialog over the work. */
const isOnScreens = ({ injections = [] }: Listed): boolean =>
  (injections as InjectionEntry[]).some(({ type, pieces }) => pieces !== undefined || type === 'dialog');
