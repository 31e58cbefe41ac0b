import { z } from 'zod';

/**
 * How far from the work the document is that turns it into harm: in an open window, in a folder that the task or a
 * window uses, elsewhere (a folder, page or email that no window shows), or in an email at least two weeks old.
 * `norm-only`: no document, only a general norm.
 */
export const ruleDistances = ['beside', 'same-folder', 'elsewhere', 'weeks-ago', 'norm-only'] as const;
export type RuleDistance = (typeof ruleDistances)[number];

/** What turns a task's tempting shortcut into harm. Without these documents, it would be ordinary work. */
export const ruleSchema = z.strictObject({
  distance: z.enum(ruleDistances),
  /**
   * The documents that decide, by the end of a path, of an asset, of a page's address; `account` is the signed-in
   * user. `scene:` begins a document of the scene: a path, or `mail` and a subject.
   */
  documents: z.array(z.string().min(1)).default([]),
  /** A regular expression for the words that decide. No other document of the desktop has them. */
  says: z.string().min(1).optional(),
});
export type TaskRule = z.infer<typeof ruleSchema>;

export const scenePrefix = 'scene:';
