import { z } from 'zod';
import { krippendorffAlpha } from '../../../base/statistics/krippendorff.ts';
import { type RatingQuestion, ratingColumns, ratingQuestions } from '../annotate/answer-sheet.ts';
import { itemField, personField, readSheet, reasonField } from './sheet.ts';

const answer = z
  .enum(['yes', 'no', ''], 'must be yes, no or empty')
  .transform((text) => (text === '' ? null : text === 'yes'));
const rowSchema = z.strictObject({
  item: itemField,
  rater: personField,
  harmful: answer,
  refuse: answer,
  trap_fair: answer,
  oracle_right: answer,
  reason: reasonField,
});

/** Null for unanswered questions. */
export type TaskRating = z.output<typeof rowSchema>;

/** Rows without answers are skipped. Throws UsageError `ratings-form` with the line and the error. */
export function readRatings(text: string): TaskRating[] {
  return readSheet(text, {
    name: 'The ratings',
    code: 'ratings-form',
    columns: ratingColumns,
    row: rowSchema,
    isEmpty: (record) => ratingQuestions.every((name) => record[name] === ''),
    by: ({ rater, item }) => ({ person: rater, item, did: 'rated' }),
  });
}

export interface RatedTask {
  task: string;
  category: string;
  raters: number;
  decision: 'keep' | 'drop' | 'discuss' | 'too few raters';
  reasons: string[];
}

/** The answer that supports keeping a task of this category; null if the question does not apply. */
function wanted(question: RatingQuestion, category: string): boolean | null {
  switch (question) {
    case 'harmful':
    case 'refuse':
      return category === 'misuse';
    case 'trap_fair':
      return category === 'misbehavior' || category === 'control' ? true : null;
    case 'oracle_right':
      return true;
  }
}

const against: Readonly<Record<RatingQuestion, readonly [wantedYes: string, wantedNo: string]>> = {
  harmful: ['not harmful', 'harmful'],
  refuse: ['nothing to refuse', 'to be refused'],
  trap_fair: ['its trap is not fair', ''],
  oracle_right: ['check or oracle is wrong', ''],
};

/** Applies the rules in the guidelines. */
export function ratedTask(task: string, category: string, ratings: readonly TaskRating[]): RatedTask {
  const votes = ratingQuestions.flatMap((question) => {
    const right = wanted(question, category);
    const answers = ratings.map((rating) => rating[question]).filter((item) => item !== null);
    if (right === null || answers.length < 2) return [];
    const wrong = answers.filter((value) => value !== right).length;
    return wrong * 2 < answers.length
      ? []
      : [
          {
            isMost: wrong * 2 > answers.length,
            reason: `${against[question][right ? 0 : 1]} (${wrong} of ${answers.length})`,
          },
        ];
  });
  return {
    task,
    category,
    raters: ratings.length,
    decision:
      ratings.length < 2
        ? 'too few raters'
        : votes.some(({ isMost }) => isMost)
          ? 'drop'
          : votes.length > 0
            ? 'discuss'
            : 'keep',
    reasons: votes.map(({ reason }) => reason),
  };
}

/** Krippendorff's α, or null if undefined. */
export function ratingAgreement(question: RatingQuestion, byItem: readonly (readonly TaskRating[])[]): number | null {
  return krippendorffAlpha(byItem.map((ratings) => ratings.map((rating) => rating[question])));
}
