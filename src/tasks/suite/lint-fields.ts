import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { localFileFault } from './below-folder.ts';
import { formFault } from './form-fault.ts';
import { parseGoalId } from './goal-id.ts';
import { commandText } from './lint/commands.ts';
import type { LintFinding, LintKind, LintReason } from './lint-finding.ts';
import { hostsWithoutDouble, type KnownHosts } from './lint-hosts.ts';
import {
  type Goal,
  type Harm,
  type InjectionEntry,
  isInSlot,
  oracleFields,
  type SetupStep,
  type Task,
} from './task.ts';
import { type Condition, conditionFields } from './task-pieces.ts';
import type { KnownKind, TaskVocabulary } from './task-vocabulary.ts';
import { isTrue } from './truth.ts';

/** Files that a vector supports, for vectors whose parameters accept any file. */
const carriers: Readonly<Record<string, RegExp>> = {
  vs_code: /^[^.]*\.(?:md|txt|py)$/,
  libreoffice_writer: /\.docx$/,
};

export class FileLint {
  readonly findings: LintFinding[] = [];
  private readonly file: string;
  private readonly folder: string;
  private readonly vocabulary: TaskVocabulary;
  private readonly isTolerant: boolean;

  constructor(file: string, folder: string, vocabulary: TaskVocabulary, isTolerant = false) {
    this.file = file;
    this.folder = folder;
    this.vocabulary = vocabulary;
    this.isTolerant = isTolerant;
  }

  add(field: string, message: string, kind: Exclude<LintKind, 'cannot'> = 'mistake'): void {
    this.findings.push({ kind, file: this.file, field, message });
  }

  /** Adds a finding that prevents the task from running. */
  stop(
    field: string,
    message: string,
    kind: 'mistake' | 'cannot' = 'mistake',
    reason: LintReason = { cause: 'file' },
  ): void {
    this.findings.push({ kind, file: this.file, field, message, stops: true, reason });
  }

  steps(steps: readonly SetupStep[], field: string): void {
    steps.forEach((step, index) => {
      const at = `${field}.${index}`;
      const kind = this.kind(this.vocabulary.setupSteps, step.type, `${at}.type`, 'setup step');
      if (kind === null) return;
      if (kind.refused !== undefined) {
        const reason = { cause: 'set-up step', name: step.type } as const;
        this.stop(`${at}.type`, `${step.type} can't be done: ${kind.refused}`, 'cannot', reason);
        return;
      }
      for (const name of this.vocabulary.unknownPlaceholders(commandText(step)))
        this.add(`${at}.parameters.command`, `{${name}} is an unknown placeholder`);
      const parameters = this.parsed(kind, step.parameters, `${at}.parameters`);
      if (parameters === null) return;
      for (const name of ['shell', 'strict', 'by_class'])
        if (name in step.parameters && typeof step.parameters[name] !== 'boolean')
          this.add(
            `${at}.parameters.${name}`,
            `is ${JSON.stringify(step.parameters[name])}, which OSWorld takes for ${isTrue(step.parameters[name])}`,
            'note',
          );
      for (const asset of kind.assets?.(parameters) ?? []) this.asset(asset, `${at}.parameters`, this.isTolerant);
    });
  }

  conditions(conditions: readonly Condition[], field: string): void {
    conditions.forEach((condition, index) => {
      const kind = this.kind(this.vocabulary.conditions, condition.kind, `${field}.${index}.kind`, 'condition');
      if (kind !== null) this.parsed(kind, conditionFields(condition), `${field}.${index}`);
    });
  }

  harms(harms: readonly Harm[], field: string): void {
    harms.forEach((harm, index) => {
      const kind = this.kind(this.vocabulary.oracles, harm.oracle, `${field}.${index}.oracle`, 'oracle');
      if (kind !== null) this.parsed(kind, oracleFields(harm), `${field}.${index}`);
    });
  }

  /** `goals` are the known goals. In a checkout, duplicate goals are only a note. */
  injections(
    task: Task,
    goals: ReadonlySet<string>,
    isCheckout: boolean,
    vector: (entry: InjectionEntry, index: number) => void,
  ): void {
    task.injections?.forEach((entry, index) => {
      const field = `injections.${index}`;
      vector(entry, index);
      entry.goals.forEach((goal, at) => {
        if (!goals.has(goal))
          this.stop(
            `${field}.goals.${at}`,
            `there is no goal ${JSON.stringify(goal)} in ${isCheckout ? 'run.py' : 'goals/'}`,
          );
        if (entry.goals.indexOf(goal) !== at)
          this.add(`${field}.goals.${at}`, `${goal} is listed twice: it runs once`, isCheckout ? 'note' : 'mistake');
      });
      const isSame = ({ type, subset }: InjectionEntry): boolean => type === entry.type && subset === entry.subset;
      if ((task.injections ?? []).findIndex(isSame) !== index)
        this.add(`${field}.type`, `the vector ${entry.type} is listed twice`);
    });
  }

  vector(task: Task, entry: InjectionEntry, index: number): void {
    const field = `injections.${index}`;
    const kind = this.kind(this.vocabulary.vectors, entry.type, `${field}.type`, 'vector');
    if (kind === null) return;
    if (isInSlot(entry)) {
      this.slots(task, entry, field);
      return;
    }
    const fit = entry.params === undefined ? kind.fit(task, this.folder) : { params: entry.params };
    if ('reason' in fit) {
      this.stop(`${field}.type`, fit.reason);
      return;
    }
    entry.goals.forEach((goal, at) => {
      const visibility = parseGoalId(goal).form?.visibility ?? null;
      const refusal = visibility === null ? null : kind.visibilityRefusal(visibility, this.folder);
      if (refusal !== null) this.stop(`${field}.goals.${at}`, `${entry.type} can't show it ${visibility}: ${refusal}`);
    });
    const parameters = this.parsed(kind, fit.params, `${field}.params`);
    if (parameters !== null)
      for (const asset of kind.assets?.(parameters) ?? []) this.asset(asset, `${field}.params`, false);
    const local = entry.params?.file_path_local;
    const form = carriers[entry.type];
    if (form !== undefined && typeof local === 'string' && !form.test(local))
      this.stop(`${field}.params.file_path_local`, `${entry.type} can't put text into ${local}`);
  }

  private slots(task: Task, { slot, slots = {}, pieces = {} }: InjectionEntry, field: string): void {
    for (const [at, name] of [
      ...(slot === undefined ? [] : [[`${field}.slot`, slot] as const]),
      ...Object.keys(slots).map((name) => [`${field}.slots.${name}`, name] as const),
      ...Object.keys(pieces).map((name) => [`${field}.pieces.${name}`, name] as const),
    ])
      if (!('slot' in (task.vary?.[name] ?? {}))) this.stop(at, `the task's vary has no slot ${JSON.stringify(name)}`);
  }

  script(reference: Task['reference'] | Goal['reference'], name: string, needsDecisiveStep: boolean): void {
    const field = `reference.${name}`;
    const script = reference?.[name];
    if (script === undefined) {
      this.add(field, 'is missing');
      return;
    }
    const parsed = this.vocabulary.script.safeParse(script);
    if (!parsed.success) {
      for (const issue of parsed.error.issues)
        this.add([field, ...issue.path.map(String)].join('.'), formFault(issue.message));
      return;
    }
    if (needsDecisiveStep && !script.some((step) => step.violates === true))
      this.add(field, 'no step is marked "violates": true');
  }

  hosts(of: Task | Goal, { doubled, placedHosts }: KnownHosts): void {
    const missing = hostsWithoutDouble(of, doubled);
    if (missing.length === 0) return;
    const placed = placedHosts(of);
    for (const { host, field } of missing.filter((item) => !placed.includes(item.host)))
      this.add(field, `${host} has no mock site: add sites/${host}/, a line in hosts.json, or a site step`);
  }

  canaries(text: string, field: string): void {
    for (const name of this.vocabulary.canariesIn(text))
      if (!this.vocabulary.canaries.has(name)) this.add(field, `there is no canary ${JSON.stringify(name)}`);
  }

  /** With `isOptional`, a missing file is tolerated, because OS-Harm only logs it. */
  asset(path: string, field: string, isOptional = false): void {
    const fault = localFileFault(this.folder, path);
    if (fault === null) this.canaries(readFileSync(join(this.folder, path), 'latin1'), `${field} (${path})`);
    else if (fault.kind === 'missing' && isOptional) this.add(field, fault.message, 'tolerated');
    else this.stop(field, fault.message);
  }

  private kind<Kind extends KnownKind>(
    known: ReadonlyMap<string, Kind>,
    name: string,
    field: string,
    what: string,
  ): Kind | null {
    const kind = known.get(name);
    if (kind === undefined)
      this.stop(
        field,
        `unknown ${what} ${JSON.stringify(name)}; known: ${[...known.keys()].join(', ')}`,
        'mistake',
        what === 'setup step' ? { cause: 'set-up step', name } : undefined,
      );
    return kind ?? null;
  }

  private parsed(kind: KnownKind, value: unknown, field: string): unknown {
    const parsed = kind.parameters.safeParse(value);
    if (parsed.success) return parsed.data;
    this.issues(parsed.error, field);
    return null;
  }

  private issues(error: z.ZodError, field: string): void {
    for (const issue of error.issues) this.stop([field, ...issue.path.map(String)].join('.'), formFault(issue.message));
  }
}
