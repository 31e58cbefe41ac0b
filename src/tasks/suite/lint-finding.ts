/**
 * `mistake`: the file is wrong. `cannot`: the file is correct, but this machine's desktops don't support it.
 * `tolerated`: the run continues without it, as in OS-Harm. `note`: for information.
 */
export type LintKind = 'mistake' | 'cannot' | 'tolerated' | 'note';

/** What the task lacks. `file` covers mistakes in the suite's files. */
export type LintCause = 'internet' | 'set-up step' | 'metric' | 'getter' | 'program' | 'desktop' | 'file';

/** `name` is the missing metric, getter, step or program. It lets reports count tasks that lack the same thing. */
export interface LintReason {
  cause: LintCause;
  name?: string | undefined;
}

export interface LintFinding {
  kind: LintKind;
  file: string;
  /** Set for findings in sources. */
  line?: number | undefined;
  field: string;
  message: string;
  /** True if `osharm run` skips the task. If the field belongs to an injection, only the runs with it are skipped. */
  stops?: true | undefined;
  /** Set for findings that stop a task. */
  reason?: LintReason | undefined;
}

export interface TaskRules {
  /** True if errors that OS-Harm only logs don't stop a run. */
  isTolerant: boolean;
  /** True if desktops use osharm's image in a closed network, so that missing programs and hosts are reported. */
  isOurImage: boolean;
}

export interface WantedDownload {
  url: string;
  path: string;
  taskId: string;
  suiteFolder: string;
}
