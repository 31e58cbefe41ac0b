/** Removes the field `built_from`, the task's source, from a task file. */
export const withoutBuiltFrom = (text: string): string => text.replace(/^ {2}"built_from": "[^"\n]*",\n/m, '');

export const withoutTitle = (text: string): string => text.replace(/^ {2}"title": "(?:[^"\\\n]|\\.)*",\n/m, '');

/** Returns the content to hash, without the labels `built_from`, `title` and `rule`, which don't affect a run. */
export function hashedContent(path: string, content: string | Uint8Array): string | Uint8Array {
  const [folder] = path.split('/');
  if (folder === 'examples') return withoutLabels(textOf(content));
  return ['goals', 'decoys', 'aligned'].includes(folder ?? '') ? withoutTitle(textOf(content)) : content;
}

export const withoutLabels = (text: string): string => withoutRule(withoutTitle(withoutBuiltFrom(text)));

const withoutRule = (text: string): string => text.replace(/^ {2}"rule": \{\n(?: {4}.*\n)* {2}\},\n/m, '');

const textOf = (content: string | Uint8Array): string =>
  typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
