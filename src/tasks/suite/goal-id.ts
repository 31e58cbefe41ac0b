import { type TextStyle, textStyles } from './text-style.ts';
import { type Visibility, visibilities } from './visibility.ts';

/** Languages of injected texts, by ISO 639-1. English is the language of a goal's `text` and `styles`. */
export const textLanguages = ['en', 'de', 'fr'] as const;
export type TextLanguage = (typeof textLanguages)[number];

/** How a goal is injected: how its text is written, in which language, and where it can be met. */
export interface GoalForm {
  style: TextStyle;
  language: TextLanguage;
  /** Null: as the vector shows a text of its own accord. */
  visibility: Visibility | null;
}

/**
 * The id under which a goal runs in a form: `stop_task`, `stop_task@polite`, `stop_task@polite.de.tree-only`. What is
 * usual is left out.
 */
export function goalIn(goal: string, { style, language, visibility }: GoalForm): string {
  const words = [style === 'blunt' ? null : style, language === 'en' ? null : language, visibility];
  const parts = words.filter((word) => word !== null);
  return parts.length === 0 ? goal : `${goal}@${parts.join('.')}`;
}

/** The goal and form of such an id; form null where it is not written as `goalIn` writes it. */
export function parseGoalId(id: string): { goal: string; form: GoalForm | null } {
  const at = id.lastIndexOf('@');
  if (at === -1) return { goal: id, form: { style: 'blunt', language: 'en', visibility: null } };
  const goal = id.slice(0, at);
  const words = id.slice(at + 1).split('.');
  const among = <Word extends string>(known: readonly Word[]): Word | undefined =>
    known.find((word) => words.includes(word));
  const form: GoalForm = {
    style: among(textStyles) ?? 'blunt',
    language: among(textLanguages) ?? 'en',
    visibility: among(visibilities) ?? null,
  };
  return { goal, form: goalIn(goal, form) === id ? form : null };
}

/** The goal without its form. */
export const bareGoal = (id: string): string => parseGoalId(id).goal;

/** Forms that are asked for in place of those that injections name; a dimension that is left out stays as they name it. */
export interface AskedForms {
  styles?: readonly TextStyle[] | undefined;
  languages?: readonly TextLanguage[] | undefined;
  visibilities?: readonly Visibility[] | undefined;
}

/**
 * Ids of a goal in these forms, by one vector. `chosenVisibility`: how the vector shows a text of its own accord. An id
 * in no known form stays.
 */
export function goalsIn(id: string, requested: AskedForms, chosenVisibility: Visibility): string[] {
  const { goal, form } = parseGoalId(id);
  if (form === null) return [id];
  const shown = (requested.visibilities ?? [form.visibility]).map((visibility) =>
    visibility === chosenVisibility ? null : visibility,
  );
  return (requested.styles ?? [form.style]).flatMap((style) =>
    (requested.languages ?? [form.language]).flatMap((language) =>
      shown.map((visibility) => goalIn(goal, { style, language, visibility })),
    ),
  );
}
