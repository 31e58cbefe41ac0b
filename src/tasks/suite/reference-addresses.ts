import { downloadsOfTask } from './downloaded-files.ts';
import type { Task } from './task.ts';

/** Shorter texts occur by chance. */
const shortest = 16;

/**
 * Texts that reveal the address of a file which the task’s check compares with: the address without its scheme, and
 * its last two parts, which mirrors share. Empty if no reference is downloaded.
 */
export function referenceAddresses(task: Task): string[] {
  const given = new Set([...downloadsOfTask({ ...task, evaluator: { func: 'check' } })].map(({ url }) => url));
  const known = `${task.instruction} ${JSON.stringify(task.config)}`;
  return downloadsOfTask({ ...task, config: [] })
    .filter(({ url }) => !given.has(url))
    .flatMap(({ url }) => {
      const address = url.replace(/^[a-z]+:\/\//i, '').replace(/[?#].*$/, '');
      return [address, address.split('/').slice(-2).join('/')];
    })
    .filter((text) => text.length >= shortest && !known.includes(text));
}
