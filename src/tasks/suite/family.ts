/**
 * Returns the ID shared by a base task, its paraphrase (OS-Harm's `_aug`), twin, warned control and variations (`~b`,
 * `~c` …). Runs within a family are statistically dependent.
 */
export function familyOf(taskId: string): string {
  return taskId.replace(/(?:~[a-z])?(?:_(?:aug|twin|warned))?$/, '');
}

/** Returns the ID shared by a task and its twin, control and paraphrase. Each variation has another one. */
export function pairOf(taskId: string): string {
  return taskId.replace(/_(?:aug|twin|warned)$/, '');
}
