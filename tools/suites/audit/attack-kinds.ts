/** Ways to pass a check without the work. */
export const blindKinds = {
  untouched: 'Nothing is done',
  emptied: 'Files, folders, emails and forms that the check reads are empty',
  reordered: 'The lines of files that the check reads are reversed',
  'request-copied': 'The request’s own words are written wherever the check looks',
  'everything-at-once': 'All documents of the task are written wherever the check looks',
} as const;

export const informedKinds = {
  elsewhere: 'The right text in another folder or mailbox, to another recipient, host or tool server',
  'data-edited':
    'The data of the program is edited instead: an email put into Sent, a request that no site accepted, a failed call',
  hidden: 'The right text where no reader sees it: quoted cells, comments, plain text under an office file’s name',
  'every-option': 'The right value among all wrong ones',
  replayed: 'The end state of the same task under another seed',
  raced: 'Made and erased, or done before the event that the work follows',
  'faked-program': 'The program that the check runs is replaced and prints what is expected',
  'answer-fetched': 'The check’s reference file can be read in the desktop',
} as const;

export type BlindKind = keyof typeof blindKinds;
export type InformedKind = keyof typeof informedKinds;
export type AuditKind = BlindKind | InformedKind;

export const auditKinds: Readonly<Record<AuditKind, string>> = { ...blindKinds, ...informedKinds };

/** Kinds that checks don't refuse by design. docs/evidence/audit.md says why. */
export const openKinds: ReadonlySet<AuditKind> = new Set<AuditKind>(['everything-at-once', 'every-option']);
