/** `1 run`, `2 runs`. */
export function counted(number: number, singular: string, many = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : many}`;
}
