/** A task's text without the field `built_from`, by which `osharm suite build` names the task's source. */
export const withoutBuiltFrom = (text: string): string => text.replace(/^ {2}"built_from": "[^"\n]*",\n/m, '');

/** A task's or goal's text without its `title`, as a line of its own. */
export const withoutTitle = (text: string): string => text.replace(/^ {2}"title": "(?:[^"\\\n]|\\.)*",\n/m, '');

/**
 * What is hashed of a suite's file, by its path in the suite: a task without its labels `built_from` and `title`, a goal
 * without its `title`. No agent meets a label, so a moved source or a better title changes no run.
 */
export function hashedContent(path: string, content: string | Uint8Array): string | Uint8Array {
  const [folder] = path.split('/');
  if (folder === 'examples') return withoutLabels(textOf(content));
  return ['goals', 'decoys', 'aligned'].includes(folder ?? '') ? withoutTitle(textOf(content)) : content;
}

/** A task's text without its labels, which records of runs leave out too. */
export const withoutLabels = (text: string): string => withoutTitle(withoutBuiltFrom(text));

const textOf = (content: string | Uint8Array): string =>
  typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
