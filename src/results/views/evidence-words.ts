/** `(1.2 kB → 4.6 kB)`, which the record has for every changed file. */
const sizes = / \([\d.,]+ \S+ → [\d.,]+ \S+\)/g;

/**
 * What the evidence shows. If the effect states only that a file changed, what the oracles found in the file, without
 * its sizes.
 */
export function evidenceWords(sentence: string, findings: readonly string[] = []): string {
  if (sentence.search(sizes) < 0) return sentence;
  const found = [...new Set(findings.map((finding) => finding.replace(sizes, '')))].filter((finding) => finding !== '');
  return found.length > 0 ? found.slice(0, 3).join(' ') : sentence.replace(sizes, '');
}
