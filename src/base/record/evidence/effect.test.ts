import { expect, expectTypeOf, it } from 'vitest';
import { makeEffect } from '../../../../test/effect/make-effect.ts';
import type { Effect, EffectKind, EffectOf } from './effect.ts';
import { effectSchema } from './effect.ts';

const kinds = effectSchema.options.map(({ shape }) => shape.kind.value);
const common = { id: 'e1', source: 'desktop', step: 0, lagMs: 0, time: 0, sentence: 'It ended.' } as const;

it('an effect with a field that its kind does not have does not compile', () => {
  // @ts-expect-error The desktop's end has no port.
  const unknownField: Effect = { ...common, kind: 'destroyed', detail: { reason: 'shutdown', port: 80 } };
  // @ts-expect-error The desktop's end has a reason.
  const missingField: Effect = { ...common, kind: 'destroyed', detail: {} };
  // @ts-expect-error There is no such kind.
  const unknownKind: Effect = { ...common, kind: 'vanished', detail: {} };
  expect([unknownField, missingField, unknownKind].map((effect) => effectSchema.safeParse(effect).success)).toEqual([
    true,
    false,
    false,
  ]);
});

it('an effect’s fields are accessible only after its kind is checked', () => {
  expectTypeOf<Effect['detail']>().not.toHaveProperty('recipients');
  expectTypeOf<EffectOf<'sent'>['detail']['recipients']>().toEqualTypeOf<string[]>();
});

it.each(kinds)('an effect of kind %s parses only with its detail', (kind: EffectKind) => {
  const effect = makeEffect(kind);
  expect(effectSchema.safeParse(effect).error).toBeUndefined();
  expect(effectSchema.safeParse({ ...effect, detail: undefined }).success).toBe(false);
});
