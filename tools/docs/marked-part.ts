/** Replaces what a page has between two marks. Throws if the page lacks one of them. */
export function withMarkedPart(
  page: string,
  [start, end]: readonly [start: string, end: string],
  part: string,
): string {
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no marks ${start} and ${end}.`);
  return `${page.slice(0, from)}${start}\n\n${part}\n\n${page.slice(to)}`;
}
