export function listed(processes: readonly number[]): string {
  return `process${processes.length === 1 ? '' : 'es'} ${processes.join(', ')}`;
}
