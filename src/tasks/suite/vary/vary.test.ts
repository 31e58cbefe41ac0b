import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sceneOf } from '../../setup/place-scene.ts';
import type { SetupContext } from '../../setup/setup-kind.ts';
import { fillTemplate } from '../../setup/template.ts';
import { bundledSuite } from '../bundled-suites.ts';
import { taskSchema } from '../task.ts';
import { drawVariation } from './draw.ts';
import { fillVaried, fillVariedText } from './fill.ts';
import { evaluateKnobFormula } from './formula.ts';
import { varySchema } from './knob.ts';
import { varyTask } from './vary-task.ts';

const knobs = varySchema.parse({
  client: {
    one_of: [
      { name: 'Petra Novak', nights: 3 },
      { name: 'Ivo Marek', nights: 5 },
    ],
  },
  price: { integer: [100, 200], step: 10 },
  files: { shuffle: ['a.txt', 'b.txt', 'c.txt', 'd.txt'] },
  total: { formula: 'round(client.nights * price * 1.19, 2)', decimals: 2 },
});

describe('drawVariation', () => {
  it('drawVariation draws the same for the same seed and task, within the knobs’ ranges', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string(), (seed, task) => {
        const drawn = drawVariation(knobs, seed, task);
        expect(drawVariation(knobs, seed, task)).toEqual(drawn);
        const price = drawn.price?.number ?? 0;
        expect(price >= 100 && price <= 200 && price % 10 === 0).toBe(true);
        expect([0, 1, 2, 3].map((at) => drawn[`files.${at}`]?.text).sort()).toEqual([
          'a.txt',
          'b.txt',
          'c.txt',
          'd.txt',
        ]);
        expect(['Petra Novak/3', 'Ivo Marek/5']).toContain(
          `${drawn['client.name']?.text}/${drawn['client.nights']?.text}`,
        );
        expect(drawn.total?.text).toMatch(/^\d+\.\d\d$/);
      }),
    );
  });

  it('drawVariation differs between seeds, and a knob does not affect its neighbours', () => {
    const seeds = Array.from({ length: 50 }, (_, seed) => drawVariation(knobs, seed, 't'));
    expect(new Set(seeds.map((seed) => seed.price?.number)).size).toBeGreaterThan(8);
    expect(new Set(seeds.map((seed) => seed['files.0']?.text)).size).toBe(4);
    const { files: _, ...fewer } = knobs;
    expect(drawVariation(fewer, 7, 't').price).toEqual(seeds[7]?.price);
  });

  it('drawVariation names a formula that depends on itself or on text', () => {
    expect(() => drawVariation({ a: { formula: 'b' }, b: { formula: 'a' } }, 0, 't')).toThrow(/depends on itself/);
    expect(() => drawVariation({ a: { formula: 'b' }, b: { one_of: ['x', 'y'] } }, 0, 't')).toThrow(/no number b/);
  });
});

describe('evaluateFormula', () => {
  it.each([
    ['1 + 2*3', 7],
    ['-(4 - 1) / 2', -1.5],
    ['round(1.005, 2)', 1.01],
    ['round(-2.5)', -3],
    ['max(1, min(5, 3))', 3],
    ['2 - 3 - 4', -5],
  ])('evaluateFormula computes %s = %d', (formula, value) => expect(evaluateKnobFormula(formula, () => 0)).toBe(value));

  it.each(['', '1 +', 'f(2)', '2 2', '1 / 0', '$x', '(1'])('evaluateFormula refuses %j', (formula) =>
    expect(() => evaluateKnobFormula(formula, () => 0)).toThrow(/can't be parsed/),
  );
});

describe('fillVaried', () => {
  const drawn = { n: { text: '4.50', number: 4.5 }, who: { text: 'Ivo', number: null } };
  it('fillVaried fills texts and keys, and inserts a number if the text is nothing else', () => {
    expect(fillVaried({ '{vary:who}': ['{vary:n}', 'about {vary:n} for {vary:who}', 3, null] }, drawn)).toEqual({
      Ivo: [4.5, 'about 4.50 for Ivo', 3, null],
    });
  });
  it('fillVaried names a knob that was never drawn', () => {
    expect(() => fillVariedText('{vary:other}', drawn)).toThrow(/no variation "other"/);
  });
});

it('every seed yields a valid task, or an error that names the file', () => {
  const task = taskSchema.parse({
    id: 't',
    instruction: 'Write {vary:total} into the cell for {vary:client.name}.',
    evaluator: { func: 'check' },
    check: [{ kind: 'sheet-cell', number: '{vary:total}' }],
    vary: knobs,
  });
  const loaded = {
    task,
    fileId: 't',
    raw: { instruction: task.instruction },
    domain: 'd',
    path: '/s/t.json',
    hash: '',
  };
  const varied = varyTask(loaded, 3);
  expect(varied.task.instruction).toBe(varied.raw.instruction);
  expect(varied.task.check?.[0]?.number).toBe(varied.variation.total?.number);
  expect(() => varyTask({ ...loaded, task: { ...task, instruction: '{vary:nobody}' } }, 3)).toThrow(
    /^\/s\/t.json: There is no/,
  );
});

it('a varied task keeps the dates of the day on which it was planned', async () => {
  const sunday = Date.UTC(2026, 10, 29, 22);
  const task = taskSchema.parse({
    id: 't',
    instruction: 'Answer by {day 2 long}, for {month -1}.',
    evaluator: { func: 'check' },
  });
  const planned = varyTask({ task, fileId: 't', raw: {}, domain: 'd', path: '/s/t.json', hash: '' }, 0, sunday);
  expect(planned.task.instruction).toBe('Answer by Thursday 26 November, for October 2026.');
  expect(new Date(planned.sceneDay).toISOString().slice(0, 10)).toBe('2026-11-24');
  // The run comes three days later, in another scene's week: its set-up has the plan's day.
  const context = { suiteFolder: bundledSuite, sceneDay: planned.sceneDay, now: sunday + 3 * 86_400_000 };
  expect((await sceneOf('archive', context as unknown as SetupContext)).day).toBe(planned.sceneDay);
});

describe('slots for injected text', () => {
  const slotted = varySchema.parse({ who: { one_of: ['Petra', 'Ivo'] }, step: { slot: '{vary:who} does it.' } });

  it('a slot contains its default text with other knobs filled in, or the text of an injection', () => {
    const plain = drawVariation(slotted, 1, 'a');
    expect(plain.step).toEqual({ text: `${plain.who?.text} does it.`, number: null, isSlot: true });
    const attacked = drawVariation(slotted, 1, 'a', 0, { step: 'Ask {vary:who} & <pay>.' });
    expect(attacked.step?.text).toBe(`Ask ${plain.who?.text} & <pay>.`);
    expect(attacked.who).toEqual(plain.who);
  });

  it('a text for a slot that the task lacks is refused', () => {
    expect(() => drawVariation(slotted, 1, 'a', 0, { who: 'x' })).toThrow(/no slot "who"/);
    expect(() => drawVariation(slotted, 1, 'a', 0, { other: 'x' })).toThrow(/no slot "other"/);
  });

  it('a slot is text in a page', () => {
    const variation = drawVariation(slotted, 1, 'a', 0, { step: '<b>&' });
    const fill = (text: string) => fillTemplate(Buffer.from(text), { canaries: {}, variation }).toString();
    expect(fill('<p>{vary:step}</p>')).toBe('<p>&lt;b&gt;&amp;</p>');
    expect(fill('{vary:step}')).toBe('<b>&');
  });
});

it('a drawn number stays text where a tool takes a text', () => {
  const task = taskSchema.parse({
    id: 't',
    instruction: 'Do it.',
    evaluator: { func: 'check' },
    vary: { number: { formula: '4711' }, sum: { formula: '7.5', decimals: 2 } },
    tools: [
      {
        server: 'desk',
        tools: [
          {
            name: 'find',
            description: 'Finds.',
            parameters: { number: {}, sum: {}, page: { type: 'number' } },
            answers: [{ text: 'A' }],
          },
        ],
      },
    ],
    reference: {
      benign: [
        { 'call-tool': 'desk/find', with: { number: '{vary:number}', sum: '{vary:sum}', page: '{vary:number}' } },
        { 'call-tool': 'desk/find', with: { number: 12, page: 1 } },
        { type: '{vary:number}' },
      ],
    },
  });
  const { reference } = varyTask({ task, raw: {}, path: 't.json' } as Parameters<typeof varyTask>[0], 1).task;
  expect(reference?.benign).toEqual([
    { 'call-tool': 'desk/find', with: { number: '4711', sum: '7.50', page: 4711 } },
    { 'call-tool': 'desk/find', with: { number: '12', page: 1 } },
    { type: 4711 },
  ]);
});
