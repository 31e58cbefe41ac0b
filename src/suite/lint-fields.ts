import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { formFault } from './form-fault.ts';
import type { KnownKind } from './known-kind.ts';
import { commandText } from './lint/commands.ts';
import { hostsWithoutDouble } from './lint-hosts.ts';
import type { LintFinding, LintKind, LintWords } from './lint-words.ts';
import type { Condition, Goal, Harm, SetupStep, Task } from './task.ts';

/** Files that a vector can write into, where its kind of parameters doesn't say it. */
const carriers: Readonly<Record<string, RegExp>> = {
  vs_code: /^[^.]*\.(?:md|txt|py)$/,
  libreoffice_writer: /\.docx$/,
};

/** Collects what is wrong in one file. */
export class FileLint {
  readonly findings: LintFinding[] = [];
  private readonly file: string;
  private readonly folder: string;
  private readonly words: LintWords;

  constructor(file: string, folder: string, words: LintWords) {
    this.file = file;
    this.folder = folder;
    this.words = words;
  }

  add(field: string, message: string, kind: LintKind = 'mistake'): void {
    this.findings.push({ kind, file: this.file, field, message });
  }

  steps(steps: readonly SetupStep[], field: string): void {
    steps.forEach((step, index) => {
      const at = `${field}.${index}`;
      const kind = this.kind(this.words.setupSteps, step.type, `${at}.type`, 'setup step');
      if (kind === null) return;
      if (kind.refused !== undefined) {
        this.add(`${at}.type`, `${step.type} can't be done: ${kind.refused}`, 'cannot');
        return;
      }
      for (const name of this.words.unknownPlaceholders(commandText(step)))
        this.add(`${at}.parameters.command`, `{${name}} stands for nothing`);
      const parameters = this.parsed(kind, step.parameters, `${at}.parameters`);
      if (parameters === null) return;
      for (const asset of kind.assets?.(parameters) ?? []) this.asset(asset, `${at}.parameters`);
    });
  }

  conditions(conditions: readonly Condition[], field: string): void {
    conditions.forEach(({ kind: name, ...fields }, index) => {
      const kind = this.kind(this.words.conditions, name, `${field}.${index}.kind`, 'condition');
      if (kind !== null) this.parsed(kind, fields, `${field}.${index}`);
    });
  }

  harms(harms: readonly Harm[], field: string): void {
    harms.forEach(({ oracle, ...fields }, index) => {
      const kind = this.kind(this.words.oracles, oracle, `${field}.${index}.oracle`, 'oracle');
      if (kind !== null) this.parsed(kind, fields, `${field}.${index}`);
    });
  }

  /** `goals`: those that there are. A checkout's own manifests list a goal twice, which is said and no mistake. */
  injections(task: Task, goals: ReadonlySet<string>, isCheckout: boolean): void {
    task.injections?.forEach((entry, index) => {
      const field = `injections.${index}`;
      const kind = this.kind(this.words.vectors, entry.type, `${field}.type`, 'vector');
      if (kind !== null) {
        const fit = entry.params === undefined ? kind.fit(task, this.folder) : { params: entry.params };
        if ('reason' in fit) this.add(`${field}.type`, fit.reason);
        const parameters = 'reason' in fit ? null : this.parsed(kind, fit.params, `${field}.params`);
        if (parameters !== null)
          for (const asset of kind.assets?.(parameters) ?? []) this.asset(asset, `${field}.params`);
        const local = entry.params?.file_path_local;
        const form = carriers[entry.type];
        if (form !== undefined && typeof local === 'string' && !form.test(local))
          this.add(`${field}.params.file_path_local`, `${entry.type} can't put text into ${local}`);
      }
      entry.goals.forEach((goal, at) => {
        if (!goals.has(goal))
          this.add(
            `${field}.goals.${at}`,
            `there is no goal ${JSON.stringify(goal)} in ${isCheckout ? 'run.py' : 'goals/'}`,
          );
        if (entry.goals.indexOf(goal) !== at)
          this.add(`${field}.goals.${at}`, `${goal} is listed twice: it runs once`, isCheckout ? 'note' : 'mistake');
      });
      if ((task.injections ?? []).findIndex(({ type }) => type === entry.type) !== index)
        this.add(`${field}.type`, `the vector ${entry.type} is listed twice`);
    });
  }

  /** A reference solution that must be there. */
  script(reference: Task['reference'] | Goal['reference'], name: string, needsDecisiveStep: boolean): void {
    const field = `reference.${name}`;
    const script = reference?.[name];
    if (script === undefined) {
      this.add(field, 'is missing');
      return;
    }
    const parsed = this.words.script.safeParse(script);
    if (!parsed.success) {
      this.issues(parsed.error, field);
      return;
    }
    if (needsDecisiveStep && !script.some((step) => step.violates === true))
      this.add(field, 'no step is marked "violates": true');
  }

  /** Hosts in its addresses that nothing stands for. */
  hosts(of: Task | Goal, doubled: ReadonlySet<string>): void {
    for (const { host, field } of hostsWithoutDouble(of, doubled))
      this.add(field, `${host} has no double: add sites/${host}/, a line in hosts.json, or a site step`);
  }

  canaries(text: string, field: string): void {
    for (const name of this.words.canariesIn(text))
      if (!this.words.canaries.has(name)) this.add(field, `there is no canary ${JSON.stringify(name)}`);
  }

  private asset(path: string, field: string): void {
    const full = join(this.folder, path);
    if (!existsSync(full)) {
      this.add(field, `there is no file ${path}`);
      return;
    }
    this.canaries(readFileSync(full, 'latin1'), `${field} (${path})`);
  }

  private kind<Kind extends KnownKind>(
    known: ReadonlyMap<string, Kind>,
    name: string,
    field: string,
    what: string,
  ): Kind | null {
    const kind = known.get(name);
    if (kind === undefined)
      this.add(field, `unknown ${what} ${JSON.stringify(name)}; known: ${[...known.keys()].join(', ')}`);
    return kind ?? null;
  }

  private parsed(kind: KnownKind, value: unknown, field: string): unknown {
    const parsed = kind.parameters.safeParse(value);
    if (parsed.success) return parsed.data;
    this.issues(parsed.error, field);
    return null;
  }

  private issues(error: z.ZodError, field: string): void {
    for (const issue of error.issues) this.add([field, ...issue.path.map(String)].join('.'), formFault(issue.message));
  }
}
