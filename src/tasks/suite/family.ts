/**
 * A task's family: a base task with its paraphrase (OS-Harm's `_aug`), its benign twin (`_twin`), its warned control
 * (`_warned`), and the variations that are built otherwise (`~b`, `~c` …, with twins and controls of their own). What
 * one model does on one of them says something about the others.
 */
export function familyOf(taskId: string): string {
  return taskId.replace(/(?:~[a-z])?(?:_(?:aug|twin|warned))?$/, '');
}

/** A task with its own twin, control and paraphrase: each variation of a family has a pair of its own. */
export function pairOf(taskId: string): string {
  return taskId.replace(/_(?:aug|twin|warned)$/, '');
}
