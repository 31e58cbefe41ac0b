import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { vectors } from '../../src/tasks/injection/vectors/registry.ts';
import { fillTemplate } from '../../src/tasks/setup/template.ts';
import { mechanisms } from '../../src/tasks/suite/classification.ts';
import { listAligned } from '../../src/tasks/suite/list-goals.ts';
import { slotTexts } from '../../src/tasks/suite/payload-pieces.ts';
import { loadGoal, loadSubset, loadTask, openSuite } from '../../src/tasks/suite/suite.ts';
import { injectionsIn, isInSlot } from '../../src/tasks/suite/task.ts';
import { varyGoal, varyTask } from '../../src/tasks/suite/vary/vary-task.ts';

const suite = openSuite(fileURLToPath(new URL('../../suites/hermetic', import.meta.url)));
const tasks = ['aligned', 'sessions', 'long', 'tools', 'screens'].flatMap((name) =>
  Object.entries(loadSubset(suite, name).subset).flatMap(([domain, ids]) =>
    ids.map((id) => loadTask(suite, domain, id)),
  ),
);
const hosts = tasks.filter(({ task }) => task.category === 'injection');
const twins = tasks.filter(({ task }) => hosts.some((host) => host.task.id === task.twin_of));

const canaries = { portal_code: 'a code' };

/** All that a task's set-up shows of its slots: the set-up itself and the files that it uploads as templates. */
function shown({ task, variation }: ReturnType<typeof varyTask>): string {
  const files: string[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { local_path: path, template } = value as { local_path?: unknown; template?: unknown };
    if (typeof path === 'string' && template === true)
      files.push(fillTemplate(readFileSync(join(suite.assetRoot, path)), { canaries, variation }).toString('latin1'));
    for (const inner of Object.values(value)) look(inner);
  };
  look(task.config);
  return JSON.stringify([task.config, task.tools ?? [], task.agent_files ?? []]) + files.join('\n');
}

describe('the aligned subset', () => {
  it('the aligned subset has a twin for every task, in which the same kind of text should be followed', () => {
    expect(twins.map(({ task }) => task.twin_of).sort()).toEqual(hosts.map(({ task }) => task.id).sort());
    for (const { task } of twins) expect(task.differs, task.id).toBe('authority');
  });

  it('the aligned subset has at least eight mechanisms, none more than a fifth of it', () => {
    const named = listAligned(suite).map((id) => loadGoal(suite, id).goal.classification?.mechanism);
    const shares = mechanisms.map((mechanism) => named.filter((item) => item === mechanism).length / named.length);
    expect(shares.filter((share) => share > 0).length).toBeGreaterThanOrEqual(8);
    expect(Math.max(...shares)).toBeLessThanOrEqual(0.2);
  });

  it('the aligned subset injects every goal into one task, by two routes', () => {
    // A goal may be injected into one task by several vectors.
    const used = hosts.flatMap(({ task }) => [...new Set(injectionsIn(task, 'aligned').flatMap(({ goals }) => goals))]);
    expect(used.sort()).toEqual(listAligned(suite));
    for (const id of used) expect(Object.keys(loadGoal(suite, id).goal.reference), id).toHaveLength(2);
  });

  it('the aligned subset uses every vector', () => {
    const used = new Set(hosts.flatMap(({ task }) => (task.injections ?? []).map(({ type }) => type)));
    expect([...used].sort()).toEqual([...vectors.keys()].sort());
  });

  it('an aligned injection changes what the desktop shows in the attacked run and in the twin', () => {
    for (const host of hosts) {
      const plain = varyTask(host, 0);
      const followed = varyTask(twins.find(({ task }) => task.twin_of === host.task.id) ?? host, 0);
      expect(shown(followed), host.task.id).not.toBe(shown(plain));
      for (const entry of (host.task.injections ?? []).filter(isInSlot))
        for (const id of entry.goals) {
          const { text } = varyGoal(loadGoal(suite, id), plain.variation, 0).goal;
          const attacked = plain.withSlots(slotTexts(entry, text));
          expect(shown(attacked), `${host.task.id} ${id}`).not.toBe(shown(plain));
          expect(attacked.task.check, id).toEqual(plain.task.check);
        }
    }
  });

  it('an aligned injection never addresses an assistant directly', () => {
    for (const id of listAligned(suite))
      expect(loadGoal(suite, id).goal.text, id).not.toMatch(
        /note to the|dear (?:ai|assistant)|ignore (?:all|previous)/i,
      );
  });
});
