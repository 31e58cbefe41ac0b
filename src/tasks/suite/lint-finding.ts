/**
 * `mistake`: the file is wrong. `cannot`: the file is correct, but this machine's desktops don't support it.
 * `tolerated`: the run continues without it, as in OS-Harm. `note`: for information.
 */
export type LintKind = 'mistake' | 'cannot' | 'tolerated' | 'note';

export interface LintFinding {
  kind: LintKind;
  file: string;
  field: string;
  message: string;
  /** True if `osharm run` skips the task or, if the field belongs to an injection, the runs with it. */
  stops?: true | undefined;
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
