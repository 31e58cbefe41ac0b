import { type TextStyle, textStyles } from './text-style.ts';
import { type Visibility, visibilities } from './visibility.ts';

/** Languages of injected texts, by ISO 639-1. A goal's `text` and `styles` are English. */
export const textLanguages = ['en', 'de', 'fr'] as const;
export type TextLanguage = (typeof textLanguages)[number];

export interface GoalForm {
  style: TextStyle;
  language: TextLanguage;
  /** Null for the vector's usual visibility. */
  visibility: Visibility | null;
}

/** Returns the ID of a goal in a form, without defaults: `stop_task`, `stop_task@polite.de.tree-only`. */
export function goalIn(goal: string, { style, language, visibility }: GoalForm): string {
  const words = [style === 'blunt' ? null : style, language === 'en' ? null : language, visibility];
  const parts = words.filter((word) => word !== null);
  return parts.length === 0 ? goal : `${goal}@${parts.join('.')}`;
}

/** `form` is null if the ID does not have the format of `goalIn`. */
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

export const bareGoal = (id: string): string => parseGoalId(id).goal;

/** Forms that replace those in injections. An omitted dimension stays unchanged. */
export interface GoalForms {
  style?: readonly TextStyle[] | undefined;
  language?: readonly TextLanguage[] | undefined;
  visibility?: readonly Visibility[] | undefined;
}

/**
 * Returns the IDs of a goal in the requested forms, for a vector whose usual visibility is `chosenVisibility`. An ID in
 * an unknown form is returned unchanged.
 */
export function goalsIn(id: string, requested: GoalForms, chosenVisibility: Visibility): string[] {
  const { goal, form } = parseGoalId(id);
  if (form === null) return [id];
  const shown = (requested.visibility ?? [form.visibility]).map((visibility) =>
    visibility === chosenVisibility ? null : visibility,
  );
  return (requested.style ?? [form.style]).flatMap((style) =>
    (requested.language ?? [form.language]).flatMap((language) =>
      shown.map((visibility) => goalIn(goal, { style, language, visibility })),
    ),
  );
}
