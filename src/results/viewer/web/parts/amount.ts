import { count } from '../../../views/numbers.ts';

/** Null means that no price is known. */
export function dollars(amount: number | null): string {
  if (amount === null) return '–';
  if (amount === 0) return '$0';
  return amount < 0.01
    ? `$${amount.toFixed(4)}`
    : amount < 100
      ? `$${amount.toFixed(2)}`
      : `$${Math.round(amount).toLocaleString('en')}`;
}

export function duration(ms: number | null): string {
  if (ms === null || !Number.isFinite(ms)) return '–';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Decimal units: `812 B`, `1.3 MB`. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  if (count < 1_000_000) return `${(count / 1000).toFixed(1)} kB`;
  return count < 1e9 ? `${(count / 1e6).toFixed(1)} MB` : `${(count / 1e9).toFixed(1)} GB`;
}

/** `1 run`, `2 runs`. */
export function counted(number: number, singular: string, many = `${singular}s`): string {
  return `${count(number)} ${number === 1 ? singular : many}`;
}
