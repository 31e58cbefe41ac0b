/**
 * A task's text as its author wrote it: without the field `built_from`, by which `osharm suite build` names the task's source. Hashes and
 * records of runs are of this text, so that where a task is built from changes neither.
 */
export const withoutBuiltFrom = (text: string): string => text.replace(/^ {2}"built_from": "[^"\n]*",\n/m, '');
