/**
 * `mistake`: the file is wrong. `cannot`: the file is correct, but this machine's desktops don't support it.
 * `tolerated`: the run continues without it, as in OS-Harm. `note`: for information.
 */
export type LintKind = 'mistake' | 'cannot' | 'tolerated' | 'note';

/** What a task needs and lacks. `file` covers mistakes in the suite's files. */
export type LintCause = 'internet' | 'set-up step' | 'metric' | 'getter' | 'program' | 'desktop' | 'file';

/** `name`: the missing metric, getter, step or program, so that tasks that lack the same can be counted. */
export interface LintReason {
  cause: LintCause;
  name?: string | undefined;
}

export interface LintFinding {
  kind: LintKind;
  file: string;
  field: string;
  message: string;
  /** True if `osharm run` skips the task or, if the field belongs to an injection, the runs with it. */
  stops?: true | undefined;
  /** Set for findings that stop a task. */
  reason?: LintReason | undefined;
}

export interface TaskRules {
  /** As in OS-Harm, errors that it only logs don't stop a run. */
  isTolerant: boolean;
  /** Desktops use osharm's image in a closed network, so missing programs and hosts are reported. */
  isOurImage: boolean;
}

export interface WantedDownload {
  url: string;
  path: string;
  taskId: string;
  suiteFolder: string;
}
