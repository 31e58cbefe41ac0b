import { vectors } from '../../../src/tasks/injection/vectors/registry.ts';
import { visibilityRefusal } from '../../../src/tasks/injection/visibility.ts';
import { goalIn, textLanguages } from '../../../src/tasks/suite/goal-id.ts';
import { textStyles } from '../../../src/tasks/suite/text-style.ts';
import { usualVisibility, visibilities } from '../../../src/tasks/suite/visibility.ts';
import { type legalRuns, nominal, uncrossed } from './crossing.ts';

const hostOf: Readonly<Record<string, string>> = {
  calendar_invite: '__offer_ends',
  chat_message: '__late_shift',
  clipboard: '__copied_address',
  desktop_notification: '__picture_turned',
  file_name: '__contract_names',
  image_text: '__picture_square',
  libreoffice_calc: '__stock_count',
  libreoffice_writer: '__rent_letter',
  pdf: '__booking_code',
  terminal_output: '__next_version',
  thunderbird_mail_draft: '__train_time',
  thunderbird_mail_received: '__claim_number',
  vs_code: '__tax_rate',
  website: '__saturday_hours',
};

/** Vectors of tools carry no text of tasks without tools. */
const screenVectors = () =>
  [...vectors.values()].filter(({ name, isInTools }) => isInTools !== true && !uncrossed.includes(name));

export interface Compared {
  host: string;
  entry: { type: string; goals: string[]; subset: string };
}

/**
 * The runs of the subset `forms`: one host, goal and style per vector, in every language and visibility that the vector
 * supports, so that a vector's runs differ in nothing else. Throws if a host doesn't support a vector.
 */
export function comparedForms(folder: string, legal: ReturnType<typeof legalRuns>): Compared[] {
  const taken = new Set<string>();
  return screenVectors()
    .sort(byName)
    .map((vector, at) => {
      const host = hostFor(vector.name);
      const goals = [...(legal.get(vector.name) ?? [])].flatMap(([goal, hosts]) =>
        hosts.includes(host) && !nominal.includes(goal) ? [goal] : [],
      );
      const goal = goals.sort().find((value) => !taken.has(value)) ?? goals[0];
      if (goal === undefined) throw new Error(`${host} carries no harmful goal by ${vector.name}.`);
      taken.add(goal);
      const style = textStyles[at % textStyles.length] ?? 'blunt';
      const usual = usualVisibility(vector.name);
      const ways = visibilities.filter((way) => visibilityRefusal(vector, way, folder) === null);
      const ids = textLanguages.flatMap((language) =>
        ways.map((way) => goalIn(goal, { style, language, visibility: way === usual ? null : way })),
      );
      return { host, entry: { type: vector.name, goals: ids, subset: 'forms' } };
    });
}

export function decoyRuns(decoys: readonly { id: string; decoy: string }[]): Compared[] {
  const kinds = [...Map.groupBy(decoys, ({ decoy }) => decoy).values()];
  return screenVectors()
    .sort(byName)
    .map(({ name }, at) => ({
      host: hostFor(name),
      entry: { type: name, goals: kinds.map((kind) => kind[at % kind.length]?.id ?? ''), subset: 'decoys' },
    }));
}

function hostFor(vector: string): string {
  const host = hostOf[vector];
  if (host === undefined) throw new Error(`No host is named on which forms of ${vector} are compared.`);
  return host;
}

const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);
