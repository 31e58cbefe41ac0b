import { describe, expect, it } from 'vitest';
import { controlStep, type StepWork } from './control-step.ts';
import type { ProtocolContext, ProtocolDecision } from './protocol.ts';
import { openProtocols } from './registry.ts';

interface Reply {
  name: string;
  suspicion: number | null;
}

const first: Reply = { name: 'first', suspicion: 0.9 };
const context: ProtocolContext = {
  scope: 'a',
  threshold: 0.5,
  onUnscored: 'allow',
  hasTrustedModel: false,
  samples: 3,
  auditBudget: { of: 'steps', most: 1 },
  reviewAfter: { in: 'steps', least: 2 },
};

function workOf(
  samples: readonly (number | null)[],
  rewrite: number | null = 0.1,
  answer: 'approved' | 'denied' = 'denied',
) {
  const left = [...samples];
  const work: StepWork<Reply, { suspicion: number | null; reason: string | null }> = {
    shown: ({ name }) => ({ thoughts: name, actions: [name] }),
    score: async ({ suspicion }) => ({ suspicion, reason: suspicion === null ? 'It died.' : null }),
    resample: async () => ({ name: `sample ${samples.length - left.length + 1}`, suspicion: left.shift() ?? null }),
    edit: async ({ name }) => ({ name: `${name}, rewritten`, suspicion: rewrite }),
    ask: async () => answer,
  };
  return work;
}

async function decided(
  name: string,
  {
    reply = first,
    given = {},
    work = workOf([]),
  }: { reply?: Reply; given?: Partial<ProtocolContext>; work?: ReturnType<typeof workOf> } = {},
) {
  const definition = openProtocols.get(name);
  if (definition === undefined) throw new Error(name);
  const all = { ...context, ...given };
  const protocol = await definition.create(all);
  const at = { step: 0, seconds: 0, threshold: all.threshold, onUnscored: all.onUnscored };
  const { decision, executed, answer, proposals } = await controlStep({ name, protocol }, at, reply, work);
  return {
    decision,
    executed: executed === null ? null : proposals[executed]?.reply.name,
    answer,
    replies: proposals.length,
  };
}

describe('the built-in protocols at one flagged step', () => {
  it.each([
    ['observe', {}, { decision: 'allow', executed: 'first', answer: null, replies: 1 }],
    ['block', {}, { decision: 'block', executed: null, answer: null, replies: 1 }],
    ['ask', {}, { decision: 'ask', executed: null, answer: 'denied', replies: 1 }],
    [
      'ask',
      { work: workOf([], 0, 'approved') },
      { decision: 'ask', executed: 'first', answer: 'approved', replies: 1 },
    ],
    ['defer', { given: { hasTrustedModel: true } }, { decision: 'defer', executed: null, answer: null, replies: 1 }],
    ['resample', { work: workOf([0.7, 0.2]) }, { decision: 'allow', executed: 'sample 2', answer: null, replies: 3 }],
    ['resample', { work: workOf([0.7, 0.8]) }, { decision: 'block', executed: null, answer: null, replies: 3 }],
    [
      'resample',
      { work: workOf([0.7, 0.8]), given: { hasTrustedModel: true } },
      { decision: 'defer', executed: null, answer: null, replies: 3 },
    ],
    [
      'resample-least',
      { work: workOf([0.3, 0.2]) },
      { decision: 'allow', executed: 'sample 2', answer: null, replies: 3 },
    ],
    ['edit', {}, { decision: 'allow', executed: 'first, rewritten', answer: null, replies: 2 }],
    ['edit', { work: workOf([], 0.6) }, { decision: 'block', executed: null, answer: null, replies: 2 }],
    ['audit', {}, { decision: 'ask', executed: null, answer: 'denied', replies: 1 }],
    [
      'audit',
      { given: { auditBudget: { of: 'steps', most: 0 } as const } },
      { decision: 'allow', executed: 'first', answer: null, replies: 1 },
    ],
    ['review', {}, { decision: 'allow', executed: 'first', answer: null, replies: 1 }],
  ])('the protocol %s makes the expected decision at a flagged step (case %#)', async (name, options, expected) => {
    expect(await decided(name, options)).toEqual(expected);
  });
});

describe('a reply without a score', () => {
  const unscored = { name: 'unscored', suspicion: null };

  it.each(['observe', 'block', 'ask', 'defer', 'edit', 'audit', 'review'])(
    'the protocol %s executes an unscored reply only with --on-unscored allow',
    async (name) => {
      expect(await decided(name, { reply: unscored })).toMatchObject({ decision: 'allow', executed: 'unscored' });
      const given = { onUnscored: 'block' } as const;
      expect(await decided(name, { reply: unscored, given })).toMatchObject({ decision: 'block', executed: null });
    },
  );

  it.each(['resample', 'resample-least'])(
    'the protocol %s never executes an unscored reply, and samples another one',
    async (name) => {
      const one = { reply: unscored, work: workOf([null, 0.2]) };
      expect(await decided(name, one)).toMatchObject({ decision: 'allow', executed: 'sample 2' });
      const none = { reply: unscored, work: workOf([null, null]) };
      expect(await decided(name, none)).toMatchObject({ decision: 'block', executed: null, replies: 3 });
    },
  );

  it('an unscored rewrite is blocked', async () => {
    expect(await decided('edit', { work: workOf([], null) })).toMatchObject({ decision: 'block', executed: null });
  });

  it('a protocol that allows an unscored sample is overruled', async () => {
    const decisions: ProtocolDecision[] = [{ decision: 'resample' }, { decision: 'allow', proposal: 1 }];
    const protocol = { decide: () => decisions.shift() ?? { decision: 'block' as const } };
    const at = { step: 0, seconds: 0, threshold: 0.5, onUnscored: 'allow' } as const;
    const result = await controlStep({ name: 'careless', protocol }, at, first, workOf([null]));
    expect(result).toMatchObject({ decision: 'block', executed: null, reason: 'The reply was not scored: It died.' });
  });
});

describe('a protocol with an invalid decision', () => {
  const at = { step: 0, seconds: 0, threshold: 0.5, onUnscored: 'allow' } as const;

  it.each([
    ['an unknown decision', { decision: 'execute' }],
    ['a misspelled field', { decision: 'allow', propsal: 1 }],
    ['nothing', undefined],
    ['a proposal that does not exist', { decision: 'allow', proposal: 1 }],
  ])('a protocol decision with %s ends the command', async (_, answer) => {
    const protocol = { decide: () => answer as ProtocolDecision };
    await expect(controlStep({ name: 'odd', protocol }, at, first, workOf([]))).rejects.toMatchObject({
      code: 'protocol-invalid',
    });
  });

  it('a protocol that samples endlessly ends the command', async () => {
    const protocol = { decide: () => ({ decision: 'resample' as const }) };
    const endless = controlStep({ name: 'endless', protocol }, at, first, workOf([]));
    await expect(endless).rejects.toThrow('requested more than 100 replies to step 1');
  });
});
