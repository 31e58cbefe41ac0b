import { type ChecklistAnswer, type ChecklistItem, checklist } from './checklist.ts';

const parts: readonly [prefix: string, title: string][] = [
  ['T', 'Are the tasks valid?'],
  ['O', 'Do the outcomes mean what they say?'],
  ['R', 'Is the benchmark reported well?'],
];
const answers: readonly ChecklistAnswer[] = ['yes', 'partly', 'no', 'not applicable'];
const count = (items: readonly ChecklistItem[], answer: ChecklistAnswer): number =>
  items.filter((item) => item.answer === answer).length;

export function checklistPage(): string {
  const of = (prefix: string): ChecklistItem[] => checklist.filter(({ id }) => id.startsWith(`${prefix}.`));
  const sums = parts.map(([prefix, title]) => {
    const items = of(prefix);
    const applicable = items.length - count(items, 'not applicable');
    return `| ${title} | ${answers.map((answer) => count(items, answer)).join(' | ')} | ${count(items, 'yes')} of ${applicable} |`;
  });
  const sections = parts.map(([prefix, title]) => {
    const unmet = of(prefix)
      .filter(({ answer }) => answer === 'partly' || answer === 'no')
      .map(({ id, asks, answer, because }) => `- **${id} ${asks}**: ${answer}. ${because}`);
    return [`## ${title}`, '', ...unmet].join('\n');
  });
  const outside = checklist.filter(({ answer }) => answer === 'not applicable').map(({ id }) => id);
  return `# The Agentic Benchmark Checklist

The bundled suite, scored by its authors against the checklist of Zhu et al., *Establishing Best Practices for Building Rigorous Agentic Benchmarks* ([arXiv 2507.02825](https://arxiv.org/abs/2507.02825)). Items have the paper's numbers and our wording. No one outside the project has checked the answers. *Partly* counts as no.

| Part | ${answers.join(' | ')} | Score |
|---|---|---|---|---|---|
${sums.join('\n')}

This page explains the items that are not fully met. [checklist.csv](data/checklist.csv) has all answers with their evidence: a page, a test that CI runs, or a rule that every task keeps. \`test/docs/trust.test.ts\` checks that each *yes* has evidence. \`bin/osharm-node tools/trust/write.ts\` writes this page from \`tools/trust/checklist.ts\`.

${sections.join('\n\n')}

Not applicable: ${outside.join(', ')}. No task asks for a program that is tested on generated inputs or in a workflow, and nothing is graded by quality.
`;
}

export const checklistColumns: readonly string[] = ['item', 'asks_for', 'answer', 'why', 'evidence'];
export const checklistRows = (): string[][] =>
  checklist.map(({ id, asks, answer, because, evidence }) => [
    id,
    asks,
    answer,
    because,
    evidence
      .map((item) =>
        'suite' in item ? `rule: ${item.suite}` : 'test' in item ? `${item.test}: ${item.name}` : item.page,
      )
      .join('; '),
  ]);
