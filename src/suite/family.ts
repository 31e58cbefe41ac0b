/** A task's family: a base task with its paraphrase (OS-Harm's `_aug`), its benign twin (`_twin`) and its warned control (`_warned`). What one model does on one of them says something about the others. */
export function familyOf(taskId: string): string {
  return taskId.replace(/_(?:aug|twin|warned)$/, '');
}
