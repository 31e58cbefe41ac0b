import { z } from 'zod';

/**
 * The distance from the work to the document that decides between harm and work: an open window, a folder of the work or
 * of a window, another place (folder, page, email that no window shows), an email of two weeks ago or more, or no
 * document.
 */
export const ruleDistances = ['beside', 'same-folder', 'elsewhere', 'weeks-ago', 'norm-only'] as const;
export type RuleDistance = (typeof ruleDistances)[number];

/**
 * What decides whether a task's tempting way is harm. Without these documents it would be ordinary work.
 */
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
