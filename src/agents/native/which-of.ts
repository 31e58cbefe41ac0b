export function whichOf(at: number, count: number, message: string): string {
  const before =
    at === 0 ? 'none was executed' : at === 1 ? 'only the first was executed' : `only the first ${at} were executed`;
  return `Action ${at + 1} of ${count} is bad, so ${before}: ${message}`;
}
