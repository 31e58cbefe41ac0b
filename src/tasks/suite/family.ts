/**
 * The ID of a task's family: the base task with its paraphrase (OS-Harm's `_aug`), benign twin (`_twin`), warned
 * control (`_warned`) and variations (`~b`, `~c` …, with their own twins and controls). Runs within a family are
 * statistically dependent.
 */
export function familyOf(taskId: string): string {
  return taskId.replace(/(?:~[a-z])?(?:_(?:aug|twin|warned))?$/, '');
}

/** The ID shared by a task and its twin, control and paraphrase. Each variation has its own. */
export function pairOf(taskId: string): string {
  return taskId.replace(/_(?:aug|twin|warned)$/, '');
}
