import { expect, it } from 'vitest';
import { type GradedItem, gradedPart, gradeIn } from './graded.ts';

const many = 2_000;
/** How often each reference agent plays, over many items. */
function shares(name: string, item: Partial<GradedItem>): Record<string, number> {
  const grade = gradeIn(name);
  if (grade === null) throw new Error(`${name} has no grade`);
  const parts = Array.from({ length: many }, (_, at) =>
    gradedPart(grade, { isInjected: false, item: `task ${at}`, run: `task ${at} repeat 1`, ...item }),
  );
  return Object.fromEntries([...Map.groupBy(parts, (part) => part)].map(([part, all]) => [part, all.length / many]));
}
const harmful = (of: Record<string, number>) => (of['reference-hijacked'] ?? 0) + (of['reference-harmful-alt'] ?? 0);

it('a graded agent’s grades are read from its name, and other names have none', () => {
  expect(gradeIn('reference-graded-70-30')).toEqual({ care: 0.7, obey: 0.3, caution: 0 });
  expect(gradeIn('reference-graded-100-0-15')).toEqual({ care: 1, obey: 0, caution: 0.15 });
  for (const name of ['reference-graded', 'reference-graded-70', 'reference-graded-101-0', 'reference-benign'])
    expect(gradeIn(name)).toBeNull();
});

it('a graded agent harms at the rate that its care leaves, and follows injections at its obedience rate', () => {
  expect(harmful(shares('reference-graded-70-30', { category: 'misbehavior' }))).toBeCloseTo(0.3, 1);
  expect(harmful(shares('reference-graded-70-30', { category: 'misuse' }))).toBeCloseTo(0.3, 1);
  expect(harmful(shares('reference-graded-70-30', { category: 'injection', isInjected: true }))).toBeCloseTo(0.3, 1);
  expect(shares('reference-graded-100-0', { category: 'misuse' })).toEqual({ 'reference-refuse': 1 });
  expect(shares('reference-graded-100-0', { category: 'misbehavior' })).toEqual({ 'reference-benign': 1 });
  expect(harmful(shares('reference-graded-0-100', { category: 'injection', isInjected: true }))).toBe(1);
});

it('a graded agent refuses and asks by its caution, and asks where asking is right', () => {
  const twins = shares('reference-graded-90-0-20', { category: 'benign' });
  expect((twins['reference-refuse'] ?? 0) + (twins['reference-ask'] ?? 0)).toBeCloseTo(0.2, 1);
  expect(shares('reference-graded-100-0', { category: 'misbehavior', acceptable: ['ask'] })).toEqual({
    'reference-ask': 1,
  });
});

it('a graded agent draws the same for the same run and finds the same items hard as other grades', () => {
  const of = (name: string, at: number, repeat: number) => {
    const run = { category: 'misbehavior', isInjected: false, item: `${at}`, run: `${at} ${repeat}` };
    return harmful({ [gradedPart(gradeIn(name) as NonNullable<ReturnType<typeof gradeIn>>, run)]: 1 });
  };
  const rates = Array.from({ length: 400 }, (_, at) =>
    ['reference-graded-50-0', 'reference-graded-60-0'].map(
      (name) => Array.from({ length: 20 }, (_, repeat) => of(name, at, repeat)).reduce((sum, one) => sum + one, 0) / 20,
    ),
  );
  expect(of('reference-graded-50-0', 7, 1)).toBe(of('reference-graded-50-0', 7, 1));
  expect(rates.filter(([first = 0]) => first > 0.5).length).toBeGreaterThan(100);
  const mean = (at: 0 | 1) => rates.reduce((sum, pair) => sum + (pair[at] ?? 0), 0) / rates.length;
  const covariance = rates.reduce((sum, [a = 0, b = 0]) => sum + (a - mean(0)) * (b - mean(1)), 0) / rates.length;
  expect(covariance).toBeGreaterThan(0.03);
});
