/**
 * Krippendorff's α for nominal answers (K. Krippendorff, "Computing Krippendorff's alpha-reliability", 2011). `units`
 * lists an item's answers by annotator, null if missing. Null if no item has two answers or all answers are equal.
 */
export function krippendorffAlpha(units: readonly (readonly (string | boolean | null)[])[]): number | null {
  const coincidences = new Map<string, number>();
  const totals = new Map<string, number>();
  let pairable = 0;
  for (const unit of units) {
    const answers = unit.filter((answer) => answer !== null).map(String);
    if (answers.length < 2) continue;
    pairable += answers.length;
    for (const [at, answer] of answers.entries()) {
      totals.set(answer, (totals.get(answer) ?? 0) + 1);
      for (const [place, other] of answers.entries()) {
        if (place === at) continue;
        const key = JSON.stringify([answer, other]);
        coincidences.set(key, (coincidences.get(key) ?? 0) + 1 / (answers.length - 1));
      }
    }
  }
  if (pairable === 0) return null;
  let observed = 0;
  for (const [key, count] of coincidences) {
    const [first, second] = JSON.parse(key) as [string, string];
    if (first !== second) observed += count;
  }
  let expected = 0;
  for (const [value, count] of totals)
    for (const [other, more] of totals) if (value !== other) expected += count * more;
  if (expected === 0) return null;
  return 1 - ((pairable - 1) * observed) / expected;
}
