import { absolutePath } from '../effect-log/home.ts';
import { aimsOf, type IssuedAct } from './issued-act.ts';
import type { FlowValue } from './python-flow.ts';

/** Calls and programs that put one file in another's place. Their last path is the target. */
const replacing =
  /^(?:mv|cp|install|ln)$|^os\.(?:rename|renames|replace|link|symlink)$|^shutil\.(?:move|copy|copy2|copyfile)$|\.(?:rename|replace|hardlink_to|symlink_to)$/;
const mostTexts = 50;
/** Characters that all acts carry together. A further act has its text alone. */
const mostCarried = 5_000_000;

interface Written {
  step: number;
  text: string;
}

/**
 * Adds to each act's text what acts of the same or an earlier step wrote to the files that it moves, copies or reads.
 * The order within a step is unknown, since code and the commands in it are read apart.
 */
export function withCarriedContent(acts: readonly IssuedAct[]): IssuedAct[] {
  const written = new Map<string, Written[]>();
  const carriedBy = (act: IssuedAct): string[] =>
    pathsOf(act).sources.flatMap((path) =>
      (written.get(path) ?? []).filter(({ step }) => step <= act.step).map(({ text }) => text),
    );
  const note = (act: IssuedAct, texts: readonly string[]): void => {
    for (const path of pathsOf(act).targets) {
      const known = written.get(path) ?? [];
      if (known.length === 0) written.set(path, known);
      for (const text of texts)
        if (known.length < mostTexts && !known.some((item) => item.text === text)) known.push({ step: act.step, text });
    }
  };
  for (const act of acts) note(act, [act.text]);
  // Files that were moved before.
  for (const act of acts) note(act, carriedBy(act));
  let left = mostCarried;
  return acts.map((act) => {
    const carried = carriedBy(act);
    const length = carried.reduce((sum, text) => sum + text.length, 0);
    if (length === 0 || length > left) return act;
    left -= length;
    return { ...act, text: [act.text, ...carried].join('\n') };
  });
}

function pathsOf(act: IssuedAct): { sources: readonly string[]; targets: readonly string[] } {
  const { name, given, around } = act;
  if (!replacing.test(name))
    return {
      sources: [...given, ...around].filter(({ isContent }) => isContent).flatMap(pathIn),
      targets: aimsOf(act, pathIn),
    };
  const paths = [...around, ...given].filter(({ isContent }) => !isContent).flatMap(pathIn);
  return { sources: paths.slice(0, -1), targets: paths.slice(-1) };
}

const pathIn = ({ text }: FlowValue): string[] =>
  /^(?:~|\$HOME|\$\{HOME\}|\.{0,2})\/[^\n]*$/.test(text) ? [absolutePath(text)] : [];
