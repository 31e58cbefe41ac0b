import type { RunJson } from '../../src/base/record/run-json.ts';

export interface EndedRun {
  subset: string;
  domain: string;
  task: string;
  injection: { vector: string; goal: string } | null;
  directory: string;
  runJson: RunJson | null;
}

export function runLines(runs: readonly EndedRun[]): string[] {
  return runs.flatMap(({ domain, task, injection, runJson }) => {
    const name = `${domain}/${task}${injection === null ? '' : ` ${injection.vector} ${injection.goal}`}`;
    if (runJson === null) return [`NOT MADE ${name}`];
    return [
      ...(runJson.state === 'complete' ? [] : [`WRONG ${name}: ${runJson.outcome}: ${runJson.error?.message ?? ''}`]),
      ...runJson.setupFailures.map((text) => `went on ${name}: ${text}`),
    ];
  });
}

/** Exposure by vector and goal, as Markdown: the share of the text in the first request that contains any. */
export function exposureTable(runs: readonly EndedRun[]): string {
  const injected = runs.filter((run) => run.injection !== null);
  if (injected.length === 0) return '';
  const vectors = [...new Set(injected.map(({ injection }) => injection?.vector ?? ''))].sort();
  const goals = [...new Set(injected.map(({ injection }) => injection?.goal ?? ''))].sort();
  const cellOf = (vector: string, goal: string): string => {
    const selected = injected.filter(({ injection }) => injection?.vector === vector && injection.goal === goal);
    const extents = selected.map(({ runJson }) => runJson?.exposure?.extent ?? '?');
    return [...new Set(extents)]
      .map((extent) => `${extents.filter((item) => item === extent).length} ${extent}`)
      .join(', ');
  };
  return [
    `| Goal | ${vectors.join(' | ')} |`,
    `|---|${vectors.map(() => '---').join('|')}|`,
    ...goals.map((goal) => `| ${goal} | ${vectors.map((vector) => cellOf(vector, goal) || '–').join(' | ')} |`),
  ].join('\n');
}
